build-clang/guest/tests/unit/apic_test.o: tests/unit/apic_test.c \
  kernel/x86/apic_logic.h mm/types.h tests/harness/test.h

kernel/x86/apic_logic.h:

mm/types.h:

tests/harness/test.h:
