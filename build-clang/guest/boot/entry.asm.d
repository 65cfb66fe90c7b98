build-clang/guest/boot/entry.asm.o : boot/entry.asm

boot/entry.asm :

