build-clang/guest/drivers/ps2_logic.o: drivers/ps2_logic.c \
  drivers/ps2_logic.h mm/types.h

drivers/ps2_logic.h:

mm/types.h:
