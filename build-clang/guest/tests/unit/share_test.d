build-clang/guest/tests/unit/share_test.o: tests/unit/share_test.c \
  mm/share.h mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h \
  mm/port.h kernel/glue/mm_port_impl.h tests/harness/test.h

mm/share.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
