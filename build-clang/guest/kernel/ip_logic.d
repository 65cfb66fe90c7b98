build-clang/guest/kernel/ip_logic.o: kernel/ip_logic.c kernel/ip_logic.h \
  mm/types.h kernel/cmdline_logic.h

kernel/ip_logic.h:

mm/types.h:

kernel/cmdline_logic.h:
