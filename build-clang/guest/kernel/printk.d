build-clang/guest/kernel/printk.o: kernel/printk.c kernel/console.h \
  mm/types.h kernel/format_logic.h kernel/printk.h kernel/time.h

kernel/console.h:

mm/types.h:

kernel/format_logic.h:

kernel/printk.h:

kernel/time.h:
