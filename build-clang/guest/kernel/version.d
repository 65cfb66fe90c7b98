build-clang/guest/kernel/version.o: kernel/version.c kernel/version.h

kernel/version.h:
