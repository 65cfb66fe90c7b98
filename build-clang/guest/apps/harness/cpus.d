build-clang/guest/apps/harness/cpus.o: apps/harness/cpus.c \
  apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:
