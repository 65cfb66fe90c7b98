build-clang/guest/tests/unit/tlb_model_test.o: \
  tests/unit/tlb_model_test.c apps/harness/tlb_model.h mm/types.h \
  tests/harness/test.h

apps/harness/tlb_model.h:

mm/types.h:

tests/harness/test.h:
