build-clang/guest/tests/unit/nodes_test.o: tests/unit/nodes_test.c \
  mm/nodes.h mm/numa.h mm/memmap.h mm/types.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/port.h kernel/glue/mm_port_impl.h \
  mm/frames.h mm/page_alloc_int.h tests/harness/test.h

mm/nodes.h:

mm/numa.h:

mm/memmap.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/frames.h:

mm/page_alloc_int.h:

tests/harness/test.h:
