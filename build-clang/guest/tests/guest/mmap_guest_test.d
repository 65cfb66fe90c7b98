build-clang/guest/tests/guest/mmap_guest_test.o: \
  tests/guest/mmap_guest_test.c kernel/panic.h kernel/x86/exceptions.h \
  mm/types.h tests/guest/space.h mm/mmap.h mm/range_claim.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h tests/harness/test.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

tests/guest/space.h:

mm/mmap.h:

mm/range_claim.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

tests/harness/test.h:
