build-clang/guest/tests/unit/vmalloc_test.o: tests/unit/vmalloc_test.c \
  mm/vmalloc.h mm/obj_pool.h mm/page_alloc.h mm/chunk_set.h mm/types.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h mm/range.h \
  mm/range_tree.h tests/harness/test.h tests/harness/vm_fixture.h \
  mm/mmap.h mm/range_claim.h mm/object.h mm/table_pool.h \
  tests/harness/node_fixture.h

mm/vmalloc.h:

mm/obj_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/types.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/range.h:

mm/range_tree.h:

tests/harness/test.h:

tests/harness/vm_fixture.h:

mm/mmap.h:

mm/range_claim.h:

mm/object.h:

mm/table_pool.h:

tests/harness/node_fixture.h:
