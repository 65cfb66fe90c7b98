build-clang/guest/tests/guest/nodes_guest_test.o: \
  tests/guest/nodes_guest_test.c kernel/smp.h mm/types.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/numa.h mm/memmap.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/vmalloc.h mm/obj_pool.h mm/range.h \
  mm/range_tree.h tests/guest/space.h mm/mmap.h mm/range_claim.h \
  mm/object.h mm/table_pool.h tests/harness/test.h

kernel/smp.h:

mm/types.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/numa.h:

mm/memmap.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/range.h:

mm/range_tree.h:

tests/guest/space.h:

mm/mmap.h:

mm/range_claim.h:

mm/object.h:

mm/table_pool.h:

tests/harness/test.h:
