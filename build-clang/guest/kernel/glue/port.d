build-clang/guest/kernel/glue/port.o: kernel/glue/port.c mm/port.h \
  mm/types.h kernel/glue/mm_port_impl.h kernel/format_logic.h \
  kernel/panic.h kernel/x86/exceptions.h kernel/printk.h \
  kernel/glue/zero.h kernel/smp.h kernel/symbols.h kernel/time.h \
  kernel/x86/ap_start.h kernel/x86/cpu.h kernel/x86/paging.h \
  kernel/layout.h kernel/x86/pagetable.h kernel/x86/percpu.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

kernel/format_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/glue/zero.h:

kernel/smp.h:

kernel/symbols.h:

kernel/time.h:

kernel/x86/ap_start.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

kernel/x86/percpu.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:
