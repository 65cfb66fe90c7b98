build-clang/guest/tests/unit/pvh_test.o: tests/unit/pvh_test.c boot/pvh.h \
  boot/boot_info.h tests/harness/test.h mm/types.h

boot/pvh.h:

boot/boot_info.h:

tests/harness/test.h:

mm/types.h:
