build-clang/guest/apps/mmbench/vmalloc_bench.o: \
  apps/mmbench/vmalloc_bench.c apps/mmbench/pool.h apps/harness/bench.h \
  apps/harness/env.h mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/stats.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  mm/port.h kernel/glue/mm_port_impl.h apps/mmbench/claim.h mm/vmalloc.h \
  mm/obj_pool.h mm/range.h mm/range_tree.h

apps/mmbench/pool.h:

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/mmbench/claim.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/range.h:

mm/range_tree.h:
