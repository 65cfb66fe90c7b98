build-clang/guest/apps/shell/line.o: apps/shell/line.c apps/shell/line.h \
  mm/types.h

apps/shell/line.h:

mm/types.h:
