build-clang/guest/apps/shell/shell.o: apps/shell/shell.c \
  apps/shell/shell.h mm/types.h apps/harness/env.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/shell/command.h \
  apps/shell/line.h

apps/shell/shell.h:

mm/types.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/shell/command.h:

apps/shell/line.h:
