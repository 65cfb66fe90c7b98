build-clang/guest/kernel/string.o: kernel/string.c kernel/string.h

kernel/string.h:
