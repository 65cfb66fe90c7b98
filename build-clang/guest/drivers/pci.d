build-clang/guest/drivers/pci.o: drivers/pci.c drivers/pci.h \
  drivers/pci_logic.h mm/types.h kernel/format_logic.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/printk.h kernel/string.h \
  kernel/x86/acpi.h boot/boot_info.h kernel/x86/acpi_logic.h \
  kernel/x86/cpu.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

kernel/format_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

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
