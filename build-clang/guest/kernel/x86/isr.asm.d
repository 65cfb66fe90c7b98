build-clang/guest/kernel/x86/isr.asm.o : kernel/x86/isr.asm

kernel/x86/isr.asm :

