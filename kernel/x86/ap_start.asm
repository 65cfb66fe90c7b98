; SPDX-License-Identifier: MIT
;
; The way of every CPU but the first from the startup IPI to ap_main(cpu).
;
; ap_trampoline is copied to a page below 1 MiB, where CS:0 is its start and the CPU is in real mode.
; It goes straight to long mode on tables that map that page at its own address and the upper half as
; the kernel's do (ap_start.c builds them), and on to ap_entry in the image.
;
; Which CPU it is, it asks itself: a CPU that was given up may still come, at any time.

CR0_VALUE	equ 0x80010033		; as in boot/entry.asm
CR4_VALUE	equ 0x6a0
MSR_EFER	equ 0xc0000080
EFER_LME	equ 0x100
EFER_NXE	equ 0x800
MSR_MISC_ENABLE	equ 0x1a0
XD_DISABLE	equ 1 << (34 - 32)
NX_SWITCHED_ON	equ 1			; enum paging_nx
NX_NONE		equ 2

SLOT_LEN	equ 24			; struct ap_slot, ap_start.c
SLOT_STATE	equ 4
SLOT_STACK	equ 8
SLOT_CPU	equ 16
STARTING	equ 1
ARRIVED		equ 2

global ap_trampoline, ap_trampoline_end
global ap_trampoline_cr3, ap_trampoline_nx, ap_trampoline_gdt_base, ap_trampoline_far
extern ap_slots, ap_nr_slots, ap_main

%define AT(label) (label - ap_trampoline)

section .rodata
align 16
ap_trampoline:
bits 16
	cli
	cld
	mov ax, cs
	mov ds, ax
	o32 lgdt [AT(ap_trampoline_gdt)]
	mov eax, CR4_VALUE
	mov cr4, eax
	mov eax, [AT(ap_trampoline_cr3)]
	mov cr3, eax
	cmp dword [AT(ap_trampoline_nx)], NX_SWITCHED_ON
	jne .nx_as_it_is
	mov ecx, MSR_MISC_ENABLE	; each CPU has a switch of its own
	rdmsr
	and edx, ~XD_DISABLE
	wrmsr
.nx_as_it_is:
	mov eax, EFER_LME
	cmp dword [AT(ap_trampoline_nx)], NX_NONE
	je .efer
	or eax, EFER_NXE
.efer:
	mov ecx, MSR_EFER
	xor edx, edx
	wrmsr
	mov eax, CR0_VALUE		; protection and paging at once: long mode (AMD APM 2, 14.6)
	mov cr0, eax
	db 0x66, 0xea			; jmp 0x08:(start of long_mode)
ap_trampoline_far:
	dd AT(long_mode)		; the page's address is added
	dw 0x08
bits 64
long_mode:
	mov rax, [rel entry_address]
	jmp rax

align 8
entry_address:
	dq ap_entry
ap_trampoline_cr3:
	dd 0
ap_trampoline_nx:
	dd 0
early_gdt:
	dq 0
	dq 0x00af9b000000ffff		; 0x08: code, 64 bit
	dq 0x00cf93000000ffff		; 0x10: data
ap_trampoline_gdt:
	dw ap_trampoline_gdt - early_gdt - 1
ap_trampoline_gdt_base:
	dd AT(early_gdt)		; the page's address is added
ap_trampoline_end:

section .text
; No stack yet. The APIC id is that of leaf 0xb where the CPU has it, of 32 bits, else of leaf 1.
ap_entry:
	mov eax, 0x10
	mov ds, eax
	mov es, eax
	mov ss, eax
	xor eax, eax
	mov fs, eax
	mov gs, eax
	xor eax, eax
	cpuid
	cmp eax, 0xb
	jb .short_id
	mov eax, 0xb
	xor ecx, ecx
	cpuid
	test ebx, ebx			; 0: the leaf is empty
	jz .short_id
	mov esi, edx
	jmp .search
.short_id:
	mov eax, 1
	cpuid
	mov esi, ebx
	shr esi, 24
.search:
	mov rdi, ap_slots
	mov ecx, [abs ap_nr_slots]
.next:
	test ecx, ecx
	jz .not_wanted
	cmp [rdi], esi
	je .found
	add rdi, SLOT_LEN
	dec ecx
	jmp .next
.found:
	mov eax, STARTING		; nobody has given it up
	mov edx, ARRIVED
	lock cmpxchg [rdi + SLOT_STATE], edx
	jne .not_wanted
	mov rsp, [rdi + SLOT_STACK]
	mov rdi, [rdi + SLOT_CPU]
	xor ebp, ebp			; the backtrace ends here
	push rbp
	jmp ap_main
.not_wanted:
	cli
	hlt
	jmp .not_wanted
