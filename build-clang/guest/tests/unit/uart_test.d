build-clang/guest/tests/unit/uart_test.o: tests/unit/uart_test.c \
  drivers/uart16550_logic.h mm/types.h tests/harness/test.h

drivers/uart16550_logic.h:

mm/types.h:

tests/harness/test.h:
