build-clang/guest/apps/packet/device.o: apps/packet/device.c \
  apps/packet/device.h apps/packet/forward.h apps/packet/frame.h \
  mm/types.h apps/packet/route.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h apps/packet/traffic.h

apps/packet/device.h:

apps/packet/forward.h:

apps/packet/frame.h:

mm/types.h:

apps/packet/route.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/packet/traffic.h:
