build-clang/guest/mm/page_bulk.o: mm/page_bulk.c mm/nodes.h mm/numa.h \
  mm/memmap.h mm/types.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  mm/port.h kernel/glue/mm_port_impl.h mm/page_alloc_int.h

mm/nodes.h:

mm/numa.h:

mm/memmap.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/page_alloc_int.h:
