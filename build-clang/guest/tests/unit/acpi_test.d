build-clang/guest/tests/unit/acpi_test.o: tests/unit/acpi_test.c \
  kernel/x86/acpi_logic.h mm/types.h tests/harness/test.h

kernel/x86/acpi_logic.h:

mm/types.h:

tests/harness/test.h:
