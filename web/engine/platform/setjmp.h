/* Jumps back within one call, for WebAssembly, whose C library has none: the compiler makes exceptions of them. */
#ifndef LGR_PLATFORM_SETJMP_H
#define LGR_PLATFORM_SETJMP_H

typedef unsigned long jmp_buf[1];

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);

#endif
