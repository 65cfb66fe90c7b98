build-clang/guest/tests/guest/vspace_guest_test.o: \
  tests/guest/vspace_guest_test.c kernel/modules.h boot/boot_info.h \
  mm/object.h mm/range_claim.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h mm/table_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/range.h mm/range_tree.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/context.h tests/guest/space.h \
  mm/mmap.h mm/obj_pool.h tests/harness/test.h \
  tests/harness/vm_fixture.h mm/vmalloc.h tests/harness/node_fixture.h

kernel/modules.h:

boot/boot_info.h:

mm/object.h:

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

mm/table_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/range.h:

mm/range_tree.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/context.h:

tests/guest/space.h:

mm/mmap.h:

mm/obj_pool.h:

tests/harness/test.h:

tests/harness/vm_fixture.h:

mm/vmalloc.h:

tests/harness/node_fixture.h:
