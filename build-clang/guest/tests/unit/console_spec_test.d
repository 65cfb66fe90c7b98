build-clang/guest/tests/unit/console_spec_test.o: \
  tests/unit/console_spec_test.c kernel/console_logic.h mm/types.h \
  kernel/x86/spcr_logic.h kernel/x86/acpi_logic.h tests/harness/test.h

kernel/console_logic.h:

mm/types.h:

kernel/x86/spcr_logic.h:

kernel/x86/acpi_logic.h:

tests/harness/test.h:
