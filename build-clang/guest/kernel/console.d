build-clang/guest/kernel/console.o: kernel/console.c kernel/console.h \
  mm/types.h kernel/format_logic.h kernel/time.h kernel/x86/cpu.h \
  kernel/x86/percpu.h kernel/layout.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h kernel/x86/watchdog.h

kernel/console.h:

mm/types.h:

kernel/format_logic.h:

kernel/time.h:

kernel/x86/cpu.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/watchdog.h:
