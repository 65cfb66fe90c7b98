build-clang/guest/tests/harness/page_shadow.o: \
  tests/harness/page_shadow.c tests/harness/page_shadow.h \
  tests/harness/node_fixture.h mm/page_alloc.h mm/chunk_set.h mm/types.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h apps/harness/env.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h tests/harness/test.h

tests/harness/page_shadow.h:

tests/harness/node_fixture.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

tests/harness/test.h:
