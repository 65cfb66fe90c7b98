build-clang/guest/tests/guest/smp_test.o: tests/guest/smp_test.c \
  kernel/smp.h mm/types.h kernel/time.h kernel/x86/apic_logic.h \
  kernel/x86/cpu.h kernel/x86/exceptions.h kernel/x86/ipi.h \
  kernel/x86/percpu.h kernel/layout.h kernel/panic.h \
  kernel/x86/cpuid_logic.h kernel/x86/gdt.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/paging.h kernel/x86/pagetable.h \
  mm/mmap.h mm/range_claim.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h mm/vmalloc.h tests/harness/test.h

kernel/smp.h:

mm/types.h:

kernel/time.h:

kernel/x86/apic_logic.h:

kernel/x86/cpu.h:

kernel/x86/exceptions.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/layout.h:

kernel/panic.h:

kernel/x86/cpuid_logic.h:

kernel/x86/gdt.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

mm/mmap.h:

mm/range_claim.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

mm/vmalloc.h:

tests/harness/test.h:
