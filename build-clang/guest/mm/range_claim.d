build-clang/guest/mm/range_claim.o: mm/range_claim.c mm/range_claim.h \
  mm/port.h mm/types.h kernel/glue/mm_port_impl.h

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:
