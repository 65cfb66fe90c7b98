build-clang/guest/tests/unit/cmdline_test.o: tests/unit/cmdline_test.c \
  boot/boot_info.h kernel/cmdline_logic.h mm/types.h \
  tests/harness/test.h

boot/boot_info.h:

kernel/cmdline_logic.h:

mm/types.h:

tests/harness/test.h:
