build-clang/guest/boot/multiboot2.o: boot/multiboot2.c boot/multiboot2.h \
  boot/boot_info.h boot/parse_logic.h

boot/multiboot2.h:

boot/boot_info.h:

boot/parse_logic.h:
