build-clang/guest/tests/guest/ram_probe_test.o: \
  tests/guest/ram_probe_test.c kernel/x86/paging.h kernel/layout.h \
  mm/types.h kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/x86/ram_probe.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  tests/harness/test.h

kernel/x86/paging.h:

kernel/layout.h:

mm/types.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/ram_probe.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

tests/harness/test.h:
