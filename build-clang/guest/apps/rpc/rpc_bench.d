build-clang/guest/apps/rpc/rpc_bench.o: apps/rpc/rpc_bench.c \
  apps/mmbench/claim.h mm/types.h apps/mmbench/pool.h \
  apps/harness/bench.h apps/harness/env.h kernel/glue/env_impl.h \
  kernel/x86/cpu.h apps/harness/stats.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h

apps/mmbench/claim.h:

mm/types.h:

apps/mmbench/pool.h:

apps/harness/bench.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
