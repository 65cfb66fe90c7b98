build-clang/guest/apps/mmbench/claim.o: apps/mmbench/claim.c \
  apps/mmbench/claim.h mm/types.h apps/harness/bench.h \
  apps/harness/env.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/stats.h

apps/mmbench/claim.h:

mm/types.h:

apps/harness/bench.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:
