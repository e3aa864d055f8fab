/* Narrow functions of an exported model: their arguments as steps of interval arithmetic, in tables. */
#ifndef LGR_EXPORT_NARROW_H
#define LGR_EXPORT_NARROW_H

#include "sim/event/resolution.h"
#include "tape/c/print.h"

/* Appends the table PREFIX_narrow, and those that it names. */
void export_narrow_print(strbuf *out, const narrow_functions *f, const char *prefix, bool single,
                         tape_table_list *tables, arena *a);

#endif
