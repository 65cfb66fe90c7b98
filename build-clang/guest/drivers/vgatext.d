build-clang/guest/drivers/vgatext.o: drivers/vgatext.c drivers/vgatext.h \
  mm/types.h kernel/console.h kernel/string.h kernel/x86/cpu.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h

drivers/vgatext.h:

mm/types.h:

kernel/console.h:

kernel/string.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
