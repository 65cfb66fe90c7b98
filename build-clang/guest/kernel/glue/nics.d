build-clang/guest/kernel/glue/nics.o: kernel/glue/nics.c \
  apps/harness/env.h mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/packet/frame.h drivers/nic.h drivers/pci.h drivers/pci_logic.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h drivers/nic_logic.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/string.h

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/packet/frame.h:

drivers/nic.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

drivers/nic_logic.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/string.h:
