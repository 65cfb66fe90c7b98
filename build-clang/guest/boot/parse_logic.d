build-clang/guest/boot/parse_logic.o: boot/parse_logic.c \
  boot/parse_logic.h boot/boot_info.h

boot/parse_logic.h:

boot/boot_info.h:
