build-clang/guest/kernel/x86/watchdog_logic.o: \
  kernel/x86/watchdog_logic.c kernel/x86/watchdog_logic.h \
  kernel/x86/acpi_logic.h mm/types.h

kernel/x86/watchdog_logic.h:

kernel/x86/acpi_logic.h:

mm/types.h:
