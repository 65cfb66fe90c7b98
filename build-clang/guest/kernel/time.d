build-clang/guest/kernel/time.o: kernel/time.c kernel/printk.h mm/types.h \
  kernel/time.h kernel/time_logic.h kernel/x86/clock_hw.h \
  kernel/x86/cpu.h

kernel/printk.h:

mm/types.h:

kernel/time.h:

kernel/time_logic.h:

kernel/x86/clock_hw.h:

kernel/x86/cpu.h:
