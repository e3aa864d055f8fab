/* Commands of the library, one function each; what they write is gathered. */
#ifndef LGR_TESTS_MEMORY_COMMANDS_H
#define LGR_TESTS_MEMORY_COMMANDS_H

#include <stddef.h>
#include <stdint.h>

#include <lagrangia/lagrangia.h>

typedef struct subject {
    const char *path;
    char *text;
    size_t length;
    int threads;
} subject;

/* `work` ends with LGR_STATUS_MEMORY where it could not do all of it. */
typedef struct command {
    const char *name;
    lgr_status (*work)(lgr_model *m, const subject *s);
} command;

extern const command commands[]; /* the last one has no name */

lgr_model *commands_parse(const subject *s);

/* What commands write is kept between these two. */
void commands_begin(void);
void commands_end(void);
void commands_forget(void);
/* Of what has been written since it was forgotten, but for blanks and for how long it took. */
uint64_t commands_hash(void);

#endif
