build-clang/guest/tests/unit/srat_test.o: tests/unit/srat_test.c \
  kernel/x86/srat_logic.h kernel/x86/acpi_logic.h mm/types.h \
  tests/harness/test.h tests/unit/acpi_build.h

kernel/x86/srat_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:

tests/harness/test.h:

tests/unit/acpi_build.h:
