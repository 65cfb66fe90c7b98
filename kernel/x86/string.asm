; SPDX-License-Identifier: MIT
;
; memcpy, memmove, memset: eight bytes at a time by string instructions. Under icount one tick is
; one iteration, so whole words matter there; hardware moves cache lines either way.

global memcpy, memmove, memset

section .text

; void *memmove(void *to, const void *from, size_t len)
memmove:
	mov rax, rdi
	sub rax, rsi
	cmp rax, rdx			; unsigned: 0 < to - from < len, the end would be overwritten
	jb .backward

; void *memcpy(void *to, const void *from, size_t len)
memcpy:
	mov rax, rdi
	mov rcx, rdx
	shr rcx, 3
	rep movsq
	and edx, 7
	jz .done
	mov ecx, edx
	rep movsb
.done:
	ret

memmove.backward:
	mov rax, rdi
	lea rdi, [rdi + rdx - 1]
	lea rsi, [rsi + rdx - 1]
	mov rcx, rdx
	std
	rep movsb
	cld
	ret

; void *memset(void *to, int byte, size_t len)
memset:
	mov r8, rdi
	movzx eax, sil
	mov rcx, 0x0101010101010101
	imul rax, rcx
	mov rcx, rdx
	shr rcx, 3
	rep stosq
	and edx, 7
	jz .done
	mov ecx, edx
	rep stosb
.done:
	mov rax, r8
	ret
