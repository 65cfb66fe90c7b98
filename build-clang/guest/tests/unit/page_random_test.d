build-clang/guest/tests/unit/page_random_test.o: \
  tests/unit/page_random_test.c mm/page_alloc.h mm/chunk_set.h \
  mm/types.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  tests/harness/page_model.h tests/harness/page_shadow.h \
  tests/harness/node_fixture.h tests/harness/page_shape.h \
  tests/harness/test.h

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/page_model.h:

tests/harness/page_shadow.h:

tests/harness/node_fixture.h:

tests/harness/page_shape.h:

tests/harness/test.h:
