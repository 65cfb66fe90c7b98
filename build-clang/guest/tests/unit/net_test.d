build-clang/guest/tests/unit/net_test.o: tests/unit/net_test.c \
  tests/harness/test.h mm/types.h tests/unit/net_mock.h \
  apps/net/net_int.h apps/net/net.h apps/packet/frame.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  apps/net/wire.h apps/packet/checksum.h

tests/harness/test.h:

mm/types.h:

tests/unit/net_mock.h:

apps/net/net_int.h:

apps/net/net.h:

apps/packet/frame.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/net/wire.h:

apps/packet/checksum.h:
