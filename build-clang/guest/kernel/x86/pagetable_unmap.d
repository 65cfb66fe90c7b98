build-clang/guest/kernel/x86/pagetable_unmap.o: \
  kernel/x86/pagetable_unmap.c kernel/x86/pagetable.h mm/port.h \
  mm/types.h kernel/glue/mm_port_impl.h kernel/x86/pagetable_int.h

kernel/x86/pagetable.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

kernel/x86/pagetable_int.h:
