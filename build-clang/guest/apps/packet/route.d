build-clang/guest/apps/packet/route.o: apps/packet/route.c \
  apps/packet/route.h mm/types.h

apps/packet/route.h:

mm/types.h:
