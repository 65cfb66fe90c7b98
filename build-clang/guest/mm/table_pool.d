build-clang/guest/mm/table_pool.o: mm/table_pool.c mm/table_pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/types.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/range.h mm/range_tree.h \
  mm/page_alloc_int.h

mm/table_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/range.h:

mm/range_tree.h:

mm/page_alloc_int.h:
