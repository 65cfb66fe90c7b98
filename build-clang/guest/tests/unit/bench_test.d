build-clang/guest/tests/unit/bench_test.o: tests/unit/bench_test.c \
  apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h \
  tests/harness/test.h

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

tests/harness/test.h:
