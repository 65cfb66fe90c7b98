build-clang/guest/kernel/glue/run.o: kernel/glue/run.c kernel/glue/run.h \
  apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h \
  apps/net/app.h apps/shell/shell.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/printk.h \
  kernel/verdict.h mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h tests/harness/harness.h

kernel/glue/run.h:

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/net/app.h:

apps/shell/shell.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/verdict.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/harness.h:
