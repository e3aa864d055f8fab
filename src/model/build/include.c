/* Texts that a model includes: files beside the text that names them, and those that come with Lagrangia. */
#include <string.h>

#include "base/files.h"
#include "library/library.h"
#include "model/build/build.h"
#include "syntax/parser.h"
#include "syntax/vocabulary.h"

/* The texts that are being read, from the model's own to the innermost. */
typedef struct reading_text {
    const struct reading_text *outer;
    size_t source;
} reading_text;

static void read_all(builder *b, syn_stmt *const *stmts, size_t count, const reading_text *in);

static finding *refuse_file(builder *b, const syn_stmt *s, const char *why) {
    return diag_add(b->m->findings, DIAG_E0117, s->name_at, "cannot include '%s': %s", s->name, why);
}

/* The component of this text whose name has the word in it, or is it; NULL: none. */
static const char *component_like(builder *b, const char *text, const char *word) {
    static const char begin[] = "\ncomponent ";
    for (const char *at = text; (at = strstr(at, begin)) != NULL;) {
        at += strlen(begin);
        const char *name = base_arena_printf(b->a, "%.*s", (int)strcspn(at, "("), at), *part = strstr(name, word);
        const bool whole =
            part && (part == name || part[-1] == '_') && (part[strlen(word)] == '\0' || part[strlen(word)] == '_');
        if (whole)
            return name;
    }
    return NULL;
}

bool build_tell_file_of(builder *b, finding *f, const char *word) {
    const char *names[LIBRARY_MAX];
    const size_t count = library_list(names);
    for (size_t i = 0; i < count && *word; i++) {
        size_t length;
        const char *found = component_like(b, library_find(names[i], &length), word);
        if (found)
            diag_help(b->m->findings, f, "the component '%s' is in the file '%s': include <%s>", found, names[i],
                      names[i]);
        if (found)
            return true;
    }
    return false;
}

/* The text of the library; NULL with a finding. */
static const char *read_shipped(builder *b, const syn_stmt *s, size_t *length) {
    const char *text = library_find(s->name, length);
    if (text)
        return text;
    finding *f = refuse_file(b, s, "the library has no such file");
    const char *names[LIBRARY_MAX], *all = "";
    const size_t count = library_list(names);
    if (build_tell_file_of(b, f, s->name))
        return NULL;
    diag_suggest(b->m->findings, f, s->name, names, count);
    for (size_t i = 0; i < count; i++)
        all = base_arena_printf(b->a, "%s%s%s", all, i == 0 ? "" : i + 1 < count ? ", " : " and ", names[i]);
    diag_help(b->m->findings, f, "it has %s; a file of your own is named in quotes: include \"%s.lgr\"", all, s->name);
    return NULL;
}

/* "joints.lgr" where the library has joints. */
static bool is_in_library(const char *name) {
    size_t length, stem = strcspn(name, ".");
    char kept[64];
    if (stem >= sizeof kept)
        return false;
    memcpy(kept, name, stem);
    kept[stem] = '\0';
    return library_find(kept, &length) != NULL;
}

static const char *read_beside(builder *b, const syn_stmt *s, const char *path, size_t *length) {
    files *of_model = diag_get_source(b->m->findings)->files;
    const char *why = "", *text = base_files_read(of_model, b->a, path, SYN_MAX_SOURCE, length, &why);
    if (text)
        return text;
    finding *f = refuse_file(b, s, why);
    if (is_in_library(s->name))
        diag_help(b->m->findings, f, "for the file that comes with Lagrangia write include <%.*s>",
                  (int)strcspn(s->name, "."), s->name);
    else
        diag_help(b->m->findings, f, "file names are relative to the folder of the file that includes them");
    return NULL;
}

/* The name under which a text is known: "<joints>" of the library, else its path without detours. */
static const char *name_of(builder *b, const syn_stmt *s, const reading_text *in) {
    if (s->shipped)
        return base_arena_printf(b->a, "<%s>", s->name);
    const char *from = diag_source_at(b->m->findings, in->source)->name;
    return base_path_clean(b->a, base_path_beside(b->a, from, s->name));
}

static size_t find_source(const builder *b, const char *name) {
    const diag *d = b->m->findings;
    size_t i = diag_source_count(d);
    while (i > 0 && strcmp(base_path_clean(b->a, diag_source_at(d, i - 1)->name), name) != 0)
        i--;
    return i; /* 1 + its number */
}

static bool refuse_circle(builder *b, const syn_stmt *s, size_t source, const reading_text *in) {
    while (in && in->source != source)
        in = in->outer;
    if (!in)
        return false;
    diag_add(b->m->findings, DIAG_E0202, s->name_at, "'%s' includes itself",
             diag_source_at(b->m->findings, source)->name);
    return true;
}

/* An included file only declares: what moves is the model's. */
static void check_belongs(builder *b, syn_stmt *const *stmts, size_t count) {
    static const uint64_t fitting = (uint64_t)1 << SYN_COMPONENT | (uint64_t)1 << SYN_PARAM | (uint64_t)1 << SYN_LET |
                                    (uint64_t)1 << SYN_FRAME | (uint64_t)1 << SYN_INCLUDE | (uint64_t)1 << SYN_FOR;
    for (size_t i = 0; i < count; i++) {
        syn_stmt *s = stmts[i];
        if (s->kind == SYN_FOR)
            check_belongs(b, s->body, s->body_count);
        if (fitting >> s->kind & 1 || s->bad)
            continue;
        s->bad = true;
        finding *f = diag_add(b->m->findings, DIAG_E0118, s->keyword, "'%s' cannot stand in an included file",
                              syntax_keyword(s->kind));
        diag_help(b->m->findings, f, "it may hold components, params, lets and frames: put it into a component");
    }
}

static void read_source(builder *b, syn_stmt *s, const char *name, const char *text, size_t length) {
    s->source = diag_add_source(
        b->m->findings,
        (diag_source){.name = name, .text = text, .length = length, .files = diag_get_source(b->m->findings)->files});
    syn_tree tree = syntax_parse_source(b->a, b->m->names, b->m->findings, s->source);
    s->body = tree.stmts;
    s->body_count = tree.count;
    check_belongs(b, tree.stmts, tree.count);
}

static bool is_too_much(builder *b, const syn_stmt *s) {
    if (diag_source_count(b->m->findings) < MODEL_MAX_SOURCES)
        return false;
    diag_add(b->m->findings, DIAG_E0109, s->at, "more than %d files", MODEL_MAX_SOURCES);
    return true;
}

/* A file that another statement has read is not read again. The text's number; 0 if there is none. */
static size_t read_one(builder *b, syn_stmt *s, const reading_text *in) {
    const char *name = name_of(b, s, in);
    size_t known = find_source(b, name), length = 0;
    if (known)
        return refuse_circle(b, s, known - 1, in) ? 0 : known - 1;
    if (is_too_much(b, s))
        return 0;
    const char *text = s->shipped ? read_shipped(b, s, &length) : read_beside(b, s, name, &length);
    if (text)
        read_source(b, s, name, text, length);
    return s->source;
}

/* Of a tree that is read anew, the texts are there. */
static void read_all(builder *b, syn_stmt *const *stmts, size_t count, const reading_text *in) {
    for (size_t i = 0; i < count; i++) {
        syn_stmt *s = stmts[i];
        if (s->kind != SYN_INCLUDE || s->bad)
            continue;
        size_t source = s->source ? s->source : read_one(b, s, in);
        if (source)
            b->sees[in->source * MODEL_MAX_SOURCES + source] = true;
        read_all(b, s->body, s->body_count, &(reading_text){in, source});
    }
}

/* What a text includes, it sees with all that this includes. */
static void close_sight(builder *b) {
    size_t n = MODEL_MAX_SOURCES;
    for (size_t via = 0; via < n; via++)
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n && b->sees[i * n + via]; k++)
                b->sees[i * n + k] = b->sees[i * n + k] || b->sees[via * n + k];
}

static bool includes(syn_tree tree) {
    for (size_t i = 0; i < tree.count; i++)
        if (tree.stmts[i]->kind == SYN_INCLUDE)
            return true;
    return false;
}

void build_read_includes(builder *b, syn_tree tree) {
    if (!includes(tree))
        return;
    b->sees = ARENA_ARRAY(b->a, bool, MODEL_MAX_SOURCES *MODEL_MAX_SOURCES);
    for (size_t i = 0; i < MODEL_MAX_SOURCES; i++)
        b->sees[i * MODEL_MAX_SOURCES + i] = true;
    read_all(b, tree.stmts, tree.count, &(reading_text){NULL, 0});
    close_sight(b);
}
