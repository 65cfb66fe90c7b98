build-clang/guest/drivers/ps2.o: drivers/ps2.c drivers/ps2.h \
  drivers/ps2_logic.h mm/types.h kernel/console.h kernel/printk.h \
  kernel/time.h kernel/x86/cpu.h

drivers/ps2.h:

drivers/ps2_logic.h:

mm/types.h:

kernel/console.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/cpu.h:
