build-clang/guest/tests/harness/vm_fixture.o: tests/harness/vm_fixture.c \
  tests/harness/vm_fixture.h mm/mmap.h mm/range_claim.h mm/port.h \
  mm/types.h kernel/glue/mm_port_impl.h mm/obj_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/object.h mm/table_pool.h mm/range.h \
  mm/range_tree.h mm/vmalloc.h tests/harness/node_fixture.h \
  tests/harness/test.h

tests/harness/vm_fixture.h:

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

mm/vmalloc.h:

tests/harness/node_fixture.h:

tests/harness/test.h:
