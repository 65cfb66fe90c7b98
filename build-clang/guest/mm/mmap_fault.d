build-clang/guest/mm/mmap_fault.o: mm/mmap_fault.c mm/back.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/mmap_int.h mm/mmap.h mm/range_claim.h \
  mm/obj_pool.h mm/object.h mm/table_pool.h mm/range.h mm/range_tree.h \
  mm/frames.h mm/page_alloc_int.h

mm/back.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/mmap_int.h:

mm/mmap.h:

mm/range_claim.h:

mm/obj_pool.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

mm/frames.h:

mm/page_alloc_int.h:
