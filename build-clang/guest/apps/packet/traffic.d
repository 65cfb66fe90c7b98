build-clang/guest/apps/packet/traffic.o: apps/packet/traffic.c \
  apps/packet/traffic.h apps/packet/frame.h mm/types.h \
  apps/packet/route.h

apps/packet/traffic.h:

apps/packet/frame.h:

mm/types.h:

apps/packet/route.h:
