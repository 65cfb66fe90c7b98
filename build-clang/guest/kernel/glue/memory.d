build-clang/guest/kernel/glue/memory.o: kernel/glue/memory.c \
  kernel/glue/memory.h boot/boot_info.h mm/types.h kernel/format_logic.h \
  kernel/glue/nodes.h mm/numa.h mm/memmap.h kernel/layout.h \
  kernel/options.h kernel/console_logic.h kernel/ip_logic.h \
  kernel/panic.h kernel/x86/exceptions.h kernel/printk.h \
  kernel/verdict.h kernel/x86/paging.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h kernel/x86/ram_probe.h mm/init.h \
  mm/memblock.h mm/page_alloc.h mm/chunk_set.h mm/page.h mm/vmalloc.h \
  mm/obj_pool.h mm/range.h mm/range_tree.h

kernel/glue/memory.h:

boot/boot_info.h:

mm/types.h:

kernel/format_logic.h:

kernel/glue/nodes.h:

mm/numa.h:

mm/memmap.h:

kernel/layout.h:

kernel/options.h:

kernel/console_logic.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/printk.h:

kernel/verdict.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/ram_probe.h:

mm/init.h:

mm/memblock.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/range.h:

mm/range_tree.h:
