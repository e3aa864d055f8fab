/* Models through the public interface: reading a text, its findings, its structure. */
#include <string.h>

#include "api/handles.h"
#include "base/files.h"
#include "mech/events.h"
#include "syntax/parser.h"

_Static_assert((int)LGR_TEXT_LIMIT == (int)SYN_MAX_SOURCE, "the parser refuses longer texts");

const char *api_render(const diag *d, const finding *f, bool color, arena *a) {
    strbuf s = base_strbuf_make(a);
    diag_render(d, f, color, &s);
    return base_strbuf_text(&s);
}

const char *api_suggest(arena *a, const char *name, const char *const *candidates, size_t count) {
    diag *scratch = diag_create(a, (diag_source){.name = "", .text = "", .length = 0});
    finding *f = diag_add(scratch, DIAG_E0107, (span){0, 0}, "unknown");
    diag_suggest(scratch, f, name, candidates, count);
    return f->primary ? f->primary : "";
}

const char *api_unknown_param(arena *a, const model *m, const char *name) {
    const char **known = ARENA_ARRAY(a, const char *, m->param_count);
    for (size_t i = 0; i < m->param_count; i++)
        known[i] = m->params[i].name;
    for (size_t i = 0; i < m->coord_count; i++)
        if (strcmp(m->coords[i].name, name) == 0)
            return base_arena_printf(a,
                                     "'%s' is a coordinate, not a parameter: declare 'param start = ...' and "
                                     "'coord %s = start', and set 'start'",
                                     name, name);
    const char *near = api_suggest(a, name, known, m->param_count);
    return base_arena_printf(a, "the model has no parameter '%s'%s%s", name, *near ? ": " : "", near);
}

static const char *check_overrides(arena *a, const model *m, const lgr_override *overrides, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (model_find_param(m, overrides[i].name) < 0)
            return api_unknown_param(a, m, overrides[i].name);
    return m->bad_override;
}

static model_override *copy_overrides(arena *a, const lgr_override *overrides, size_t count) {
    model_override *copy = ARENA_ARRAY(a, model_override, count);
    for (size_t i = 0; i < count; i++) {
        copy[i].name = base_arena_copy(a, overrides[i].name, strlen(overrides[i].name));
        copy[i].value = base_arena_copy(a, overrides[i].value, strlen(overrides[i].value));
    }
    return copy;
}

lgr_model *api_handle_create(arena *a, diag_source source) {
    lgr_model *handle = ARENA_NEW(a, lgr_model);
    handle->memory = a;
    handle->findings = diag_create(a, source);
    handle->owners = 1;
    pthread_mutex_init(&handle->lock, NULL);
    pthread_mutex_init(&handle->analysing, NULL);
    pthread_cond_init(&handle->given, NULL);
    return handle;
}

static bool are_sensible(const char *name, const char *text, size_t length, const lgr_override *overrides,
                         size_t count) {
    if (!name || (!text && length) || (!overrides && count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!overrides[i].name || !overrides[i].value)
            return false;
    return true;
}

static lgr_model *refuse(const char *why) {
    lgr_model *handle = api_handle_create(base_arena_create(), (diag_source){.name = "", .text = ""});
    handle->status = LGR_STATUS_USAGE;
    handle->usage_error = why;
    return handle;
}

lgr_model *api_model_read(const diag_source *of, const lgr_override *overrides, size_t override_count) {
    arena *a = base_arena_create();
    diag_source source = *of;
    source.name = base_arena_copy(a, of->name, strlen(of->name));
    source.text = base_arena_copy(a, of->text ? of->text : "", of->length);
    lgr_model *handle = api_handle_create(a, source);
    intern *names = base_intern_create(a);
    diag *findings = diag_create(a, source);
    handle->overrides = copy_overrides(a, overrides, override_count);
    handle->override_count = override_count;
    syn_tree *tree = ARENA_NEW(a, syn_tree);
    *tree = syntax_parse(a, names, findings);
    handle->tree = tree;
    model *m = model_build(a, names, findings, *tree, handle->overrides, override_count);
    handle->m = handle->first = m;
    bool sound = !diag_has_errors(findings) && mech_check_events(m);
    handle->findings = diag_create_like(a, findings);
    diag_merge(handle->findings, findings);
    if (!sound) {
        handle->status = LGR_STATUS_MODEL;
        return handle;
    }
    handle->usage_error = check_overrides(a, handle->m, overrides, override_count);
    handle->status = handle->usage_error ? LGR_STATUS_USAGE : LGR_STATUS_OK;
    return handle;
}

void lgr_parse_options_init(lgr_parse_options *options, size_t size) {
    const lgr_parse_options usual = {.size = sizeof usual, .files = LGR_FILES_ANY};
    api_write_options(options, size, &usual, sizeof usual);
}

static lgr_model *parse(const char *name, const char *text, size_t length, const lgr_override *overrides,
                        size_t override_count, const lgr_parse_options *options) {
    static const files_rule rules[] = {
        [LGR_FILES_ANY] = FILES_ANY, [LGR_FILES_FOLDER] = FILES_FOLDER, [LGR_FILES_NONE] = FILES_NONE};
    lgr_parse_options chosen = lgr_parse_options_default();
    if (!are_sensible(name, text, length, overrides, override_count))
        return refuse("lgr_model_parse needs a name, a text, and a name and a value for each parameter");
    if (!options || !api_read_options(&chosen, options, sizeof chosen))
        return refuse(API_UNKNOWN_SIZE);
    if ((size_t)chosen.files >= sizeof rules / sizeof *rules)
        return refuse("there is no such choice of files");
    files *own = base_files_create(rules[chosen.files], name, chosen.read, chosen.user);
    diag_source source = {.name = name, .text = text, .length = length, .files = own};
    lgr_model *handle = api_model_read(&source, overrides, override_count);
    handle->files = own;
    return handle;
}

lgr_model *lgr_model_parse_with(const char *name, const char *text, size_t length, const lgr_override *overrides,
                                size_t override_count, const lgr_parse_options *options) {
    API_RETURN(lgr_model *, parse(name, text, length, overrides, override_count, options), NULL);
}

lgr_model *lgr_model_parse(const char *name, const char *text, size_t length, const lgr_override *overrides,
                           size_t override_count) {
    const lgr_parse_options options = lgr_parse_options_default();
    return lgr_model_parse_with(name, text, length, overrides, override_count, &options);
}

static files *files_of(const lgr_model *handle) {
    return handle ? diag_get_source(handle->findings)->files : NULL;
}

const char *lgr_model_file(const lgr_model *handle, size_t i) {
    files *read = files_of(handle);
    return read ? base_files_path(read, i) : NULL;
}

static bool has_changed(const lgr_model *handle, size_t i) {
    return lgr_model_file(handle, i) && base_files_changed(files_of(handle), i);
}

bool lgr_model_file_has_changed(const lgr_model *handle, size_t i) {
    API_RETURN(bool, has_changed(handle, i), true);
}

static void dispose_readings(lgr_model *handle) {
    for (api_reading *r = handle->readings, *next; r; r = next) {
        next = r->next;
        model_dispose(r->m);
        base_arena_destroy(r->memory);
    }
    if (handle->first)
        model_dispose(handle->first);
    if (handle->set_memory)
        base_arena_destroy(handle->set_memory);
}

static void dispose(lgr_model *handle) {
    api_copies_dispose(handle);
    api_forget_analysis(handle);
    api_forget_found(handle);
    pthread_cond_destroy(&handle->given);
    pthread_mutex_destroy(&handle->analysing);
    pthread_mutex_destroy(&handle->lock);
    dispose_readings(handle);
    files *read = handle->files;
    base_arena_destroy(handle->memory);
    base_files_destroy(read);
}

/* Whether nobody owns it any more. */
static bool is_left(lgr_model *handle) {
    pthread_mutex_lock(&handle->lock);
    const bool left = --handle->owners == 0;
    pthread_mutex_unlock(&handle->lock);
    return left;
}

void lgr_model_destroy(lgr_model *handle) {
    while (handle && is_left(handle)) {
        lgr_model *copied = handle->copied;
        dispose(handle);
        handle = copied;
    }
}

lgr_status lgr_model_status(const lgr_model *handle) {
    return handle ? handle->status : LGR_STATUS_MEMORY;
}

const char *lgr_model_usage_error(const lgr_model *handle) {
    if (!handle)
        return "there is no model: " API_NO_MEMORY;
    base_taken held;
    const char *why = api_lock(handle, &held)->usage_error;
    base_give_back(&held);
    return why;
}

const char *lgr_model_name(const lgr_model *handle) {
    return handle && handle->m && handle->m->name ? handle->m->name : "";
}

const char *lgr_model_text(const lgr_model *handle, size_t *length) {
    if (!handle || !length)
        return NULL;
    const diag_source *source = diag_get_source(handle->findings);
    *length = source->length;
    return source->text;
}

/* Of the model's text: 'simulate until 10 s, method M'. A method that this build lacks is none of check's troubles. */
static bool has_known_method(model *m, arena *a) {
    if (!m->method || sim_find_method(m->method))
        return true;
    diag_add(m->findings, DIAG_E0205, m->method_at, "%s", sim_method_trouble(m->method, a));
    return false;
}

/* The structure at the start; NULL with findings if there is no start. */
static structure *analyse(model *m, arena *a) {
    if (!has_known_method(m, a))
        return NULL;
    double *q = ARENA_ARRAY(a, double, m->coord_count), *v = ARENA_ARRAY(a, double, m->coord_count);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count);
    if (!sim_find_start(m, a, q, v, rows))
        return NULL;
    structure *s = ARENA_NEW(a, structure);
    *s = analysis_structure_find(m, q, v, rows, a);
    return s;
}

static lgr_status check(lgr_model *handle, const char *format, bool color, int width, lgr_sink sink, void *user,
                        bool too_large) {
    const check_writer *writer = format ? out_check_writer_find(format) : NULL;
    if (!handle || !sink || !writer || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    out_check check = {.m = handle->m, .page = {.version = LGR_VERSION, .color = color, .width = width}};
    model *m = NULL;
    if (handle->status == LGR_STATUS_OK) {
        check.m = m = model_copy(handle->m, a);
        if (too_large)
            api_refuse_size(m, m->findings);
        check.what = too_large ? NULL : analyse(m, a);
        api_tell(handle, m->findings);
    }
    out_stream out = out_stream_make(a, sink, user);
    writer->write(&check, &out);
    bool written = out_stream_flush(&out);
    if (m)
        model_dispose(m);
    base_arena_destroy(a);
    return !written ? LGR_STATUS_RUN : check.what ? LGR_STATUS_OK : LGR_STATUS_MODEL;
}

lgr_status lgr_model_check(lgr_model *handle, const char *format, bool color, int width, lgr_sink sink, void *user) {
    API_RETURN_LIMITED(check(handle, format, color, width, sink, user, too_large));
}
