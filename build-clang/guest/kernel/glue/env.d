build-clang/guest/kernel/glue/env.o: kernel/glue/env.c apps/harness/env.h \
  mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h kernel/console.h \
  kernel/format_logic.h kernel/glue/zero.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/printk.h kernel/smp.h kernel/time.h \
  kernel/verdict.h kernel/x86/counting.h kernel/x86/percpu.h \
  kernel/layout.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/pmu.h kernel/x86/vector.h \
  mm/mmap.h mm/range_claim.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h mm/vmalloc.h

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

kernel/console.h:

kernel/format_logic.h:

kernel/glue/zero.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/smp.h:

kernel/time.h:

kernel/verdict.h:

kernel/x86/counting.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/pmu.h:

kernel/x86/vector.h:

mm/mmap.h:

mm/range_claim.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

mm/vmalloc.h:
