build-clang/guest/kernel/x86/ipi.o: kernel/x86/ipi.c kernel/x86/ipi.h \
  kernel/x86/percpu.h kernel/layout.h mm/types.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h kernel/time.h kernel/x86/apic.h \
  kernel/x86/apic_logic.h kernel/x86/cpu.h kernel/x86/tlb.h \
  kernel/x86/pagetable.h kernel/x86/watchdog.h

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

mm/types.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/time.h:

kernel/x86/apic.h:

kernel/x86/apic_logic.h:

kernel/x86/cpu.h:

kernel/x86/tlb.h:

kernel/x86/pagetable.h:

kernel/x86/watchdog.h:
