build-clang/guest/kernel/glue/pagetable_port.o: \
  kernel/glue/pagetable_port.c kernel/panic.h kernel/x86/exceptions.h \
  mm/types.h kernel/smp.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/x86/tlb.h kernel/x86/cpu.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/smp.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/tlb.h:

kernel/x86/cpu.h:
