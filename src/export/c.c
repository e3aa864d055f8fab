/* The model in C: what is the same for every model, and its own programs and tables. */
#include "export/export.h"
#include "export/formulas.h"
#include "export/machine.h"
#include "export/program.h"
#include "export/tables.h"

/* Those that decide sizes and those whose values come from a file are no numbers of the program; what follows from
   others is computed again. */
static void write_ways(strbuf *out, const model *m) {
    base_strbuf_add(out, "/* Per parameter: - where it is built in, f where it follows from others. */\n"
                         "static const char param_ways[] = \"");
    for (size_t i = 0; i < m->param_count; i++)
        base_strbuf_add(out, m->params[i].structural || m->params[i].file ? "-"
                             : export_formulas_definition(m, i).i         ? "f"
                                                                          : "p");
    base_strbuf_add(out, "\";\n\n");
}

static void write_others(export_files *files, const export_machine *x, const export_options *o, const char *name,
                         arena *a) {
    strbuf main = base_strbuf_make(a), build = base_strbuf_make(a), readme = base_strbuf_make(a);
    export_program_begin(&main, o, x->m, "");
    write_ways(&main, x->m);
    export_program_text(&main, export_program_part("main"), name);
    export_program_file(files, a, base_arena_printf(a, "%s_main.c", name), &main);
    export_program_text(&build, export_program_part("build"), name);
    export_program_file(files, a, "CMakeLists.txt", &build);
    export_program_text(&readme, export_program_part("readme"), name);
    export_program_file(files, a, "README.md", &readme);
}

export_files export_c(model *m, const export_options *asked, arena *a) {
    export_options plain = *asked, *options = &plain;
    plain.fmi = 0;
    export_files files = {0};
    const char *name = export_program_name(m->name ? m->name : "model", a);
    export_machine *x = export_machine_create(m, a);
    if (x->shapes.len > 0 && export_tables_suit(x)) {
        export_tables t = export_tables_create(x, options, name, a);
        strbuf header = base_strbuf_make(a), source = base_strbuf_make(a);
        export_program_header(&header, x, &t, options, name, "");
        export_program_source(&source, x, &t, options, name, "");
        export_program_file(&files, a, base_arena_printf(a, "%s.h", name), &header);
        export_program_file(&files, a, base_arena_printf(a, "%s.c", name), &source);
        write_others(&files, x, options, name, a);
    }
    export_machine_dispose(x);
    return files;
}
