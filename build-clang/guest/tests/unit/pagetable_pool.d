build-clang/guest/tests/unit/pagetable_pool.o: \
  tests/unit/pagetable_pool.c tests/unit/pagetable_pool.h \
  kernel/x86/pagetable.h mm/port.h mm/types.h kernel/glue/mm_port_impl.h \
  tests/harness/test.h

tests/unit/pagetable_pool.h:

kernel/x86/pagetable.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
