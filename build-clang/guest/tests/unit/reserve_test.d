build-clang/guest/tests/unit/reserve_test.o: tests/unit/reserve_test.c \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h tests/harness/node_fixture.h \
  tests/harness/test.h

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/node_fixture.h:

tests/harness/test.h:
