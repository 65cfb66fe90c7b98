build-clang/guest/mm/vmalloc_node.o: mm/vmalloc_node.c mm/vmalloc.h \
  mm/obj_pool.h mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h \
  mm/port.h kernel/glue/mm_port_impl.h mm/range.h mm/range_tree.h

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
