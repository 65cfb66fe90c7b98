build-clang/guest/apps/harness/stats.o: apps/harness/stats.c \
  apps/harness/stats.h mm/types.h

apps/harness/stats.h:

mm/types.h:
