build-clang/guest/kernel/glue/netlog.o: kernel/glue/netlog.c \
  kernel/glue/netlog.h apps/net/stack.h apps/net/net.h \
  apps/packet/frame.h mm/types.h mm/page_alloc.h mm/chunk_set.h \
  mm/page.h mm/port.h kernel/glue/mm_port_impl.h apps/net/syslog.h \
  kernel/console.h kernel/format_logic.h kernel/options.h \
  kernel/console_logic.h kernel/ip_logic.h kernel/printk.h kernel/time.h \
  kernel/x86/cpu.h

kernel/glue/netlog.h:

apps/net/stack.h:

apps/net/net.h:

apps/packet/frame.h:

mm/types.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

apps/net/syslog.h:

kernel/console.h:

kernel/format_logic.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/printk.h:

kernel/time.h:

kernel/x86/cpu.h:
