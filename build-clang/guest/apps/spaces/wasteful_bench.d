build-clang/guest/apps/spaces/wasteful_bench.o: \
  apps/spaces/wasteful_bench.c apps/mmbench/claim.h mm/types.h \
  apps/mmbench/space.h apps/mmbench/pool.h apps/harness/bench.h \
  apps/harness/env.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/stats.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  mm/port.h kernel/glue/mm_port_impl.h mm/mmap.h mm/range_claim.h \
  mm/obj_pool.h mm/object.h mm/table_pool.h mm/range.h mm/range_tree.h

apps/mmbench/claim.h:

mm/types.h:

apps/mmbench/space.h:

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

mm/mmap.h:

mm/range_claim.h:

mm/obj_pool.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:
