build-clang/guest/mm/memblock.o: mm/memblock.c mm/memblock.h mm/memmap.h \
  mm/types.h mm/port.h kernel/glue/mm_port_impl.h

mm/memblock.h:

mm/memmap.h:

mm/types.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
