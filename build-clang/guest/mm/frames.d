build-clang/guest/mm/frames.o: mm/frames.c mm/frames.h \
  mm/page_alloc_int.h mm/page_alloc.h mm/chunk_set.h mm/types.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h mm/nodes.h mm/numa.h \
  mm/memmap.h

mm/frames.h:

mm/page_alloc_int.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/nodes.h:

mm/numa.h:

mm/memmap.h:
