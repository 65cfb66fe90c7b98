build-clang/guest/apps/shell/command.o: apps/shell/command.c \
  apps/shell/command.h mm/types.h apps/harness/env.h \
  kernel/glue/env_impl.h kernel/x86/cpu.h apps/harness/text.h

apps/shell/command.h:

mm/types.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:

apps/harness/text.h:
