build-clang/guest/kernel/x86/vector.o: kernel/x86/vector.c \
  kernel/x86/vector.h mm/types.h kernel/x86/cpu.h

kernel/x86/vector.h:

mm/types.h:

kernel/x86/cpu.h:
