build-clang/guest/kernel/x86/percpu.o: kernel/x86/percpu.c \
  kernel/x86/percpu.h kernel/layout.h mm/types.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h

kernel/x86/percpu.h:

kernel/layout.h:

mm/types.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
