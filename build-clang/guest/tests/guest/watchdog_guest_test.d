build-clang/guest/tests/guest/watchdog_guest_test.o: \
  tests/guest/watchdog_guest_test.c kernel/options.h \
  kernel/console_logic.h mm/types.h kernel/ip_logic.h kernel/panic.h \
  kernel/x86/exceptions.h kernel/x86/cpu.h tests/harness/test.h

kernel/options.h:

kernel/console_logic.h:

mm/types.h:

kernel/ip_logic.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/x86/cpu.h:

tests/harness/test.h:
