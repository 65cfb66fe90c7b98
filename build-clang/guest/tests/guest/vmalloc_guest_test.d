build-clang/guest/tests/guest/vmalloc_guest_test.o: \
  tests/guest/vmalloc_guest_test.c kernel/panic.h \
  kernel/x86/exceptions.h mm/types.h mm/vmalloc.h mm/obj_pool.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/range.h mm/range_tree.h \
  tests/harness/test.h

kernel/panic.h:

kernel/x86/exceptions.h:

mm/types.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/range.h:

mm/range_tree.h:

tests/harness/test.h:
