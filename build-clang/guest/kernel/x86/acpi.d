build-clang/guest/kernel/x86/acpi.o: kernel/x86/acpi.c kernel/printk.h \
  mm/types.h kernel/string.h kernel/x86/acpi.h boot/boot_info.h \
  kernel/x86/acpi_logic.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h

kernel/printk.h:

mm/types.h:

kernel/string.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
