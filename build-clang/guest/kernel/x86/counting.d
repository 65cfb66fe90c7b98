build-clang/guest/kernel/x86/counting.o: kernel/x86/counting.c \
  kernel/x86/counting.h kernel/x86/cpu.h

kernel/x86/counting.h:

kernel/x86/cpu.h:
