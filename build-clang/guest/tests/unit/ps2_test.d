build-clang/guest/tests/unit/ps2_test.o: tests/unit/ps2_test.c \
  drivers/ps2_logic.h mm/types.h tests/harness/test.h

drivers/ps2_logic.h:

mm/types.h:

tests/harness/test.h:
