build-clang/guest/kernel/x86/clock_hw.o: kernel/x86/clock_hw.c \
  kernel/layout.h mm/types.h kernel/x86/acpi.h boot/boot_info.h \
  kernel/x86/acpi_logic.h kernel/x86/clock_hw.h kernel/time_logic.h \
  kernel/x86/cpu.h kernel/x86/paging.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h

kernel/layout.h:

mm/types.h:

kernel/x86/acpi.h:

boot/boot_info.h:

kernel/x86/acpi_logic.h:

kernel/x86/clock_hw.h:

kernel/time_logic.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
