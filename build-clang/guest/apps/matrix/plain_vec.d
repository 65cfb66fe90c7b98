build-clang/guest/apps/matrix/plain_vec.o: apps/matrix/plain_vec.c \
  apps/matrix/gemm.h mm/types.h

apps/matrix/gemm.h:

mm/types.h:
