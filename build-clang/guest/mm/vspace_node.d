build-clang/guest/mm/vspace_node.o: mm/vspace_node.c mm/mmap_int.h \
  mm/mmap.h mm/range_claim.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h mm/frames.h mm/page_alloc_int.h

mm/mmap_int.h:

mm/mmap.h:

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

mm/frames.h:

mm/page_alloc_int.h:
