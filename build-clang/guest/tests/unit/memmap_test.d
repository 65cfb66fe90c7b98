build-clang/guest/tests/unit/memmap_test.o: tests/unit/memmap_test.c \
  mm/init.h mm/memblock.h mm/memmap.h mm/types.h mm/numa.h \
  mm/page_alloc.h mm/chunk_set.h mm/page.h mm/port.h \
  kernel/glue/mm_port_impl.h tests/harness/test.h

mm/init.h:

mm/memblock.h:

mm/memmap.h:

mm/types.h:

mm/numa.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
