build-clang/guest/tests/guest/symbols_test.o: tests/guest/symbols_test.c \
  kernel/layout.h mm/types.h kernel/string.h kernel/symbols.h \
  tests/harness/test.h

kernel/layout.h:

mm/types.h:

kernel/string.h:

kernel/symbols.h:

tests/harness/test.h:
