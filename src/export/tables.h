/* The programs of an exported model as functions in C, and the tables that name them. */
#ifndef LGR_EXPORT_TABLES_H
#define LGR_EXPORT_TABLES_H

#include "export/export.h"
#include "export/machine.h"

typedef struct export_tables {
    strbuf programs, tables;
    size_t inputs, work, results; /* the most that any program needs */
    size_t narrow_slots, narrows; /* the most of any shape; 0: nothing is narrow */
} export_tables;

/* False with a finding that names what cannot be exported. */
bool export_tables_suit(const export_machine *x);
export_tables export_tables_create(export_machine *x, const export_options *o, const char *name, arena *a);
/* Sizes and names for the header. */
void export_tables_sizes(strbuf *out, const export_machine *x, const export_tables *t, const char *name);

#endif
