build-clang/guest/kernel/x86/reset.o: kernel/x86/reset.c \
  kernel/x86/reset.h kernel/options.h kernel/console_logic.h mm/types.h \
  kernel/ip_logic.h kernel/printk.h kernel/string.h kernel/x86/acpi.h \
  boot/boot_info.h kernel/x86/acpi_logic.h kernel/x86/cpu.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/power_logic.h

kernel/x86/reset.h:

kernel/options.h:

kernel/console_logic.h:

mm/types.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/string.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/power_logic.h:
