build-clang/guest/kernel/tsc_spread.o: kernel/tsc_spread.c \
  kernel/tsc_spread.h kernel/printk.h mm/types.h kernel/smp.h \
  kernel/time.h kernel/tsc_spread_logic.h kernel/x86/cpu.h

kernel/tsc_spread.h:

kernel/printk.h:

mm/types.h:

kernel/smp.h:

kernel/time.h:

kernel/tsc_spread_logic.h:

kernel/x86/cpu.h:
