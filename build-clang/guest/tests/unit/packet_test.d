build-clang/guest/tests/unit/packet_test.o: tests/unit/packet_test.c \
  apps/harness/env.h mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/packet/device.h apps/packet/forward.h apps/packet/frame.h \
  apps/packet/route.h mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h apps/packet/traffic.h tests/harness/test.h

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/packet/device.h:

apps/packet/forward.h:

apps/packet/frame.h:

apps/packet/route.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/packet/traffic.h:

tests/harness/test.h:
