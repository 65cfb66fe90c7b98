build-clang/guest/drivers/uart16550_logic.o: drivers/uart16550_logic.c \
  drivers/uart16550_logic.h mm/types.h

drivers/uart16550_logic.h:

mm/types.h:
