build-clang/guest/kernel/x86/caches_logic.o: kernel/x86/caches_logic.c \
  kernel/x86/caches_logic.h mm/types.h

kernel/x86/caches_logic.h:

mm/types.h:
