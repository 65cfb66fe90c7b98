build-clang/guest/kernel/bootinfo.o: kernel/bootinfo.c boot/multiboot2.h \
  boot/boot_info.h boot/pvh.h kernel/bootinfo.h kernel/printk.h \
  mm/types.h kernel/verdict.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h

boot/multiboot2.h:

boot/boot_info.h:

boot/pvh.h:

kernel/bootinfo.h:

kernel/printk.h:

mm/types.h:

kernel/verdict.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
