/* Collects findings in the order of their places, limited in number. */
#include "diag/diag.h"

#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "diag/place.h"

typedef struct placed_source {
    diag_source source;
    uint32_t base; /* the offset of its first byte */
} placed_source;

struct diag {
    arena *memory;
    VEC(placed_source) sources;
    const diag_origin *origin;
    VEC(finding *) kept; /* pointers, because callers hold findings while others are inserted */
    size_t errors;       /* kept or not */
    finding scratch;     /* takes what is not kept */
};

static const struct {
    const char *name, *title;
} codes[DIAG_CODE_COUNT] = {
#define ROW(code, title) {#code, title},
    DIAG_CODES(ROW)
#undef ROW
};

const char *diag_code_name(diag_code code) {
    LGR_ASSERT(code < DIAG_CODE_COUNT);
    return codes[code].name;
}

const char *diag_code_title(diag_code code) {
    LGR_ASSERT(code < DIAG_CODE_COUNT);
    return codes[code].title;
}

diag_code diag_code_find(const char *name) {
    int code = 0;
    while (code < DIAG_CODE_COUNT && strcmp(codes[code].name, name) != 0)
        code++;
    return (diag_code)code;
}

bool diag_is_warning(diag_code code) {
    return diag_code_name(code)[0] == 'W';
}

diag *diag_create(arena *a, diag_source source) {
    LGR_ASSERT(source.name != NULL && (source.text != NULL || source.length == 0));
    diag *d = ARENA_NEW(a, diag);
    d->memory = a;
    diag_add_source(d, source);
    return d;
}

diag *diag_create_like(arena *a, const diag *of) {
    diag *d = ARENA_NEW(a, diag);
    d->memory = a;
    for (size_t i = 0; i < of->sources.len; i++)
        vec_push(a, &d->sources, of->sources.at[i]);
    return d;
}

/* One byte lies between two texts, so that the end of one is not the beginning of the next. */
size_t diag_add_source(diag *d, diag_source source) {
    size_t count = d->sources.len;
    const placed_source *last = count ? &d->sources.at[count - 1] : NULL;
    placed_source next = {source, last ? last->base + (uint32_t)last->source.length + 1 : 0};
    vec_push(d->memory, &d->sources, next);
    return count;
}

size_t diag_source_count(const diag *d) {
    return d->sources.len;
}

const diag_source *diag_source_at(const diag *d, size_t number) {
    LGR_ASSERT(number < d->sources.len);
    return &d->sources.at[number].source;
}

uint32_t diag_source_base(const diag *d, size_t number) {
    LGR_ASSERT(number < d->sources.len);
    return d->sources.at[number].base;
}

size_t diag_source_of(const diag *d, uint32_t offset) {
    size_t i = d->sources.len - 1;
    while (i > 0 && d->sources.at[i].base > offset)
        i--;
    return i;
}

const char *diag_text_at(const diag *d, uint32_t offset) {
    const placed_source *s = &d->sources.at[diag_source_of(d, offset)];
    return s->source.text + (offset - s->base);
}

const diag_origin *diag_set_origin(diag *d, const diag_origin *origin) {
    const diag_origin *before = d->origin;
    d->origin = origin;
    return before;
}

/* Findings without a place come last. */
static bool comes_before(const finding *a, const finding *b) {
    bool a_placed = a->at.end > 0, b_placed = b->at.end > 0;
    return a_placed != b_placed ? a_placed : a->at.begin < b->at.begin;
}

static void insert(diag *d, finding *f) {
    vec_push(d->memory, &d->kept, f);
    for (size_t i = d->kept.len - 1; i > 0 && comes_before(f, d->kept.at[i - 1]); i--) {
        d->kept.at[i] = d->kept.at[i - 1];
        d->kept.at[i - 1] = f;
    }
}

/* A finding that is there already: each pass of a loop finds it again, each run of a model its warnings. */
static bool is_known(const diag *d, const finding *f) {
    for (size_t i = 0; i < d->kept.len; i++) {
        const finding *k = d->kept.at[i];
        if (k->code == f->code && k->at.begin == f->at.begin && k->at.end == f->at.end &&
            !strcmp(k->message, f->message))
            return true;
    }
    return false;
}

static finding *pass_over(diag *d, diag_code code, span at) {
    d->scratch = (finding){.code = code, .message = "", .at = at, .primary = ""};
    return &d->scratch;
}

/* False where it is known, or one error too many. */
static bool keep(diag *d, finding *f) {
    bool is_error = !diag_is_warning(f->code);
    if ((!is_error || f->at.end > 0) && is_known(d, f))
        return false;
    bool fits = !is_error || d->errors < DIAG_MAX_ERRORS;
    if (fits)
        insert(d, f);
    d->errors += is_error;
    return fits;
}

finding *diag_add(diag *d, diag_code code, span at, const char *format, ...) {
    LGR_ASSERT(code < DIAG_CODE_COUNT && at.begin <= at.end);
    finding *f = ARENA_NEW(d->memory, finding);
    va_list args;
    va_start(args, format);
    *f = (finding){.code = code,
                   .message = base_arena_vprintf(d->memory, format, args),
                   .at = at,
                   .primary = "",
                   .origin = d->origin};
    va_end(args);
    return keep(d, f) ? f : pass_over(d, code, at);
}

static const char *copied(diag *d, const char *text) {
    return text ? base_arena_copy(d->memory, text, strlen(text)) : NULL;
}

static const diag_origin *copied_origin(diag *d, const diag_origin *o) {
    if (!o)
        return NULL;
    diag_origin *copy = ARENA_NEW(d->memory, diag_origin);
    *copy = (diag_origin){o->at, copied(d, o->part), copied_origin(d, o->outer)};
    return copy;
}

void diag_merge(diag *d, const diag *from) {
    for (size_t i = 0; i < from->kept.len; i++) {
        finding *f = ARENA_NEW(d->memory, finding);
        *f = *from->kept.at[i];
        f->message = copied(d, f->message);
        f->primary = copied(d, f->primary);
        f->help = copied(d, f->help);
        f->fix = copied(d, f->fix);
        f->origin = copied_origin(d, f->origin);
        for (size_t k = 0; k < f->label_count; k++)
            f->labels[k].text = copied(d, f->labels[k].text);
        keep(d, f);
    }
    d->errors += diag_dropped(from);
}

bool diag_is_kept(const diag *d, const finding *f) {
    return f != &d->scratch;
}

void diag_primary(diag *d, finding *f, const char *format, ...) {
    if (f == &d->scratch)
        return;
    va_list args;
    va_start(args, format);
    f->primary = base_arena_vprintf(d->memory, format, args);
    va_end(args);
}

void diag_label_at(diag *d, finding *f, span at, const char *format, ...) {
    if (f == &d->scratch || f->label_count == DIAG_MAX_LABELS)
        return;
    va_list args;
    va_start(args, format);
    f->labels[f->label_count++] = (diag_label){at, base_arena_vprintf(d->memory, format, args)};
    va_end(args);
}

void diag_help(diag *d, finding *f, const char *format, ...) {
    if (f == &d->scratch)
        return;
    va_list args;
    va_start(args, format);
    f->help = base_arena_vprintf(d->memory, format, args);
    va_end(args);
}

void diag_fix(diag *d, finding *f, span at, const char *format, ...) {
    if (f == &d->scratch)
        return;
    va_list args;
    va_start(args, format);
    f->fix = base_arena_vprintf(d->memory, format, args);
    f->fix_at = at;
    va_end(args);
}

bool diag_has_errors(const diag *d) {
    return d->errors > 0;
}

size_t diag_count(const diag *d) {
    return d->kept.len;
}

size_t diag_dropped(const diag *d) {
    return d->errors > DIAG_MAX_ERRORS ? d->errors - DIAG_MAX_ERRORS : 0;
}

const finding *diag_at(const diag *d, size_t i) {
    LGR_ASSERT(i < d->kept.len);
    return d->kept.at[i];
}

const diag_source *diag_get_source(const diag *d) {
    return diag_source_at(d, 0);
}

arena *diag_memory(const diag *d) {
    return d->memory;
}

void diag_position(const diag *d, uint32_t offset, int *line, int *column) {
    size_t number = diag_source_of(d, offset);
    diag_place place = diag_locate(diag_source_at(d, number), offset - diag_source_base(d, number));
    *line = place.line;
    *column = place.column;
}
