; SPDX-License-Identifier: MIT
;
; kernel/x86/context.h

global context_run, context_abort, context_call_on

section .text

; int context_run(struct context *ctx, void (*fn)(void *), void *arg)
context_run:
	push rbp
	mov rbp, rsp
	mov [rdi], rbx
	mov [rdi + 8], rbp
	mov [rdi + 16], r12
	mov [rdi + 24], r13
	mov [rdi + 32], r14
	mov [rdi + 40], r15
	mov [rdi + 48], rsp
	mov rax, rsi
	mov rdi, rdx
	call rax
	xor eax, eax
	pop rbp
	ret

; void context_abort(struct context *ctx, int value)
context_abort:
	mov rbx, [rdi]
	mov rbp, [rdi + 8]
	mov r12, [rdi + 16]
	mov r13, [rdi + 24]
	mov r14, [rdi + 32]
	mov r15, [rdi + 40]
	mov rsp, [rdi + 48]
	mov eax, esi
	cld
	pop rbp
	ret

; void context_call_on(void *top, void (*fn)(void *), void *arg)
context_call_on:
	push rbp
	mov rbp, rsp
	mov rsp, rdi
	mov rax, rsi
	mov rdi, rdx
	call rax
	leave
	ret
