; SPDX-License-Identifier: MIT
;
; From the loader's 32-bit jump to kmain() in long mode.
;
; At both entries: protected mode, flat segments, paging off, interrupts off, no usable stack.
; multiboot2 gives EAX = its magic, EBX = its structure; PVH gives EBX = hvm_start_info.
;
; The loader may have put the image elsewhere than where it is linked (header.asm). Until paging is on
; EDI holds the difference, and each address of the image is PHYS(symbol) + EDI.
;
; Early address space, good for the first 4 GiB of physical memory until paging_init() replaces it:
;
;	0x0000000000000000  identity, for the jump itself
;	0xffff888000000000  the same as direct map
;	0xffffffff80000000  the image, wherever it is: 8 MiB in 4 KiB leaves, from the second MiB on
;	0xffffff0000000000  device windows, empty (paging_map_device() fills them)

KERNEL_BASE	equ 0xffffffff80000000
%define PHYS(symbol) (symbol - KERNEL_BASE)

PVH_MAGIC	equ 0x336ec578		; we pass it on as multiboot2's magic is passed

PTE_TABLE	equ 0x3			; present, writable
PTE_LEAF_2M	equ 0x83		; present, writable, large
PTE_LEAF_4K	equ 0x3			; present, writable
IMAGE_PAGES	equ 2048		; of 4 KiB: 8 MiB, as boot/kernel.lds has it
SLOT_DIRECT	equ 273			; 0xffff888000000000 >> 39 & 511
SLOT_IMAGE	equ 511			; 0xffffffff80000000 >> 39 & 511

CR0_VALUE	equ 0x80010033		; PG WP NE ET MP PE
CR4_VALUE	equ 0x6a0		; OSXMMEXCPT OSFXSR PGE PAE; no LA57: four levels
MSR_EFER	equ 0xc0000080
EFER_LME	equ 0x100
EFER_NXE	equ 0x800
MSR_MISC_ENABLE	equ 0x1a0		; Intel
XD_DISABLE	equ 1 << (34 - 32)	; in its high half (SDM 4, table 2-2)

NX_THERE	equ 0			; enum paging_nx of kernel/x86/paging.h
NX_SWITCHED_ON	equ 1
NX_NONE		equ 2

COM1		equ 0x3f8
DEBUG_EXIT	equ 0xf4

global multiboot2_entry, pvh_entry, early_pml4
global boot_tsc, boot_cr0, boot_nx, image_delta
extern kmain, main_stack_end

section .boot.text progbits alloc exec nowrite align=16
bits 32
pvh_entry:
	mov esi, PVH_MAGIC
	jmp start

multiboot2_entry:
	mov esi, eax

; Where are we? The loader's structure lends four bytes for a stack, and gets them back.
start:
	cld
	mov ebp, ebx			; CPUID takes EBX
	mov ecx, [ebx]
	lea esp, [ebx + 4]
	call .here
.here:
	pop edi
	sub edi, PHYS(.here)
	mov [ebx], ecx
	lea esp, [PHYS(main_stack_end) + edi]

	rdtsc				; the time to the first benchmark counts from here
	mov [PHYS(boot_tsc) + edi], eax
	mov [PHYS(boot_tsc) + edi + 4], edx
	mov eax, cr0
	mov [PHYS(boot_cr0) + edi], eax
	mov [PHYS(image_delta) + edi], edi

	; A CPU without CPUID cannot flip EFLAGS.ID (SDM 1, 20.1).
	pushfd
	pop eax
	mov ecx, eax
	xor eax, 1 << 21
	push eax
	popfd
	pushfd
	pop eax
	xor eax, ecx
	test eax, 1 << 21
	jz no_long_mode
	call extended_features
	test edx, 1 << 29		; LM
	jz no_long_mode
	call find_nx

	; 4 GiB in 2 MiB leaves.
	lea ebx, [PHYS(early_pd) + edi]
	mov eax, PTE_LEAF_2M
	mov edx, 0x200000
	mov ecx, 4 * 512
	call fill
	lea ebx, [PHYS(early_pdpt) + edi]
	lea eax, [PHYS(early_pd) + edi + PTE_TABLE]
	mov edx, 0x1000
	mov ecx, 4
	call fill

	; The image where it is linked, as far as it can reach.
	lea ebx, [PHYS(early_pt_image) + edi + 256 * 8]
	lea eax, [edi + 0x100000 + PTE_LEAF_4K]
	mov ecx, IMAGE_PAGES - 256
	call fill
	lea ebx, [PHYS(early_pd_image) + edi]
	lea eax, [PHYS(early_pt_image) + edi + PTE_TABLE]
	mov ecx, IMAGE_PAGES / 512
	call fill
	lea eax, [PHYS(early_pd_image) + edi + PTE_TABLE]
	mov [PHYS(early_pdpt_image) + edi + 510 * 8], eax

	lea ebx, [PHYS(early_pml4) + edi]
	lea eax, [PHYS(early_pdpt) + edi + PTE_TABLE]
	mov [ebx], eax
	mov [ebx + SLOT_DIRECT * 8], eax
	lea eax, [PHYS(early_pdpt_image) + edi + PTE_TABLE]
	mov [ebx + SLOT_IMAGE * 8], eax

	; Whatever the loader left in the control registers is replaced, not amended.
	mov eax, CR4_VALUE
	mov cr4, eax
	mov cr3, ebx
	mov ecx, MSR_EFER
	mov eax, EFER_LME
	cmp dword [PHYS(boot_nx) + edi], NX_NONE
	je .efer
	or eax, EFER_NXE
.efer:
	xor edx, edx
	wrmsr
	mov eax, CR0_VALUE
	mov cr0, eax
	add [PHYS(early_gdt_pointer) + edi + 2], edi
	lgdt [PHYS(early_gdt_pointer) + edi]
	lea eax, [PHYS(start64) + edi]
	push dword 0x08
	push eax
	retf

; Fill ECX entries from EBX on: the first is EAX, each EDX more than the last. The high halves are 0.
fill:
	mov [ebx], eax
	add ebx, 8
	add eax, edx
	loop fill
	ret

; EDX of CPUID 0x80000001, 0 where there is no such leaf.
extended_features:
	mov eax, 0x80000000
	cpuid
	xor edx, edx
	cmp eax, 0x80000001
	jb .none
	mov eax, 0x80000001
	cpuid
.none:
	ret

; Has the CPU NX? On Intel's it may be switched off in the firmware set-up, and on again here.
find_nx:
	call extended_features
	test edx, 1 << 20		; NX
	jnz .end
	mov dword [PHYS(boot_nx) + edi], NX_NONE
	xor eax, eax
	cpuid
	cmp ebx, "Genu"
	jne .end
	cmp ecx, "ntel"
	jne .end
	mov ecx, MSR_MISC_ENABLE
	rdmsr
	test edx, XD_DISABLE
	jz .end
	and edx, ~XD_DISABLE
	wrmsr
	call extended_features
	test edx, 1 << 20
	jz .end
	mov dword [PHYS(boot_nx) + edi], NX_SWITCHED_ON
.end:
	ret

no_long_mode:
	lea esi, [PHYS(text_no_long_mode) + edi]

; Print the text at ESI on COM1 and end the run as a failure. Waits are bounded: a port without a
; UART reads as all ones, one that does not drain loses the text.
	lea ebx, [PHYS(uart_setup) + edi]
	lea ebp, [PHYS(uart_setup_end) + edi]
.setup:
	movzx edx, byte [ebx]
	add edx, COM1
	mov al, [ebx + 1]
	out dx, al
	add ebx, 2
	cmp ebx, ebp
	jb .setup
.next:
	mov bl, [esi]
	inc esi
	test bl, bl
	jz .end
	mov ecx, 100000			; reads of about a microsecond
	mov edx, COM1 + 5		; line status: transmitter holding register empty
.wait:
	in al, dx
	test al, 0x20
	loopz .wait
	mov edx, COM1
	mov al, bl
	out dx, al
	jmp .next
.end:
	mov al, 0x11			; failed
	out DEBUG_EXIT, al
.halt:
	cli
	hlt
	jmp .halt

bits 64
start64:
	mov rax, start_high
	jmp rax

section .text
start_high:
	mov eax, 0x10
	mov ds, eax
	mov es, eax
	mov ss, eax
	xor eax, eax
	mov fs, eax
	mov gs, eax
	mov rsp, main_stack_end
	mov edi, esi			; kmain(magic, info_phys)
	mov esi, ebp
	xor ebp, ebp			; the backtrace ends here
	push rbp			; no return address: aligns as a call would
	jmp kmain

section .boot.rodata progbits alloc noexec nowrite align=8
early_gdt:
	dq 0
	dq 0x00af9b000000ffff		; 0x08: code, 64 bit
	dq 0x00cf93000000ffff		; 0x10: data
early_gdt_pointer:
	dw early_gdt_pointer - early_gdt - 1
	dd PHYS(early_gdt)

; Register offset and value: no interrupts, divisor 1 (115200 baud), 8N1, FIFO on, DTR and RTS.
uart_setup:
	db 1, 0x00, 3, 0x80, 0, 0x01, 1, 0x00, 3, 0x03, 2, 0x07, 4, 0x03
uart_setup_end:

; A new line first: the loader may have left half a one.
text_no_long_mode:
	db 13, 10, "refused: boot: this CPU has no 64-bit mode, which Bulkhead needs", 13, 10
	db "0 passed, 1 failed, 0 skipped", 13, 10, 0

section .data
align 8
boot_tsc:
	dq 0
image_delta:				; bytes from where the image is linked to where it is
	dq 0
boot_cr0:				; as the loader left it
	dd 0
boot_nx:
	dd NX_THERE

section .bss.early_tables nobits alloc noexec write align=4096
early_pml4:
	resb 4096
early_pdpt:
	resb 4096
early_pdpt_image:
	resb 4096
early_pd_image:
	resb 4096
early_pt_image:
	resb IMAGE_PAGES * 8
early_pd:
	resb 4 * 4096
