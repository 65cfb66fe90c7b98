build-clang/guest/tests/unit/watchdog_test.o: tests/unit/watchdog_test.c \
  kernel/x86/watchdog_logic.h kernel/x86/acpi_logic.h mm/types.h \
  tests/harness/test.h tests/unit/acpi_build.h

kernel/x86/watchdog_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:

tests/harness/test.h:

tests/unit/acpi_build.h:
