/* The key of a sweep: a hash of everything on which its rows depend. */
#include "api/sweep_key.h"

#include <string.h>

#include "base/files.h"
#include "syntax/lexer.h"

/* FNV-1a, 64 bits. */
static void add(uint64_t *hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
}

static void add_settings(uint64_t *hash, const sweep_job *job, const lgr_model *of, const lgr_sweep_options *o,
                         arena *a) {
    strbuf text = base_strbuf_make(a);
    const design *d = &job->points;
    const sim_options *run = &job->of.options;
    base_strbuf_printf(&text, "%s %d %zu %llu %zu/%zu %.17g %.17g %.17g %s %ld\n", LGR_VERSION, (int)d->kind, d->count,
                       o->seed, o->shard, o->shards, run->until, run->tolerance, run->first_step,
                       run->method ? run->method : "", run->max_steps);
    for (size_t i = 0; i < d->axis_count; i++)
        base_strbuf_printf(&text, "%s %.17g %.17g %zu\n", job->of.m->params[job->of.params[i]].name, d->axes[i].low,
                           d->axes[i].high, d->axes[i].count);
    for (size_t i = 0; i < o->limit_count; i++)
        base_strbuf_printf(&text, "limit %s\n", o->limits[i]);
    for (size_t i = 0; i < of->override_count; i++)
        base_strbuf_printf(&text, "%s=%s\n", of->overrides[i].name, of->overrides[i].value);
    add(hash, text.text, text.len);
}

static void add_file(uint64_t *hash, const diag_source *of, const char *name, arena *a) {
    size_t length = 0;
    const char *why, *path = base_path_beside(a, of->name, name);
    const char *text = base_files_read(of->files, a, path, MODEL_TABLE_MAX_BYTES, &length, &why);
    const char *head = base_arena_printf(a, "\n%s %s %zu\n", text ? "table" : "no table", name, length);
    add(hash, head, strlen(head));
    if (text)
        add(hash, text, length);
}

/* The tables are looked for in the text, not in the model: which of them a design reads may depend on its parameters.
 */
static void add_tables(uint64_t *hash, const diag_source *of, arena *a) {
    intern *names = base_intern_create(a);
    const char *table = base_intern_name(names, "table");
    syn_tokens all = syntax_lex(a, names, of, 0);
    syn_token before = {0}, last = {0}; /* ends of line in between do not count */
    for (size_t i = 0; i < all.count; i++) {
        if (all.at[i].kind == TOKEN_LINE)
            continue;
        bool called = before.kind == TOKEN_NAME && before.name == table && last.kind == '(';
        if (called && all.at[i].kind == TOKEN_STRING)
            add_file(hash, of, all.at[i].name, a);
        before = last;
        last = all.at[i];
    }
}

const char *api_sweep_key(const sweep_job *job, const lgr_model *of, const lgr_sweep_options *o, arena *a) {
    const diag *texts = of->m->findings;
    uint64_t hash = 0xcbf29ce484222325u;
    arena *scratch = base_arena_create();
    add_settings(&hash, job, of, o, scratch);
    for (size_t i = 0; i < diag_source_count(texts); i++) {
        const diag_source *source = diag_source_at(texts, i);
        add(&hash, source->text, source->length);
        add_tables(&hash, source, scratch);
    }
    base_arena_destroy(scratch);
    return base_arena_printf(a, "%016llx", (unsigned long long)hash);
}
