build-clang/guest/mm/init.o: mm/init.c mm/init.h mm/memblock.h \
  mm/memmap.h mm/types.h mm/numa.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h mm/page_alloc_int.h

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

mm/page_alloc_int.h:
