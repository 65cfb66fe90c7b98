build-clang/guest/apps/matrix/gemm_avx512_vec.o: \
  apps/matrix/gemm_avx512_vec.c apps/matrix/gemm_kernel.h \
  apps/matrix/gemm.h mm/types.h

apps/matrix/gemm_kernel.h:

apps/matrix/gemm.h:

mm/types.h:
