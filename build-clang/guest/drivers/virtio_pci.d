build-clang/guest/drivers/virtio_pci.o: drivers/virtio_pci.c \
  drivers/virtio_pci.h drivers/pci.h drivers/pci_logic.h mm/types.h \
  drivers/virtio_logic.h drivers/nic_logic.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/time.h kernel/x86/cpu.h

drivers/virtio_pci.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

drivers/virtio_logic.h:

drivers/nic_logic.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/time.h:

kernel/x86/cpu.h:
