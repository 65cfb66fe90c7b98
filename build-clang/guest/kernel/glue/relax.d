build-clang/guest/kernel/glue/relax.o: kernel/glue/relax.c \
  kernel/x86/cpu.h mm/port.h mm/types.h kernel/glue/mm_port_impl.h

kernel/x86/cpu.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:
