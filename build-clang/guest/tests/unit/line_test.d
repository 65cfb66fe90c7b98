build-clang/guest/tests/unit/line_test.o: tests/unit/line_test.c \
  apps/shell/line.h mm/types.h tests/harness/test.h

apps/shell/line.h:

mm/types.h:

tests/harness/test.h:
