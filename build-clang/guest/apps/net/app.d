build-clang/guest/apps/net/app.o: apps/net/app.c apps/net/app.h \
  mm/types.h apps/harness/env.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/net/stack.h apps/net/net.h apps/packet/frame.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  apps/net/wire.h apps/shell/command.h

apps/net/app.h:

mm/types.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/net/stack.h:

apps/net/net.h:

apps/packet/frame.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/net/wire.h:

apps/shell/command.h:
