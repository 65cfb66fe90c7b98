build-clang/guest/apps/net/stack.o: apps/net/stack.c apps/net/stack.h \
  apps/net/net.h apps/packet/frame.h mm/types.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  apps/harness/env.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/harness/text.h

apps/net/stack.h:

apps/net/net.h:

apps/packet/frame.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/text.h:
