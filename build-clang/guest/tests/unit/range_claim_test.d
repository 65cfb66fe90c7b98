build-clang/guest/tests/unit/range_claim_test.o: \
  tests/unit/range_claim_test.c mm/range_claim.h mm/port.h mm/types.h \
  kernel/glue/mm_port_impl.h tests/harness/test.h

mm/range_claim.h:

mm/port.h:

mm/types.h:

kernel/glue/mm_port_impl.h:

tests/harness/test.h:
