build-clang/guest/apps/mmbench/read_bench.o: apps/mmbench/read_bench.c \
  apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h \
  apps/harness/tlb.h apps/harness/tlb_model.h apps/mmbench/claim.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/harness/tlb.h:

apps/harness/tlb_model.h:

apps/mmbench/claim.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
