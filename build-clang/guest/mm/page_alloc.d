build-clang/guest/mm/page_alloc.o: mm/page_alloc.c mm/page_alloc_int.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/nodes.h mm/numa.h mm/memmap.h \
  mm/page_node.h

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

mm/page_node.h:
