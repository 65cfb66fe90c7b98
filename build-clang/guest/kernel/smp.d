build-clang/guest/kernel/smp.o: kernel/smp.c kernel/smp.h mm/types.h \
  kernel/panic.h kernel/x86/exceptions.h kernel/time.h kernel/x86/cpu.h \
  kernel/x86/ipi.h kernel/x86/percpu.h kernel/layout.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h mm/port.h \
  kernel/glue/mm_port_impl.h

kernel/smp.h:

mm/types.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/time.h:

kernel/x86/cpu.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
