build-clang/guest/apps/packet/frame.o: apps/packet/frame.c \
  apps/packet/frame.h mm/types.h apps/packet/checksum.h

apps/packet/frame.h:

mm/types.h:

apps/packet/checksum.h:
