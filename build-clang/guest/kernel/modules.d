build-clang/guest/kernel/modules.o: kernel/modules.c kernel/modules.h \
  boot/boot_info.h mm/object.h mm/range_claim.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h mm/table_pool.h mm/page_alloc.h \
  mm/chunk_set.h mm/page.h mm/range.h mm/range_tree.h kernel/printk.h

kernel/modules.h:

boot/boot_info.h:

mm/object.h:

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

mm/table_pool.h:

mm/page_alloc.h:

mm/chunk_set.h:

mm/page.h:

mm/range.h:

mm/range_tree.h:

kernel/printk.h:
