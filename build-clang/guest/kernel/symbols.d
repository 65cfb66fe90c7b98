build-clang/guest/kernel/symbols.o: kernel/symbols.c kernel/layout.h \
  mm/types.h kernel/symbols.h

kernel/layout.h:

mm/types.h:

kernel/symbols.h:
