build-clang/guest/kernel/cmdline_logic.o: kernel/cmdline_logic.c \
  boot/boot_info.h kernel/cmdline_logic.h mm/types.h

boot/boot_info.h:

kernel/cmdline_logic.h:

mm/types.h:
