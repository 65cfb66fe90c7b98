build-clang/guest/tests/guest/time_test.o: tests/guest/time_test.c \
  kernel/time.h mm/types.h kernel/x86/cpu.h tests/harness/test.h

kernel/time.h:

mm/types.h:

kernel/x86/cpu.h:

tests/harness/test.h:
