/* Findings about the user's text: the place, what is wrong, and what to write instead. Collected here, printed by
   others. */
#ifndef LGR_DIAG_DIAG_H
#define LGR_DIAG_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "diag/codes.h"

/* A byte range [begin, end) of the source text; {0, 0} where there is no place. The texts that it includes follow it:
   their offsets begin behind its own (diag_add_source). */
typedef struct span {
    uint32_t begin, end;
} span;

static inline span span_join(span a, span b) {
    return (span){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

/* The text being read; owned by the caller, kept (not copied) as long as findings are rendered. */
typedef struct diag_source {
    const char *name; /* file name as shown; "<stdin>" for standard input */
    const char *text;
    size_t length;
    struct files *files; /* those that it may name (base/files.h); NULL: any, read anew each time */
} diag_source;

/* What a text that is used in several places was used for: "upper", a part, and where it stands. */
typedef struct diag_origin {
    span at;
    const char *part;
    const struct diag_origin *outer; /* the part that holds it, or NULL */
} diag_origin;

typedef struct diag_label {
    span at;
    const char *text; /* may be "" */
} diag_label;

enum { DIAG_MAX_LABELS = 4, DIAG_MAX_ERRORS = 20 };

typedef struct finding {
    diag_code code;
    const char *message; /* the first line, without code */
    span at;             /* the primary place */
    const char *primary; /* what is there; "" if the message says it all */
    diag_label labels[DIAG_MAX_LABELS];
    size_t label_count;
    const char *help; /* one suggestion, or NULL */
    const char *fix;  /* what to write at `fix_at` instead, if that is known exactly; NULL else */
    span fix_at;
    const diag_origin *origin; /* the part in which it was found, or NULL */
} finding;

typedef struct diag diag;

diag *diag_create(arena *a, diag_source source);
/* An empty list for the texts of another one. */
diag *diag_create_like(arena *a, const diag *of);

/* Adds a text that the others include, and returns its number; the source that the list was created with is number 0.
   Places in it are offsets from its base on. */
size_t diag_add_source(diag *d, diag_source source);
size_t diag_source_count(const diag *d);
const diag_source *diag_source_at(const diag *d, size_t number);
uint32_t diag_source_base(const diag *d, size_t number);
/* The number of the text that an offset lies in. */
size_t diag_source_of(const diag *d, uint32_t offset);
/* The text from an offset on; it ends with its source. */
const char *diag_text_at(const diag *d, uint32_t offset);

/* What is added from now on was found in this part (NULL: in none); returns what was set before. */
const diag_origin *diag_set_origin(diag *d, const diag_origin *origin);

/* Adds a finding and returns it so that labels and help can be attached. After DIAG_MAX_ERRORS errors further ones are
   counted but not kept (a scratch finding is returned, never NULL). A warning is kept once, however often it is added,
   and so is an error with a place. */
finding *diag_add(diag *d, diag_code code, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Adds what another list of the same text has, as if it had been found here; texts are copied. */
void diag_merge(diag *d, const diag *from);
/* False for a scratch finding of diag_add, for which no details need to be computed. */
bool diag_is_kept(const diag *d, const finding *f);
/* The short text after the caret of the primary place. */
void diag_primary(diag *d, finding *f, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_label_at(diag *d, finding *f, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_help(diag *d, finding *f, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What mends it: this text in the place of another one, for editors. */
void diag_fix(diag *d, finding *f, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "did you mean 'theta'?" as the primary text, if one of the candidates is near enough (edit distance); of equally near
   ones the first three. Of names that differ in the number at their end only, the next number is nearest. The name
   itself is never suggested. Where just the name stands at the place, a single one is a fix. False: none is near. */
bool diag_suggest(diag *d, finding *f, const char *name, const char *const *candidates, size_t count);

bool diag_has_errors(const diag *d);
/* The number of findings kept. */
size_t diag_count(const diag *d);
/* How many errors came after DIAG_MAX_ERRORS. */
size_t diag_dropped(const diag *d);
/* Findings sorted by place (errors and warnings together), those without a place at the end. */
const finding *diag_at(const diag *d, size_t i);
/* The source that the list was created with. */
const diag_source *diag_get_source(const diag *d);
/* The arena that findings live in: texts made for messages may live there too. */
arena *diag_memory(const diag *d);

/* 1-based line and column (columns count characters, not bytes) of a place. The end of the text is just after its last
   visible character. */
void diag_position(const diag *d, uint32_t offset, int *line, int *column);

const char *diag_code_name(diag_code code);  /* "E0107" */
const char *diag_code_title(diag_code code); /* "unknown name" */
/* DIAG_CODE_COUNT if no code has this name. */
diag_code diag_code_find(const char *name);
bool diag_is_warning(diag_code code);

/* The finding as a person reads it: headline, arrow line, source line(s) with carets, help. `color`
   switches ANSI colours. The caret column counts display width of UTF-8 and expands tabs. */
void diag_render(const diag *d, const finding *f, bool color, strbuf *out);
/* {"code":..., "message":..., "file":..., "line":..., "column":..., "help":...}: the value of the "error" key. Line and
   column are null without a place, help is null where there is none. In a part of the model also "parts": a list of
   {"part":..., "file":..., "line":..., "column":...}, the innermost first. */
void diag_render_json(const diag *d, const finding *f, strbuf *out);

#endif
