build-clang/guest/tests/unit/power_test.o: tests/unit/power_test.c \
  kernel/x86/power_logic.h kernel/x86/acpi_logic.h mm/types.h \
  tests/harness/test.h tests/unit/acpi_build.h

kernel/x86/power_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:

tests/harness/test.h:

tests/unit/acpi_build.h:
