build-clang/guest/tests/unit/range_test.o: tests/unit/range_test.c \
  mm/range.h mm/range_tree.h mm/types.h tests/harness/test.h

mm/range.h:

mm/range_tree.h:

mm/types.h:

tests/harness/test.h:
