build-clang/guest/kernel/layout.o: kernel/layout.c kernel/layout.h \
  mm/types.h

kernel/layout.h:

mm/types.h:
