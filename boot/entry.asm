; SPDX-License-Identifier: MIT
;
; From the loader's 32-bit jump to kmain() in long mode.
;
; At both entries: protected mode, flat segments, paging off, interrupts off, no usable stack.
; multiboot2 gives EAX = its magic, EBX = its structure; PVH gives EBX = hvm_start_info.
;
; Early address space, good for the first 4 GiB of physical memory until paging_init() replaces it:
;
;	0x0000000000000000  identity, for the jump itself
;	0xffff888000000000  the same as direct map
;	0xffffffff80000000  the same, first GiB: the image
;	0xffffff0000000000  device windows, empty (paging_map_device() fills them)

KERNEL_BASE	equ 0xffffffff80000000
%define PHYS(symbol) (symbol - KERNEL_BASE)

PVH_MAGIC	equ 0x336ec578		; we pass it on as multiboot2's magic is passed

PTE_TABLE	equ 0x3			; present, writable
PTE_LEAF_2M	equ 0x83		; present, writable, large
SLOT_DIRECT	equ 273			; 0xffff888000000000 >> 39 & 511
SLOT_IMAGE	equ 511			; 0xffffffff80000000 >> 39 & 511

CR0_VALUE	equ 0x80010033		; PG WP NE ET MP PE
CR4_VALUE	equ 0x6a0		; OSXMMEXCPT OSFXSR PGE PAE; no LA57: four levels
MSR_EFER	equ 0xc0000080
EFER_VALUE	equ 0x900		; NXE LME

COM1		equ 0x3f8
DEBUG_EXIT	equ 0xf4

global multiboot2_entry, pvh_entry, early_pml4, boot_tsc
extern kmain, main_stack_end

section .boot.text progbits alloc exec nowrite align=16
bits 32
pvh_entry:
	mov esi, PVH_MAGIC
	jmp start

multiboot2_entry:
	mov esi, eax

start:
	rdtsc				; the time to the first benchmark counts from here
	mov [PHYS(boot_tsc)], eax
	mov [PHYS(boot_tsc) + 4], edx
	cld
	mov esp, PHYS(main_stack_end)
	mov ebp, ebx			; CPUID takes EBX

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
	mov eax, 0x80000000
	cpuid
	cmp eax, 0x80000001
	jb no_long_mode
	mov eax, 0x80000001
	cpuid
	test edx, 1 << 29		; LM
	jz no_long_mode
	test edx, 1 << 20		; NX
	jz no_nx

	; 4 GiB in 2 MiB leaves.
	mov edi, PHYS(early_pd)
	mov eax, PTE_LEAF_2M
	mov ecx, 4 * 512
.leaf:
	mov [edi], eax
	add edi, 8
	add eax, 0x200000
	loop .leaf

	mov edi, PHYS(early_pdpt)
	mov eax, PHYS(early_pd) + PTE_TABLE
	mov ecx, 4
.table:
	mov [edi], eax
	add edi, 8
	add eax, 0x1000
	loop .table

	mov dword [PHYS(early_pdpt_image) + 510 * 8], PHYS(early_pd) + PTE_TABLE
	mov dword [PHYS(early_pml4)], PHYS(early_pdpt) + PTE_TABLE
	mov dword [PHYS(early_pml4) + SLOT_DIRECT * 8], PHYS(early_pdpt) + PTE_TABLE
	mov dword [PHYS(early_pml4) + SLOT_IMAGE * 8], PHYS(early_pdpt_image) + PTE_TABLE

	; Whatever the loader left in the control registers is replaced, not amended.
	mov eax, CR4_VALUE
	mov cr4, eax
	mov eax, PHYS(early_pml4)
	mov cr3, eax
	mov ecx, MSR_EFER
	mov eax, EFER_VALUE
	xor edx, edx
	wrmsr
	mov eax, CR0_VALUE
	mov cr0, eax
	lgdt [PHYS(early_gdt_pointer)]
	jmp 0x08:PHYS(start64)

no_long_mode:
	mov esi, PHYS(text_no_long_mode)
	jmp refuse
no_nx:
	mov esi, PHYS(text_no_nx)

; Print the text at ESI on COM1 and end the run as a failure. Waits are bounded: a port without a
; UART reads as all ones, one that does not drain loses the text.
refuse:
	mov ebx, PHYS(uart_setup)
.setup:
	movzx edx, byte [ebx]
	add edx, COM1
	mov al, [ebx + 1]
	out dx, al
	add ebx, 2
	cmp ebx, PHYS(uart_setup_end)
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
text_no_nx:
	db 13, 10, "refused: boot: this CPU has no NX bit, which Bulkhead needs "
	db "(off in the firmware set-up?)", 13, 10
	db "0 passed, 1 failed, 0 skipped", 13, 10, 0

section .data
align 8
boot_tsc:
	dq 0

section .bss.early_tables nobits alloc noexec write align=4096
early_pml4:
	resb 4096
early_pdpt:
	resb 4096
early_pdpt_image:
	resb 4096
early_pd:
	resb 4 * 4096
