build-clang/guest/tests/unit/acpi_build.o: tests/unit/acpi_build.c \
  tests/unit/acpi_build.h kernel/x86/acpi_logic.h mm/types.h mm/port.h \
  kernel/glue/mm_port_impl.h

tests/unit/acpi_build.h:

kernel/x86/acpi_logic.h:

mm/types.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
