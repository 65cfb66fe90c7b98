// SPDX-License-Identifier: MIT
/* 16 registers of 4 doubles: tiles of 6 by 8. */
#define GEMM_NAME      gemm_avx2
#define GEMM_TARGET    "avx2,fma"
#define GEMM_WIDTH     4
#define GEMM_ROWS      6
#define EACH_ROW(M)    M(0) M(1) M(2) M(3) M(4) M(5)
#define GEMM_COLS      2
#define EACH_COL(M, i) M(i, 0) M(i, 1)

#include "apps/matrix/gemm_kernel.h"
