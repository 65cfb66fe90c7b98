build-clang/guest/tests/unit/time_test.o: tests/unit/time_test.c \
  kernel/time_logic.h mm/types.h tests/harness/test.h

kernel/time_logic.h:

mm/types.h:

tests/harness/test.h:
