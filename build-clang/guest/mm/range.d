build-clang/guest/mm/range.o: mm/range.c mm/range.h mm/range_tree.h \
  mm/types.h mm/port.h kernel/glue/mm_port_impl.h

mm/range.h:

mm/range_tree.h:

mm/types.h:

mm/port.h:

kernel/glue/mm_port_impl.h:
