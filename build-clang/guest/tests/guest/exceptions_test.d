build-clang/guest/tests/guest/exceptions_test.o: \
  tests/guest/exceptions_test.c kernel/layout.h mm/types.h \
  kernel/panic.h kernel/x86/exceptions.h kernel/symbols.h \
  kernel/x86/apic_logic.h kernel/x86/cpu.h kernel/x86/gdt.h \
  kernel/x86/ipi.h kernel/x86/percpu.h kernel/x86/cpuid_logic.h \
  mm/port.h kernel/glue/mm_port_impl.h kernel/x86/paging.h \
  kernel/x86/pagetable.h tests/harness/test.h

kernel/layout.h:

mm/types.h:

kernel/panic.h:

kernel/x86/exceptions.h:

kernel/symbols.h:

kernel/x86/apic_logic.h:

kernel/x86/cpu.h:

kernel/x86/gdt.h:

kernel/x86/ipi.h:

kernel/x86/percpu.h:

kernel/x86/cpuid_logic.h:

mm/port.h:

kernel/glue/mm_port_impl.h:

kernel/x86/paging.h:

kernel/x86/pagetable.h:

tests/harness/test.h:
