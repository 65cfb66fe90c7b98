build-clang/guest/kernel/format_logic.o: kernel/format_logic.c \
  kernel/format_logic.h mm/types.h

kernel/format_logic.h:

mm/types.h:
