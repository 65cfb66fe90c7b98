build-clang/guest/kernel/tsc_spread_logic.o: kernel/tsc_spread_logic.c \
  kernel/tsc_spread_logic.h mm/types.h

kernel/tsc_spread_logic.h:

mm/types.h:
