build-clang/guest/tests/unit/memblock_test.o: tests/unit/memblock_test.c \
  mm/memblock.h mm/memmap.h mm/types.h tests/harness/test.h

mm/memblock.h:

mm/memmap.h:

mm/types.h:

tests/harness/test.h:
