build-clang/guest/tests/guest/pci_guest_test.o: \
  tests/guest/pci_guest_test.c drivers/pci.h drivers/pci_logic.h \
  mm/types.h tests/harness/test.h

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

tests/harness/test.h:
