build-clang/guest/tests/unit/acpi_fuzz_test.o: \
  tests/unit/acpi_fuzz_test.c kernel/x86/madt_logic.h \
  kernel/x86/acpi_logic.h mm/types.h kernel/x86/srat_logic.h \
  tests/harness/test.h tests/unit/acpi_build.h tests/unit/numa_check.h \
  mm/numa.h mm/memmap.h

kernel/x86/madt_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:

kernel/x86/srat_logic.h:

tests/harness/test.h:

tests/unit/acpi_build.h:

tests/unit/numa_check.h:

mm/numa.h:

mm/memmap.h:
