build-clang/guest/tests/unit/cpuid_test.o: tests/unit/cpuid_test.c \
  kernel/x86/cpuid_logic.h mm/types.h tests/harness/test.h

kernel/x86/cpuid_logic.h:

mm/types.h:

tests/harness/test.h:
