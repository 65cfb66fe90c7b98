build-clang/guest/tests/unit/e1000_test.o: tests/unit/e1000_test.c \
  drivers/e1000_logic.h drivers/nic_logic.h mm/types.h \
  tests/harness/test.h

drivers/e1000_logic.h:

drivers/nic_logic.h:

mm/types.h:

tests/harness/test.h:
