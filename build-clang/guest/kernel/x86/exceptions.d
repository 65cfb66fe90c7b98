build-clang/guest/kernel/x86/exceptions.o: kernel/x86/exceptions.c \
  kernel/panic.h kernel/x86/exceptions.h mm/types.h kernel/x86/cpu.h \
  kernel/x86/gdt.h kernel/x86/percpu.h kernel/layout.h \
  kernel/x86/cpuid_logic.h mm/port.h kernel/glue/mm_port_impl.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/x86/cpu.h:

kernel/x86/gdt.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/x86/cpuid_logic.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
