build-clang/guest/kernel/glue/cpus.o: kernel/glue/cpus.c \
  kernel/glue/cpus.h kernel/glue/nodes.h mm/numa.h mm/memmap.h \
  mm/types.h kernel/smp.h kernel/x86/ap_start.h kernel/x86/paging.h \
  kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/percpu.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpuid_logic.h kernel/x86/gdt.h \
  mm/init.h mm/memblock.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  mm/vmalloc.h mm/obj_pool.h mm/range.h mm/range_tree.h

kernel/glue/cpus.h:

kernel/glue/nodes.h:

mm/numa.h:

mm/memmap.h:

mm/types.h:

kernel/smp.h:

kernel/x86/ap_start.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/percpu.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/init.h:

mm/memblock.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/range.h:

mm/range_tree.h:
