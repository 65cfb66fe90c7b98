build-clang/guest/apps/harness/glob.o: apps/harness/glob.c \
  apps/harness/glob.h mm/types.h

apps/harness/glob.h:

mm/types.h:
