build-clang/guest/tests/guest/tlb_test.o: tests/guest/tlb_test.c \
  kernel/panic.h kernel/x86/exceptions.h mm/types.h kernel/x86/cpu.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/tlb.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h tests/guest/space.h mm/mmap.h \
  mm/range_claim.h mm/obj_pool.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h tests/harness/test.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/tlb.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

tests/guest/space.h:

mm/mmap.h:

mm/range_claim.h:

mm/obj_pool.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

tests/harness/test.h:
