build-clang/guest/boot/pvh.o: boot/pvh.c boot/parse_logic.h \
  boot/boot_info.h boot/pvh.h

boot/parse_logic.h:

boot/boot_info.h:

boot/pvh.h:
