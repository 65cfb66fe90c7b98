build-clang/guest/tests/unit/pagetable_change_test.o: \
  tests/unit/pagetable_change_test.c tests/harness/test.h mm/types.h \
  tests/unit/pagetable_pool.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h

tests/harness/test.h:

mm/types.h:

tests/unit/pagetable_pool.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
