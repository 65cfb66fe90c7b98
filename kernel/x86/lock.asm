; SPDX-License-Identifier: MIT
;
; The way to port_lock_contended() that changes no register but RDI: who takes a lock has nothing to
; save, and no frame to set up, for the case that hardly ever is.

extern port_lock_contended
global port_lock_wait

section .text

; RDI: the lock. The stack may be aligned in any way.
port_lock_wait:
	push rbp
	mov rbp, rsp
	push rax
	push rcx
	push rdx
	push rsi
	push r8
	push r9
	push r10
	push r11
	and rsp, -16
	call port_lock_contended
	lea rsp, [rbp - 64]
	pop r11
	pop r10
	pop r9
	pop r8
	pop rsi
	pop rdx
	pop rcx
	pop rax
	pop rbp
	ret
