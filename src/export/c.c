/* The model in C: what is the same for every model, and its own programs and tables. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "export/export.h"
#include "export/machine.h"
#include "export/tables.h"

typedef struct runtime_text {
    const char *name, *text;
    size_t length;
} runtime_text;

#include LGR_RUNTIME_TEXTS

static const char *text_of(const char *name) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].text;
    return "";
}

/* With the model's name for MODEL. */
static void add_text(strbuf *out, const char *text, const char *name) {
    static const char mark[] = "MODEL";
    for (const char *next; (next = strstr(text, mark)) != NULL; text = next + sizeof mark - 1) {
        base_strbuf_add_bytes(out, text, (size_t)(next - text));
        base_strbuf_add(out, name);
    }
    base_strbuf_add(out, text);
}

static void add_texts(strbuf *out, const char *const *names, const char *name) {
    for (; *names; names++) {
        add_text(out, text_of(*names), name);
        base_strbuf_add(out, "\n");
    }
}

static bool is_keyword(const char *name) {
    static const char *const words[] = {
        "auto",   "break",    "case",   "char",   "const",  "continue", "default", "do",      "double", "else",
        "enum",   "extern",   "float",  "for",    "goto",   "if",       "inline",  "int",     "long",   "register",
        "return", "short",    "signed", "sizeof", "static", "struct",   "switch",  "typedef", "union",  "unsigned",
        "void",   "volatile", "while",  "class",  "new",    "this",     "main",    NULL};
    for (const char *const *w = words; *w; w++)
        if (strcmp(*w, name) == 0)
            return true;
    return false;
}

/* The model's name as one in C. */
static const char *c_name(const char *name, arena *a) {
    strbuf out = base_strbuf_make(a);
    if (isdigit((unsigned char)*name) || !*name)
        base_strbuf_add(&out, "model_");
    for (; *name; name++) {
        const char c = isalnum((unsigned char)*name) ? *name : '_';
        base_strbuf_add_bytes(&out, &c, 1);
    }
    if (is_keyword(base_strbuf_text(&out)))
        base_strbuf_add(&out, "_model");
    return base_strbuf_text(&out);
}

static void add_file(export_files *files, arena *a, const char *name, const strbuf *text) {
    const export_file f = {name, base_strbuf_text(text), text->len};
    vec_push(a, files, f);
}

static void begin(strbuf *out, const export_options *o, const model *m, const char *what) {
    base_strbuf_printf(out, "/* %s", what);
    for (const char *c = m->title ? m->title : m->name ? m->name : "A model"; *c; c++)
        base_strbuf_add_bytes(out, *c == '*' || *c == '\n' ? "." : c, 1);
    base_strbuf_printf(out, "\n   Written by Lagrangia %s. */\n", o->version);
}

static void write_header(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                         const char *name) {
    begin(out, o, x->m, "");
    add_text(out, "#ifndef MODEL_H\n#define MODEL_H\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", name);
    add_text(out, o->single ? "typedef float MODEL_real;\n\n" : "typedef double MODEL_real;\n\n", name);
    export_tables_sizes(out, x, t, name);
    add_text(out, text_of("status"), name);
    add_text(out, text_of("header"), name);
    add_text(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n", name);
}

static void write_source(strbuf *out, const export_machine *x, const export_tables *t, const export_options *o,
                         const char *name) {
    static const char *const before[] = {"types", "base", NULL};
    static const char *const after[] = {"forward", "motion", "scales", "table", "step",  "contact", "events",
                                        "pieces",  "record", "run",    "find",  "start", NULL};
    begin(out, o, x->m, "");
    add_text(out,
             "#include \"MODEL.h\"\n\n#include <float.h>\n#include <math.h>\n#include <stdint.h>\n#include "
             "<string.h>\n\n",
             name);
    add_text(out, text_of("numbers"), name);
    add_text(out, text_of(o->single ? "float" : "double"), name);
    base_strbuf_add(out, "\n");
    add_texts(out, before, name);
    base_strbuf_add(out, base_strbuf_text(&t->programs));
    base_strbuf_add(out, base_strbuf_text(&t->tables));
    base_strbuf_add(out, "\n");
    add_texts(out, after, name);
}

static void write_others(export_files *files, const export_machine *x, const export_options *o, const char *name,
                         arena *a) {
    strbuf main = base_strbuf_make(a), build = base_strbuf_make(a), readme = base_strbuf_make(a);
    begin(&main, o, x->m, "");
    add_text(&main, text_of("main"), name);
    add_file(files, a, base_arena_printf(a, "%s_main.c", name), &main);
    add_text(&build, text_of("build"), name);
    add_file(files, a, "CMakeLists.txt", &build);
    add_text(&readme, text_of("readme"), name);
    add_file(files, a, "README.md", &readme);
}

export_files export_c(model *m, const export_options *options, arena *a) {
    export_files files = {0};
    const char *name = c_name(m->name ? m->name : "model", a);
    export_machine *x = export_machine_create(m, a);
    if (x->shapes.len > 0 && export_tables_suit(x)) {
        export_tables t = export_tables_create(x, options, name, a);
        strbuf header = base_strbuf_make(a), source = base_strbuf_make(a);
        write_header(&header, x, &t, options, name);
        write_source(&source, x, &t, options, name);
        add_file(&files, a, base_arena_printf(a, "%s.h", name), &header);
        add_file(&files, a, base_arena_printf(a, "%s.c", name), &source);
        write_others(&files, x, options, name, a);
    }
    export_machine_dispose(x);
    return files;
}
