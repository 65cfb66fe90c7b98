build-clang/guest/mm/node.o: mm/node.c mm/init.h mm/memblock.h \
  mm/memmap.h mm/types.h mm/numa.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h mm/nodes.h \
  mm/page_node.h mm/page_alloc_int.h

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

mm/page_node.h:

mm/page_alloc_int.h:
