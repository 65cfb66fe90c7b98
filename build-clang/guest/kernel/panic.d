build-clang/guest/kernel/panic.o: kernel/panic.c kernel/console.h \
  mm/types.h kernel/format_logic.h kernel/layout.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/printk.h kernel/symbols.h \
  kernel/verdict.h kernel/x86/context.h kernel/x86/ipi.h \
  kernel/x86/percpu.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h

kernel/console.h:

mm/types.h:

kernel/format_logic.h:

kernel/layout.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/symbols.h:

kernel/verdict.h:

kernel/x86/context.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
