build-clang/guest/kernel/x86/smbios_logic.o: kernel/x86/smbios_logic.c \
  kernel/x86/smbios_logic.h mm/types.h

kernel/x86/smbios_logic.h:

mm/types.h:
