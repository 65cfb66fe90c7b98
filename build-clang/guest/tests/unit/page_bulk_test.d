build-clang/guest/tests/unit/page_bulk_test.o: \
  tests/unit/page_bulk_test.c mm/numa.h mm/memmap.h mm/types.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h tests/harness/node_fixture.h \
  tests/harness/test.h

mm/numa.h:

mm/memmap.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/node_fixture.h:

tests/harness/test.h:
