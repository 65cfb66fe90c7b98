build-clang/guest/kernel/options.o: kernel/options.c \
  kernel/cmdline_logic.h mm/types.h kernel/console.h \
  kernel/console_logic.h kernel/format_logic.h kernel/options.h \
  kernel/ip_logic.h kernel/printk.h kernel/string.h kernel/verdict.h

kernel/cmdline_logic.h:

mm/types.h:

kernel/console.h:

kernel/console_logic.h:

kernel/format_logic.h:

kernel/options.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/string.h:

kernel/verdict.h:
