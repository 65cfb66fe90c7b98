build-clang/guest/kernel/provoke.o: kernel/provoke.c kernel/console.h \
  mm/types.h kernel/layout.h kernel/options.h kernel/console_logic.h \
  kernel/ip_logic.h kernel/panic.h kernel/x86/exceptions.h \
  kernel/printk.h kernel/provoke.h kernel/smp.h kernel/time.h \
  kernel/verdict.h kernel/x86/cpu.h kernel/x86/percpu.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/reset.h

kernel/console.h:

mm/types.h:

kernel/layout.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/provoke.h:

kernel/smp.h:

kernel/time.h:

kernel/verdict.h:

kernel/x86/cpu.h:

kernel/x86/percpu.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/reset.h:
