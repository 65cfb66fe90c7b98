build-clang/guest/kernel/x86/smbios.o: kernel/x86/smbios.c \
  kernel/printk.h mm/types.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h \
  kernel/x86/smbios.h boot/boot_info.h kernel/x86/smbios_logic.h

kernel/printk.h:

mm/types.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/smbios.h:

boot/boot_info.h:

kernel/x86/smbios_logic.h:
