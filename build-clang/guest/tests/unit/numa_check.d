build-clang/guest/tests/unit/numa_check.o: tests/unit/numa_check.c \
  tests/unit/numa_check.h mm/numa.h mm/memmap.h mm/types.h

tests/unit/numa_check.h:

mm/numa.h:

mm/memmap.h:

mm/types.h:
