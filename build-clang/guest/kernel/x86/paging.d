build-clang/guest/kernel/x86/paging.o: kernel/x86/paging.c kernel/panic.h \
  kernel/x86/exceptions.h mm/types.h kernel/printk.h kernel/string.h \
  kernel/x86/cpu.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/x86/tlb.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/printk.h:

kernel/string.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/tlb.h:
