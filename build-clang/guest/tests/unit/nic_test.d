build-clang/guest/tests/unit/nic_test.o: tests/unit/nic_test.c \
  drivers/nic_logic.h mm/types.h tests/harness/test.h

drivers/nic_logic.h:

mm/types.h:

tests/harness/test.h:
