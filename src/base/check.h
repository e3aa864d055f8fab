/* Assertions about the program's own correctness; active in every build, never used for bad input. */
#ifndef LGR_BASE_CHECK_H
#define LGR_BASE_CHECK_H

/* Is told of a broken assertion. */
typedef void (*base_check_handler)(void *user, const char *file, int line, const char *condition);

/* NULL: the assertion is printed and the process ends. Before anything else of the library is used. */
void base_check_choose(base_check_handler handler, void *user);

/* Reports a broken invariant. If a handler returns, the call of this thread is broken off (base/call.h); else the
   process ends, because its state can no longer be trusted. */
_Noreturn void base_check_failed(const char *file, int line, const char *condition);

#define LGR_ASSERT(condition) ((condition) ? (void)0 : base_check_failed(__FILE__, __LINE__, #condition))

#endif
