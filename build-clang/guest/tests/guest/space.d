build-clang/guest/tests/guest/space.o: tests/guest/space.c \
  tests/guest/space.h mm/mmap.h mm/range_claim.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h kernel/panic.h kernel/x86/exceptions.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h \
  tests/harness/test.h

tests/guest/space.h:

mm/mmap.h:

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/object.h:

mm/table_pool.h:

mm/range.h:

mm/range_tree.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

tests/harness/test.h:
