build-clang/guest/mm/check.o: mm/check.c mm/page_alloc_int.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h

mm/page_alloc_int.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
