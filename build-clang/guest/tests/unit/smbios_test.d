build-clang/guest/tests/unit/smbios_test.o: tests/unit/smbios_test.c \
  kernel/x86/smbios_logic.h mm/types.h tests/harness/test.h

kernel/x86/smbios_logic.h:

mm/types.h:

tests/harness/test.h:
