build-clang/guest/kernel/main.o: kernel/main.c drivers/pci.h \
  drivers/pci_logic.h mm/types.h drivers/ps2.h drivers/serial.h \
  drivers/vgatext.h kernel/bootinfo.h boot/boot_info.h kernel/console.h \
  kernel/glue/memory.h kernel/glue/cpus.h kernel/glue/netlog.h \
  kernel/glue/run.h kernel/modules.h mm/object.h mm/range_claim.h \
  mm/port.h kernel/glue/mm_port_impl.h mm/table_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/range.h mm/range_tree.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/printk.h \
  kernel/provoke.h kernel/string.h kernel/time.h kernel/tsc_spread.h \
  kernel/version.h kernel/x86/acpi.h kernel/x86/acpi_logic.h \
  kernel/x86/ap_start.h kernel/x86/caches.h kernel/x86/cpuinfo.h \
  kernel/x86/cpuid_logic.h kernel/x86/exceptions.h kernel/x86/gdt.h \
  kernel/x86/paging.h kernel/layout.h kernel/x86/pagetable.h \
  kernel/x86/percpu.h kernel/panic.h kernel/x86/pmu.h kernel/x86/reset.h \
  kernel/x86/smbios.h kernel/x86/vector.h kernel/x86/watchdog.h

drivers/pci.h:

drivers/pci_logic.h:

mm/types.h:

drivers/ps2.h:

drivers/serial.h:

drivers/vgatext.h:

kernel/bootinfo.h:

boot/boot_info.h:

kernel/console.h:

kernel/glue/memory.h:

kernel/glue/cpus.h:

kernel/glue/netlog.h:

kernel/glue/run.h:

kernel/modules.h:

mm/object.h:

mm/range_claim.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/table_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/range.h:

mm/range_tree.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/provoke.h:

kernel/string.h:

kernel/time.h:

kernel/tsc_spread.h:

kernel/version.h:

kernel/x86/acpi.h:

kernel/x86/acpi_logic.h:

kernel/x86/ap_start.h:

kernel/x86/caches.h:

kernel/x86/cpuinfo.h:

kernel/x86/cpuid_logic.h:

kernel/x86/exceptions.h:

kernel/x86/gdt.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

kernel/x86/percpu.h:

kernel/panic.h:

kernel/x86/pmu.h:

kernel/x86/reset.h:

kernel/x86/smbios.h:

kernel/x86/vector.h:

kernel/x86/watchdog.h:
