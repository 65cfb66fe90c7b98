build-clang/guest/apps/mmbench/scale.o: apps/mmbench/scale.c \
  apps/mmbench/scale.h apps/harness/bench.h apps/harness/env.h \
  mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/stats.h apps/mmbench/claim.h

apps/mmbench/scale.h:

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/mmbench/claim.h:
