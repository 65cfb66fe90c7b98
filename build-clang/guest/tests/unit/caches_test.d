build-clang/guest/tests/unit/caches_test.o: tests/unit/caches_test.c \
  kernel/x86/caches_logic.h mm/types.h tests/harness/test.h

kernel/x86/caches_logic.h:

mm/types.h:

tests/harness/test.h:
