build-clang/guest/tests/unit/net_fuzz_test.o: tests/unit/net_fuzz_test.c \
  apps/harness/env.h mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  tests/harness/test.h tests/unit/net_mock.h apps/net/net_int.h \
  apps/net/net.h apps/packet/frame.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h apps/net/wire.h \
  apps/packet/checksum.h

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

tests/harness/test.h:

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
