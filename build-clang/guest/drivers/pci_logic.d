build-clang/guest/drivers/pci_logic.o: drivers/pci_logic.c \
  drivers/pci_logic.h mm/types.h

drivers/pci_logic.h:

mm/types.h:
