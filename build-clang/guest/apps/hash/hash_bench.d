build-clang/guest/apps/hash/hash_bench.o: apps/hash/hash_bench.c \
  apps/harness/tlb.h apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h \
  apps/harness/tlb_model.h apps/mmbench/claim.h apps/mmbench/pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h

apps/harness/tlb.h:

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/harness/tlb_model.h:

apps/mmbench/claim.h:

apps/mmbench/pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
