build-clang/guest/drivers/e1000e.o: drivers/e1000e.c \
  drivers/e1000_logic.h drivers/nic_logic.h mm/types.h drivers/nic.h \
  drivers/pci.h drivers/pci_logic.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/printk.h kernel/time.h kernel/x86/cpu.h

drivers/e1000_logic.h:

drivers/nic_logic.h:

mm/types.h:

drivers/nic.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/cpu.h:
