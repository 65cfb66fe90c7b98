build-clang/guest/apps/harness/bench.o: apps/harness/bench.c \
  apps/harness/bench_int.h apps/harness/bench.h apps/harness/env.h \
  mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/stats.h apps/harness/glob.h apps/harness/text.h

apps/harness/bench_int.h:

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/harness/glob.h:

apps/harness/text.h:
