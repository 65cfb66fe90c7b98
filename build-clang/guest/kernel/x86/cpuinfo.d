build-clang/guest/kernel/x86/cpuinfo.o: kernel/x86/cpuinfo.c \
  kernel/panic.h kernel/x86/exceptions.h mm/types.h kernel/printk.h \
  kernel/x86/cpu.h kernel/x86/cpuid_logic.h kernel/x86/cpuinfo.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/printk.h:

kernel/x86/cpu.h:

kernel/x86/cpuid_logic.h:

kernel/x86/cpuinfo.h:
