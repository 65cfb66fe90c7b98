build-clang/guest/kernel/glue/commands.o: kernel/glue/commands.c \
  apps/harness/bench.h apps/harness/env.h mm/types.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/stats.h \
  apps/shell/command.h kernel/glue/nodes.h mm/numa.h mm/memmap.h \
  kernel/options.h kernel/console_logic.h kernel/ip_logic.h \
  kernel/printk.h kernel/smp.h kernel/string.h kernel/verdict.h \
  kernel/x86/percpu.h kernel/layout.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h kernel/x86/reset.h \
  tests/harness/harness.h

apps/harness/bench.h:

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/stats.h:

apps/shell/command.h:

kernel/glue/nodes.h:

mm/numa.h:

mm/memmap.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/smp.h:

kernel/string.h:

kernel/verdict.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/reset.h:

tests/harness/harness.h:
