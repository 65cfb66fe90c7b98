build-clang/guest/tests/unit/numa_test.o: tests/unit/numa_test.c \
  mm/numa.h mm/memmap.h mm/types.h tests/harness/test.h \
  tests/unit/numa_check.h

mm/numa.h:

mm/memmap.h:

mm/types.h:

tests/harness/test.h:

tests/unit/numa_check.h:
