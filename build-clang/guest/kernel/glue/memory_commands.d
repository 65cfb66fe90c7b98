build-clang/guest/kernel/glue/memory_commands.o: \
  kernel/glue/memory_commands.c apps/shell/command.h mm/types.h \
  kernel/glue/memory.h boot/boot_info.h kernel/layout.h kernel/printk.h \
  kernel/x86/paging.h kernel/x86/pagetable.h mm/port.h \
  kernel/glue/mm_port_impl.h mm/page_alloc.h mm/chunk_set.h mm/page.h \
  mm/vmalloc.h mm/obj_pool.h mm/range.h mm/range_tree.h

apps/shell/command.h:

mm/types.h:

kernel/glue/memory.h:

boot/boot_info.h:

kernel/layout.h:

kernel/printk.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/vmalloc.h:

mm/obj_pool.h:

mm/range.h:

mm/range_tree.h:
