build-clang/guest/tests/harness/page_shape.o: tests/harness/page_shape.c \
  tests/harness/page_shape.h mm/page_alloc.h mm/chunk_set.h mm/types.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h tests/harness/test.h

tests/harness/page_shape.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
