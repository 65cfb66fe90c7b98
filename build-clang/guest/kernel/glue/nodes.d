build-clang/guest/kernel/glue/nodes.o: kernel/glue/nodes.c \
  kernel/glue/nodes.h mm/numa.h mm/memmap.h mm/types.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/printk.h \
  kernel/x86/acpi.h boot/boot_info.h kernel/x86/acpi_logic.h \
  kernel/x86/srat_logic.h

kernel/glue/nodes.h:

mm/numa.h:

mm/memmap.h:

mm/types.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/srat_logic.h:
