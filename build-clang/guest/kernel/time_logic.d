build-clang/guest/kernel/time_logic.o: kernel/time_logic.c \
  kernel/time_logic.h mm/types.h

kernel/time_logic.h:

mm/types.h:
