build-clang/guest/mm/object.o: mm/object.c mm/object.h mm/range_claim.h \
  mm/port.h mm/types.h kernel/glue/mm_port_impl.h mm/table_pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/range.h mm/range_tree.h \
  mm/back.h mm/frames.h mm/page_alloc_int.h

mm/object.h:

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

mm/table_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/range.h:

mm/range_tree.h:

mm/back.h:

mm/frames.h:

mm/page_alloc_int.h:
