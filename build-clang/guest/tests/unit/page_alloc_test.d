build-clang/guest/tests/unit/page_alloc_test.o: \
  tests/unit/page_alloc_test.c mm/page_alloc.h mm/chunk_set.h mm/types.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  tests/harness/node_fixture.h tests/harness/test.h

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/node_fixture.h:

tests/harness/test.h:
