build-clang/guest/mm/numa.o: mm/numa.c mm/numa.h mm/memmap.h mm/types.h \
  mm/port.h kernel/glue/mm_port_impl.h

mm/numa.h:

mm/memmap.h:

mm/types.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
