build-clang/guest/tests/unit/madt_test.o: tests/unit/madt_test.c \
  kernel/x86/madt_logic.h kernel/x86/acpi_logic.h mm/types.h \
  tests/harness/test.h tests/unit/acpi_build.h

kernel/x86/madt_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:

tests/harness/test.h:

tests/unit/acpi_build.h:
