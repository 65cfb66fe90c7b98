build-clang/guest/mm/obj_pool.o: mm/obj_pool.c mm/obj_pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
