build-clang/guest/kernel/x86/apic_logic.o: kernel/x86/apic_logic.c \
  kernel/x86/apic_logic.h mm/types.h

kernel/x86/apic_logic.h:

mm/types.h:
