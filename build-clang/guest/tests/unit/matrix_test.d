build-clang/guest/tests/unit/matrix_test.o: tests/unit/matrix_test.c \
  apps/harness/env.h mm/types.h kernel/glue/env_impl.h kernel/x86/cpu.h \
  apps/matrix/gemm.h tests/harness/test.h

apps/harness/env.h:

mm/types.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/matrix/gemm.h:

tests/harness/test.h:
