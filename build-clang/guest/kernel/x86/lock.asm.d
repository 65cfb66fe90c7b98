build-clang/guest/kernel/x86/lock.asm.o : kernel/x86/lock.asm

kernel/x86/lock.asm :

