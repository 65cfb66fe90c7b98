build-clang/guest/mm/vmalloc.o: mm/vmalloc.c mm/vmalloc.h mm/obj_pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/range.h mm/range_tree.h mm/frames.h \
  mm/page_alloc_int.h mm/nodes.h mm/numa.h mm/memmap.h

mm/vmalloc.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/range.h:

mm/range_tree.h:

mm/frames.h:

mm/page_alloc_int.h:

mm/nodes.h:

mm/numa.h:

mm/memmap.h:
