build-clang/guest/kernel/x86/ap_start.o: kernel/x86/ap_start.c \
  kernel/x86/ap_start.h mm/types.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/printk.h kernel/smp.h kernel/string.h \
  kernel/time.h kernel/x86/acpi.h boot/boot_info.h \
  kernel/x86/acpi_logic.h kernel/x86/apic.h kernel/x86/caches.h \
  kernel/x86/cpu.h kernel/x86/cpuinfo.h kernel/x86/cpuid_logic.h \
  kernel/x86/ipi.h kernel/x86/percpu.h kernel/layout.h kernel/x86/gdt.h \
  mm/port.h kernel/glue/mm_port_impl.h kernel/x86/madt_logic.h \
  kernel/x86/paging.h kernel/x86/pagetable.h kernel/x86/vector.h

kernel/x86/ap_start.h:

mm/types.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/smp.h:

kernel/string.h:

kernel/time.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/apic.h:

kernel/x86/caches.h:

kernel/x86/cpu.h:

kernel/x86/cpuinfo.h:

kernel/x86/cpuid_logic.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/madt_logic.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

kernel/x86/vector.h:
