build-clang/guest/tests/unit/stats_test.o: tests/unit/stats_test.c \
  apps/harness/stats.h mm/types.h tests/harness/test.h

apps/harness/stats.h:

mm/types.h:

tests/harness/test.h:
