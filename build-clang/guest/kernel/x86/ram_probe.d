build-clang/guest/kernel/x86/ram_probe.o: kernel/x86/ram_probe.c \
  kernel/x86/cpu.h kernel/x86/paging.h kernel/layout.h mm/types.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/x86/ram_probe.h

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

mm/types.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/ram_probe.h:
