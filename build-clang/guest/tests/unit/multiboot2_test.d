build-clang/guest/tests/unit/multiboot2_test.o: \
  tests/unit/multiboot2_test.c boot/multiboot2.h boot/boot_info.h \
  tests/harness/test.h mm/types.h

boot/multiboot2.h:

boot/boot_info.h:

tests/harness/test.h:

mm/types.h:
