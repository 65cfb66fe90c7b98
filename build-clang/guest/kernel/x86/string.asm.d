build-clang/guest/kernel/x86/string.asm.o : \
  kernel/x86/string.asm

kernel/x86/string.asm :

