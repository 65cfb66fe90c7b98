build-clang/guest/tests/unit/glob_test.o: tests/unit/glob_test.c \
  apps/harness/glob.h mm/types.h tests/harness/test.h

apps/harness/glob.h:

mm/types.h:

tests/harness/test.h:
