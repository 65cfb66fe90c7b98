build-clang/guest/tests/guest/nic_guest_test.o: \
  tests/guest/nic_guest_test.c drivers/nic.h drivers/pci.h \
  drivers/pci_logic.h mm/types.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h apps/harness/env.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h drivers/nic_logic.h \
  kernel/string.h kernel/time.h tests/harness/test.h

drivers/nic.h:

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

drivers/nic_logic.h:

kernel/string.h:

kernel/time.h:

tests/harness/test.h:
