// SPDX-License-Identifier: MIT
/* 16 registers of 2 doubles: tiles of 4 by 4. */
#define GEMM_NAME      gemm_sse2
#define GEMM_TARGET    "sse2"
#define GEMM_WIDTH     2
#define GEMM_ROWS      4
#define EACH_ROW(M)    M(0) M(1) M(2) M(3)
#define GEMM_COLS      2
#define EACH_COL(M, i) M(i, 0) M(i, 1)

#include "apps/matrix/gemm_kernel.h"
