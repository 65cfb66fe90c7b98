build-clang/guest/tests/unit/ip_option_test.o: \
  tests/unit/ip_option_test.c kernel/ip_logic.h mm/types.h \
  tests/harness/test.h

kernel/ip_logic.h:

mm/types.h:

tests/harness/test.h:
