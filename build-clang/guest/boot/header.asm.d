build-clang/guest/boot/header.asm.o : boot/header.asm

boot/header.asm :

