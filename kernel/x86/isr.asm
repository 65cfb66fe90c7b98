; SPDX-License-Identifier: MIT
;
; Entry of all 256 vectors: bring the stack to the form of struct exc_frame, call exc_handler(frame),
; return through what it left there.

extern exc_handler
global isr_stubs

; Exceptions for which the CPU pushes an error code (SDM 3A, table 6-1): 8 10-14 17 21 29 30.
HAS_ERROR	equ 1 << 8 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 17 | \
	1 << 21 | 1 << 29 | 1 << 30

section .text

%assign vector 0
%rep 256
	align 16			; ISR_STUB_LEN in exceptions.c
%if vector == 0
isr_stubs:
%endif
%if vector >= 32 || ((HAS_ERROR >> vector) & 1) == 0
	push 0
%endif
	push vector
	jmp near isr_common
%assign vector vector + 1
%endrep

	align 16
isr_common:
	push rax
	push rbx
	push rcx
	push rdx
	push rsi
	push rdi
	push rbp
	push r8
	push r9
	push r10
	push r11
	push r12
	push r13
	push r14
	push r15
	mov rax, cr2
	push rax
	cld
	mov rdi, rsp
	xor ebp, ebp			; the backtrace of the handler ends here
	sub rsp, 8			; the ABI wants the stack on 16 bytes at a call
	call exc_handler
	add rsp, 16
	pop r15
	pop r14
	pop r13
	pop r12
	pop r11
	pop r10
	pop r9
	pop r8
	pop rbp
	pop rdi
	pop rsi
	pop rdx
	pop rcx
	pop rbx
	pop rax
	add rsp, 16
	iretq
