build-clang/guest/kernel/x86/tlb.o: kernel/x86/tlb.c kernel/x86/tlb.h \
  kernel/x86/cpu.h kernel/x86/pagetable.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h kernel/x86/ipi.h kernel/x86/percpu.h \
  kernel/layout.h kernel/panic.h kernel/x86/exceptions.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h kernel/x86/paging.h

kernel/x86/tlb.h:

kernel/x86/cpu.h:

kernel/x86/pagetable.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

kernel/x86/paging.h:
