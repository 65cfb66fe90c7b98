; SPDX-License-Identifier: MIT
;
; What the loaders look for in the file: the multiboot2 header (first 32 KiB, 8-byte aligned) and
; the PVH note. Addresses given to them are physical, as linked.
;
; The image is an ELF64 file that is loaded by its program headers, so there is no address tag. The
; EFI boot services are not asked for: the loader exits them and enters in 32-bit mode everywhere.

KERNEL_BASE	equ 0xffffffff80000000

MB2_MAGIC	equ 0xe85250d6
MB2_OPTIONAL	equ 1			; tag flag: go on without it
PREFER_LOW	equ 1

LOAD_LOWEST	equ 0x100000		; below lie the BIOS and its data
LOAD_HIGHEST	equ 0xffffffff		; boot/entry.asm's tables reach 4 GiB

extern multiboot2_entry, pvh_entry

section .boot.header progbits alloc noexec nowrite align=8
header:
	dd MB2_MAGIC
	dd 0				; architecture: i386, protected mode
	dd header_end - header
	dd 0x100000000 - (MB2_MAGIC + 0 + (header_end - header))

	align 8
.request:
	dw 1, MB2_OPTIONAL		; information request
	dd .request_end - .request
	dd 1, 2, 3, 4, 6, 8		; command line, loader, modules, sizes, map, framebuffer
	dd 12, 13, 14, 15, 17		; EFI system table, SMBIOS, RSDP old and new, EFI map
.request_end:

	align 8
	dw 3, 0				; entry address
	dd 12
	dd multiboot2_entry - KERNEL_BASE

	; EGA text is fine, and so is nothing.
	align 8
	dw 4, MB2_OPTIONAL		; console flags
	dd 12
	dd 2

	; A framebuffer of any size and depth. GRUB takes this as gfxpayload=auto, which a line behind
	; the `multiboot2` command may change, to text too. Without the tag it hands over none on BIOS
	; machines.
	align 8
	dw 5, MB2_OPTIONAL
	dd 20
	dd 0, 0, 0			; width, height, depth: no preference

	align 8
	dw 6, 0				; modules on page boundaries
	dd 8

	; Where 1 MiB is taken the image may lie elsewhere: the loader adds the difference to the entry.
	align 8
	dw 10, MB2_OPTIONAL		; relocatable
	dd 24
	dd LOAD_LOWEST, LOAD_HIGHEST
	dd 4096, PREFER_LOW		; alignment, which end

	align 8
	dw 0, 0				; end
	dd 8
header_end:

; ELF note of the x86/HVM direct boot ABI (Xen docs/misc/pvh). QEMU reads eight bytes of address.
section .note.Xen note alloc noexec nowrite align=4
	dd 4				; length of the name
	dd 8				; length of the address
	dd 18				; XEN_ELFNOTE_PHYS32_ENTRY
	db "Xen", 0
	dd pvh_entry - KERNEL_BASE
	dd 0
