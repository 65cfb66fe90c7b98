build-clang/guest/drivers/virtio_net.o: drivers/virtio_net.c \
  drivers/nic.h drivers/pci.h drivers/pci_logic.h mm/types.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h drivers/virtio_pci.h drivers/virtio_logic.h \
  drivers/nic_logic.h kernel/panic.h kernel/x86/exceptions.h \
  kernel/printk.h

drivers/nic.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

drivers/virtio_pci.h:

drivers/virtio_logic.h:

drivers/nic_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:
