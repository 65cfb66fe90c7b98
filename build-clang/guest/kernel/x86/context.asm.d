build-clang/guest/kernel/x86/context.asm.o : \
  kernel/x86/context.asm

kernel/x86/context.asm :

