build-clang/guest/kernel/x86/cpuid_logic.o: kernel/x86/cpuid_logic.c \
  kernel/x86/cpuid_logic.h mm/types.h

kernel/x86/cpuid_logic.h:

mm/types.h:
