build-clang/guest/tests/harness/node_fixture.o: \
  tests/harness/node_fixture.c tests/harness/node_fixture.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h tests/harness/test.h

tests/harness/node_fixture.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
