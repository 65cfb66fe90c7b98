build-clang/guest/mm/init_nodes.o: mm/init_nodes.c mm/init.h \
  mm/memblock.h mm/memmap.h mm/types.h mm/numa.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  mm/nodes.h mm/page_alloc_int.h

mm/init.h:

mm/memblock.h:

mm/memmap.h:

mm/types.h:

mm/numa.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/nodes.h:

mm/page_alloc_int.h:
