build-clang/guest/kernel/x86/watchdog.o: kernel/x86/watchdog.c \
  kernel/x86/watchdog.h kernel/x86/exceptions.h mm/types.h \
  kernel/options.h kernel/console_logic.h kernel/ip_logic.h \
  kernel/panic.h kernel/printk.h kernel/time.h kernel/x86/acpi.h \
  boot/boot_info.h kernel/x86/acpi_logic.h kernel/x86/cpu.h \
  kernel/x86/ipi.h kernel/x86/percpu.h kernel/layout.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/paging.h kernel/x86/pagetable.h \
  kernel/x86/watchdog_logic.h

kernel/x86/watchdog.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/cpu.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

kernel/x86/watchdog_logic.h:
