build-clang/guest/kernel/console_logic.o: kernel/console_logic.c \
  kernel/console_logic.h mm/types.h kernel/cmdline_logic.h

kernel/console_logic.h:

mm/types.h:

kernel/cmdline_logic.h:
