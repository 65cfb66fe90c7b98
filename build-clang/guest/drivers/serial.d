build-clang/guest/drivers/serial.o: drivers/serial.c drivers/serial.h \
  drivers/pci.h drivers/pci_logic.h mm/types.h drivers/uart16550_logic.h \
  kernel/console.h kernel/options.h kernel/console_logic.h \
  kernel/ip_logic.h kernel/printk.h kernel/string.h kernel/x86/acpi.h \
  boot/boot_info.h kernel/x86/acpi_logic.h kernel/x86/cpu.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/spcr_logic.h

drivers/serial.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

drivers/uart16550_logic.h:

kernel/console.h:

kernel/options.h:

kernel/console_logic.h:

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

kernel/x86/spcr_logic.h:
