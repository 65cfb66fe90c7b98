build-clang/guest/apps/net/arp.o: apps/net/arp.c apps/net/net_int.h \
  apps/net/net.h apps/packet/frame.h mm/types.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  apps/net/wire.h apps/packet/checksum.h

apps/net/net_int.h:

apps/net/net.h:

apps/packet/frame.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/net/wire.h:

apps/packet/checksum.h:
