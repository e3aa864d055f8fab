/* The program of an exported model: its header and its source. */
#ifndef LGR_EXPORT_PROGRAM_H
#define LGR_EXPORT_PROGRAM_H

#include "export/export.h"
#include "export/machine.h"
#include "export/tables.h"

/* A name in C: of a model or a file. In `a`. */
const char *export_program_name(const char *name, arena *a);
/* A text of runtime/, by the name of its file. */
const char *export_program_part(const char *name);
/* A text with the model's name for MODEL. */
void export_program_text(strbuf *out, const char *text, const char *name);
/* The comment at the head of a file. */
void export_program_begin(strbuf *out, const export_options *o, const model *m, const char *what);
/* `more` is at the end of the declarations, or of the functions. */
void export_program_header(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                           const char *name, const char *more);
void export_program_source(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                           const char *name, const char *more);
void export_program_file(export_files *files, arena *a, const char *name, const strbuf *text);

#endif
