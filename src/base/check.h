/* Assertions about the program's own correctness; active in every build, never used for bad input. */
#ifndef LGR_BASE_CHECK_H
#define LGR_BASE_CHECK_H

/* Reports a broken invariant and ends the process: the state of the program can no longer be trusted. */
_Noreturn void base_check_failed(const char *file, int line, const char *condition);

#define LGR_ASSERT(condition) ((condition) ? (void)0 : base_check_failed(__FILE__, __LINE__, #condition))

#endif
