build-clang/guest/drivers/nic_logic.o: drivers/nic_logic.c \
  drivers/nic_logic.h mm/types.h

drivers/nic_logic.h:

mm/types.h:
