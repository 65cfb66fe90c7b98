build-clang/guest/drivers/e1000_logic.o: drivers/e1000_logic.c \
  drivers/e1000_logic.h drivers/nic_logic.h mm/types.h

drivers/e1000_logic.h:

drivers/nic_logic.h:

mm/types.h:
