// Made by tools/version.
#include "kernel/version.h"

const char build_version[] = "00160ab05eb7-dirty";
const char build_compiler[] = "Debian clang version 14.0.6";
const char build_flags[] = "-std=gnu11 -O2 -g -ffreestanding -nostdinc -mcmodel=kernel -mno-red-zone -mgeneral-regs-only -fno-pic -fno-pie -fno-stack-protector -fcf-protection=none -fno-omit-frame-pointer -momit-leaf-frame-pointer -fno-strict-aliasing -fno-asynchronous-unwind-tables -Wall -Wextra -Wmissing-prototypes -Wundef -Wshadow -Wvla -Werror";
