/* The program of an exported model: its header and its source, of texts that all share and of its own tables. */
#include "export/program.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct runtime_text {
    const char *name, *text;
    size_t length;
} runtime_text;

#include LGR_RUNTIME_TEXTS

const char *export_program_part(const char *name) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].text;
    return "";
}

/* With the model's name for MODEL. */
void export_program_text(strbuf *out, const char *text, const char *name) {
    static const char mark[] = "MODEL";
    for (const char *next; (next = strstr(text, mark)) != NULL; text = next + sizeof mark - 1) {
        base_strbuf_add_bytes(out, text, (size_t)(next - text));
        base_strbuf_add(out, name);
    }
    base_strbuf_add(out, text);
}

static void add_texts(strbuf *out, const char *const *names, const char *name) {
    for (; *names; names++) {
        export_program_text(out, export_program_part(*names), name);
        base_strbuf_add(out, "\n");
    }
}

static bool is_keyword(const char *name) {
    static const char *const words[] = {
        "auto",   "break",    "case",   "char",   "const",  "continue", "default", "do",      "double", "else",
        "enum",   "extern",   "float",  "for",    "goto",   "if",       "inline",  "int",     "long",   "register",
        "return", "short",    "signed", "sizeof", "static", "struct",   "switch",  "typedef", "union",  "unsigned",
        "void",   "volatile", "while",  "class",  "new",    "this",     "main",    "run",     NULL};
    for (const char *const *w = words; *w; w++)
        if (strcmp(*w, name) == 0)
            return true;
    return false;
}

static bool is_in_a_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The first identifier at or behind a place in a text, and its length; NULL: there is none. */
static const char *find_word(const char *at, size_t *length) {
    while (*at && !is_in_a_word(*at))
        at++;
    for (*length = 0; is_in_a_word(at[*length]);)
        ++*length;
    return *at ? at : NULL;
}

/* Whether some text has the identifier that begins with `first` and ends with the `length` letters of `rest`. */
static bool is_used(const char *first, const char *rest, size_t length) {
    const size_t begin = strlen(first);
    size_t n;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *w = find_word(texts[i].text, &n); w; w = find_word(w + n, &n))
            if (n == begin + length && memcmp(w, first, begin) == 0 && memcmp(w + begin, rest, length) == 0)
                return true;
    return false;
}

/* Whether a function or type of the model would be called as one that every program has: MODEL_tick of 'take'. */
static bool collides(const char *name) {
    const size_t own = strlen(name);
    size_t n;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *w = find_word(texts[i].text, &n); w; w = find_word(w + n, &n))
            if (n > own && memcmp(w, name, own) == 0 && w[own] == '_' && is_used("MODEL", w + own, n - own))
                return true;
    return false;
}

/* The model's name as one in C. */
const char *export_program_name(const char *name, arena *a) {
    strbuf out = base_strbuf_make(a);
    if (isdigit((unsigned char)*name) || !*name)
        base_strbuf_add(&out, "model_");
    for (; *name; name++) {
        const char c = isalnum((unsigned char)*name) ? *name : '_';
        base_strbuf_add_bytes(&out, &c, 1);
    }
    if (is_keyword(base_strbuf_text(&out)) || collides(base_strbuf_text(&out)))
        base_strbuf_add(&out, "_model");
    return base_strbuf_text(&out);
}

void export_program_file(export_files *files, arena *a, const char *name, const strbuf *text) {
    const export_file f = {name, base_strbuf_text(text), text->len};
    vec_push(a, files, f);
}

void export_program_begin(strbuf *out, const export_options *o, const model *m, const char *what) {
    base_strbuf_printf(out, "/* %s", what);
    for (const char *c = m->title ? m->title : m->name ? m->name : "A model"; *c; c++)
        base_strbuf_add_bytes(out, *c == '*' || *c == '\n' ? "." : c, 1);
    base_strbuf_printf(out, "\n   Written by Lagrangia %s. */\n", o->version);
}

void export_program_header(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                           const char *name, const char *more) {
    export_program_begin(out, o, x->m, "");
    export_program_text(out, "#ifndef MODEL_H\n#define MODEL_H\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
                        name);
    export_program_text(out, o->single ? "typedef float MODEL_real;\n\n" : "typedef double MODEL_real;\n\n", name);
    export_tables_sizes(out, x, t, name);
    export_program_text(out, export_program_part("status"), name);
    export_program_text(out, export_program_part("header"), name);
    base_strbuf_add(out, more);
    export_program_text(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n", name);
}

void export_program_source(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                           const char *name, const char *more) {
    static const char *const before[] = {"types", "base", NULL};
    const char *const after[] = {"forward", "motion", "scales", "table",  "step", t->narrows ? "narrow" : "wide",
                                 "contact", "events", "pieces", "record", "run",  "find",
                                 "start",   NULL};
    export_program_begin(out, o, x->m, "");
    export_program_text(out,
                        "#include \"MODEL.h\"\n\n#include <float.h>\n#include <math.h>\n#include <stdint.h>\n#include "
                        "<string.h>\n\n",
                        name);
    export_program_text(out, export_program_part("numbers"), name);
    export_program_text(out, export_program_part(o->single ? "float" : "double"), name);
    base_strbuf_add(out, "\n");
    add_texts(out, before, name);
    base_strbuf_add(out, base_strbuf_text(&t->programs));
    base_strbuf_add(out, base_strbuf_text(&t->tables));
    base_strbuf_add(out, "\n");
    add_texts(out, after, name);
    base_strbuf_add(out, more);
}
