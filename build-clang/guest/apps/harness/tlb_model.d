build-clang/guest/apps/harness/tlb_model.o: apps/harness/tlb_model.c \
  apps/harness/tlb_model.h mm/types.h

apps/harness/tlb_model.h:

mm/types.h:
