build-clang/guest/tests/harness/harness.o: tests/harness/harness.c \
  tests/harness/harness.h mm/types.h apps/harness/env.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/glob.h \
  tests/harness/test.h

tests/harness/harness.h:

mm/types.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/glob.h:

tests/harness/test.h:
