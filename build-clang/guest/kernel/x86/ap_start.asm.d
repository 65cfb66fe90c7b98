build-clang/guest/kernel/x86/ap_start.asm.o : \
  kernel/x86/ap_start.asm

kernel/x86/ap_start.asm :

