build-clang/guest/kernel/verdict.o: kernel/verdict.c kernel/console.h \
  mm/types.h kernel/options.h kernel/console_logic.h kernel/ip_logic.h \
  kernel/printk.h kernel/string.h kernel/time.h kernel/verdict.h \
  kernel/x86/cpu.h kernel/x86/reset.h

kernel/console.h:

mm/types.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/string.h:

kernel/time.h:

kernel/verdict.h:

kernel/x86/cpu.h:

kernel/x86/reset.h:
