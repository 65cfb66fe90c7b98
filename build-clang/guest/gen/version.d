build-clang/guest/gen/version.o: build-clang/gen/version.c \
  kernel/version.h

kernel/version.h:
