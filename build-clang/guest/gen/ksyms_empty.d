build-clang/guest/gen/ksyms_empty.o: build-clang/gen/ksyms_empty.c \
  kernel/symbols.h

kernel/symbols.h:
