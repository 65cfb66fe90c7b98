// SPDX-License-Identifier: MIT
/* 32 registers of 8 doubles: tiles of 8 by 24. */
#define GEMM_NAME      gemm_avx512
#define GEMM_TARGET    "avx512f"
#define GEMM_WIDTH     8
#define GEMM_ROWS      8
#define EACH_ROW(M)    M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#define GEMM_COLS      3
#define EACH_COL(M, i) M(i, 0) M(i, 1) M(i, 2)

#include "apps/matrix/gemm_kernel.h"
