// Made by tools/ksyms.
#include "kernel/symbols.h"

#define KSYMS __attribute__((section(".rodata.ksyms")))

const uint32_t ksym_count KSYMS = 0;

const struct ksym ksym_table[] KSYMS = {
	{0xffffffff, 0},
};

const char ksym_names[] KSYMS =
	"";
