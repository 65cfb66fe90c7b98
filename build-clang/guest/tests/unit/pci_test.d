build-clang/guest/tests/unit/pci_test.o: tests/unit/pci_test.c \
  drivers/pci_logic.h mm/types.h tests/harness/test.h

drivers/pci_logic.h:

mm/types.h:

tests/harness/test.h:
