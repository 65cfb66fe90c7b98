build-clang/guest/tests/unit/tsc_spread_test.o: \
  tests/unit/tsc_spread_test.c kernel/tsc_spread_logic.h mm/types.h \
  tests/harness/test.h

kernel/tsc_spread_logic.h:

mm/types.h:

tests/harness/test.h:
