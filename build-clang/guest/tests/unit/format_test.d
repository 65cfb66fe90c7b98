build-clang/guest/tests/unit/format_test.o: tests/unit/format_test.c \
  kernel/format_logic.h mm/types.h tests/harness/test.h

kernel/format_logic.h:

mm/types.h:

tests/harness/test.h:
