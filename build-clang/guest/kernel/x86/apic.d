build-clang/guest/kernel/x86/apic.o: kernel/x86/apic.c kernel/x86/apic.h \
  mm/types.h kernel/options.h kernel/console_logic.h kernel/ip_logic.h \
  kernel/panic.h kernel/x86/exceptions.h kernel/printk.h kernel/time.h \
  kernel/x86/apic_logic.h kernel/x86/cpu.h kernel/x86/paging.h \
  kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/percpu.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h

kernel/x86/apic.h:

mm/types.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/apic_logic.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/percpu.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:
