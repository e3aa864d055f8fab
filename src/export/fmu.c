/* The model as an FMU: the exported C with the interface of the standard FMI around it, and its description. */
#include "export/description.h"
#include "export/export.h"
#include "export/interface.h"
#include "export/program.h"
#include "export/tables.h"

/* What tells this model from others, from its program (FNV-1a). */
static uint64_t hash_of(const char *text, uint64_t hash) {
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static const char *token_of(const strbuf *header, const strbuf *source, arena *a) {
    const uint64_t x = hash_of(base_strbuf_text(header), hash_of(base_strbuf_text(source), 0xcbf29ce484222325u)),
                   y = hash_of(base_strbuf_text(source), hash_of(base_strbuf_text(header), 0x84222325cbf29ce4u));
    return base_arena_printf(a, "{%08x-%04x-%04x-%04x-%04x%08x}", (unsigned)(x >> 32), (unsigned)(x >> 16 & 0xffff),
                             (unsigned)(x & 0xffff), (unsigned)(y >> 48), (unsigned)(y >> 32 & 0xffff),
                             (unsigned)(y & 0xffffffff));
}

static void add_shorts(strbuf *out, const char *name, const short *values, size_t count) {
    base_strbuf_printf(out, "static const short %s[] = {", name);
    for (size_t i = 0; i < count; i++)
        base_strbuf_printf(out, "%d, ", values[i]);
    base_strbuf_add(out, "0};\n");
}

static strbuf exchange_header(const export_interface *f, const char *name, arena *a) {
    strbuf out = base_strbuf_make(a);
    base_strbuf_printf(&out, "enum { %s_STATES = %d, %s_INDICATORS = %d };\n", name, f->state_count, name,
                       f->indicator_count);
    export_program_text(&out, export_program_part("exchange_header"), name);
    return out;
}

static strbuf exchange_source(const export_machine *x, const export_interface *f, const char *name, arena *a) {
    strbuf out = base_strbuf_make(a);
    short *slots = ARENA_ARRAY(a, short, x->m->row_count + 1);
    for (size_t i = 0; i < x->m->row_count; i++)
        slots[i] = (short)f->slots[i];
    add_shorts(&out, "union_at", f->places, 2 * x->m->coord_count);
    add_shorts(&out, "slot_of_row", slots, x->m->row_count);
    base_strbuf_add(&out, "\n");
    export_program_text(&out, export_program_part("exchange"), name);
    base_strbuf_add(&out, "\n");
    export_program_text(&out, export_program_part("trend"), name);
    return out;
}

static strbuf interface_source(const export_machine *x, const export_interface *f, const export_options *o,
                               const char *name, const char *token, arena *a) {
    strbuf out = base_strbuf_make(a);
    export_program_begin(&out, o, x->m, "");
    export_program_text(&out, export_program_part(o->fmi == 3 ? "fmi3_types" : "fmi2_types"), name);
    base_strbuf_printf(
        &out,
        "static const char model_token[] = \"%s\";\n/* Per parameter: i an input, p a parameter that "
        "can be set, t one that can be set after the start too, - none of these. */\nstatic const char "
        "param_ways[] = \"%s\";\n/* Per state: s where its start can be set, else -. */\nstatic const char "
        "state_ways[] = \"%s\";\n\n",
        token, export_interface_ways(x, a), export_interface_starts(f, a));
    export_program_text(&out, export_program_part("fmi"), name);
    export_program_text(&out, export_program_part(o->fmi == 3 ? "fmi3" : "fmi2"), name);
    return out;
}

static void write_files(export_files *files, const export_machine *x, const export_options *o, const char *name,
                        arena *a) {
    const export_tables t = export_tables_create((export_machine *)x, o, name, a);
    const export_interface f = export_interface_create(x, a);
    strbuf header = base_strbuf_make(a), source = base_strbuf_make(a), xml = base_strbuf_make(a),
           build = base_strbuf_make(a), page = base_strbuf_make(a);
    const strbuf more_header = exchange_header(&f, name, a), more_source = exchange_source(x, &f, name, a);
    export_program_header(&header, x, &t, o, name, base_strbuf_text(&more_header));
    export_program_source(&source, x, &t, o, name, base_strbuf_text(&more_source));
    const char *const sources[] = {base_arena_printf(a, "%s.c", name), base_arena_printf(a, "%s_fmi.c", name), NULL};
    const char *token = token_of(&header, &source, a);
    const strbuf interface = interface_source(x, &f, o, name, token, a);
    const export_described d = {x, &f, o, name, token, sources};
    export_description(&xml, &d, a);
    export_program_file(files, a, "modelDescription.xml", &xml);
    export_program_file(files, a, base_arena_printf(a, "sources/%s.h", name), &header);
    export_program_file(files, a, base_arena_printf(a, "sources/%s", sources[0]), &source);
    export_program_file(files, a, base_arena_printf(a, "sources/%s", sources[1]), &interface);
    export_documentation(&page, &d, a);
    export_program_file(files, a, "documentation/index.html", &page);
    if (o->fmi == 3) {
        export_build_description(&build, &d);
        export_program_file(files, a, "sources/buildDescription.xml", &build);
    }
}

export_files export_fmu(model *m, const export_options *options, arena *a) {
    export_files files = {0};
    const char *name = export_program_name(m->name ? m->name : "model", a);
    export_machine *x = export_machine_create(m, a);
    if (x->shapes.len > 0 && export_tables_suit(x))
        write_files(&files, x, options, name, a);
    export_machine_dispose(x);
    return files;
}
