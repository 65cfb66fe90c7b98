build-clang/guest/kernel/x86/caches.o: kernel/x86/caches.c \
  kernel/x86/caches.h kernel/options.h kernel/console_logic.h mm/types.h \
  kernel/ip_logic.h kernel/printk.h kernel/x86/caches_logic.h \
  kernel/x86/cpu.h kernel/x86/paging.h kernel/layout.h \
  kernel/x86/pagetable.h mm/port.h kernel/glue/mm_port_impl.h

kernel/x86/caches.h:

kernel/options.h:

kernel/console_logic.h:

mm/types.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/x86/caches_logic.h:

kernel/x86/cpu.h:

kernel/x86/paging.h:

kernel/layout.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
