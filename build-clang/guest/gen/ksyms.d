build-clang/guest/gen/ksyms.o: build-clang/gen/ksyms.c kernel/symbols.h

kernel/symbols.h:
