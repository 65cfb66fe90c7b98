build-clang/guest/mm/memmap.o: mm/memmap.c mm/memmap.h mm/types.h \
  mm/port.h kernel/glue/mm_port_impl.h

mm/memmap.h:

mm/types.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
