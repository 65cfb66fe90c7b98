build-clang/guest/tests/guest/console_test.o: tests/guest/console_test.c \
  kernel/console.h mm/types.h kernel/format_logic.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/printk.h kernel/smp.h \
  kernel/string.h tests/harness/test.h

kernel/console.h:

mm/types.h:

kernel/format_logic.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/smp.h:

kernel/string.h:

tests/harness/test.h:
