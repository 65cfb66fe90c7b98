build-clang/guest/kernel/x86/pmu.o: kernel/x86/pmu.c kernel/x86/pmu.h \
  mm/types.h kernel/panic.h kernel/x86/exceptions.h kernel/printk.h \
  kernel/x86/cpu.h kernel/x86/cpuinfo.h kernel/x86/cpuid_logic.h

kernel/x86/pmu.h:

mm/types.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/x86/cpu.h:

kernel/x86/cpuinfo.h:

kernel/x86/cpuid_logic.h:
