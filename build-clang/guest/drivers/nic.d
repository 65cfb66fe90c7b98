build-clang/guest/drivers/nic.o: drivers/nic.c drivers/nic.h \
  drivers/pci.h drivers/pci_logic.h mm/types.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/format_logic.h kernel/printk.h kernel/time.h kernel/x86/cpu.h

drivers/nic.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/format_logic.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/cpu.h:
