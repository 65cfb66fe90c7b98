build-clang/guest/tests/guest/string_test.o: tests/guest/string_test.c \
  kernel/string.h tests/harness/test.h mm/types.h

kernel/string.h:

tests/harness/test.h:

mm/types.h:
