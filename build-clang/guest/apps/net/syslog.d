build-clang/guest/apps/net/syslog.o: apps/net/syslog.c apps/net/syslog.h \
  mm/types.h apps/harness/env.h kernel/glue/env_impl.h kernel/x86/cpu.h

apps/net/syslog.h:

mm/types.h:

apps/harness/env.h:

kernel/glue/env_impl.h:

kernel/x86/cpu.h:
