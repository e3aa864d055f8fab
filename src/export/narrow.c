/* Narrow functions of an exported model, as tables for runtime/narrow.c.in. */
#include "export/narrow.h"

#include <string.h>

static const char *const op_names[TAPE_OP_COUNT] = {
#define ROW(op, arity, precedence, text, c, latex, mathml) [TAPE_##op] = #op,
    EXPR_OPS(ROW)
#undef ROW
        [TAPE_SINCOS] = "SINCOS",
    [TAPE_SQUARE] = "SQUARE", [TAPE_POWI] = "POWI", [TAPE_RECIP] = "RECIP", [TAPE_FMA3] = "FMA3"};

static int operands_of(const tape_instr *i) {
    if (i->op == TAPE_FMA3)
        return 3;
    return i->op >= TAPE_SINCOS ? 1 : expr_op_table[i->op].arity;
}

static bool asks_table(const tape_instr *i) {
    return i->op == TAPE_CURVE || i->op == TAPE_INTERVAL;
}

static size_t table_number(const expr_table *t, tape_table_list *tables, arena *a) {
    for (size_t k = 0; k < tables->len; k++)
        if (tables->at[k] == t)
            return k;
    vec_push(a, tables, t);
    return tables->len - 1;
}

static void print_step(strbuf *out, const tape *t, const tape_instr *i, tape_table_list *tables, arena *a) {
    base_strbuf_printf(out, "    {BOUND_%s, %d, %u, %u, %d, %u, ", op_names[i->op], operands_of(i), i->dst, i->a,
                       (int)(int32_t)i->b, i->c);
    if (asks_table(i))
        base_strbuf_printf(out, "&table_%zu},\n",
                           table_number(expr_table_of(t->constants[i->a - t->input_count]), tables, a));
    else
        base_strbuf_add(out, "(const struct table *)0},\n");
}

static void print_constants(strbuf *out, const tape *t, const char *prefix, bool single) {
    base_strbuf_printf(out, "static const real %s_narrow_constant[] = {", prefix);
    for (size_t k = 0; k < t->constant_count; k++) {
        tape_print_c_number(out, t->constants[k], single);
        base_strbuf_add(out, ", ");
    }
    base_strbuf_add(out, "0};\n");
}

static void print_functions(strbuf *out, const narrow_functions *f, const char *prefix) {
    static const char *const kinds[] = {[NARROW_PULSE] = "NARROW_PULSE",
                                        [NARROW_EDGE] = "NARROW_EDGE",
                                        [NARROW_WAVE] = "NARROW_WAVE",
                                        [NARROW_POLE] = "NARROW_POLE"};
    base_strbuf_printf(out, "static const short %s_narrow_kind[] = {", prefix);
    for (size_t k = 0; k < f->count; k++)
        base_strbuf_printf(out, "%s, ", kinds[f->kind[k]]);
    base_strbuf_printf(out, "0};\nstatic const short %s_narrow_out[] = {", prefix);
    for (size_t k = 0; k < f->count; k++)
        base_strbuf_printf(out, "%u, ", f->program->segments[1].out_slots[k]);
    base_strbuf_add(out, "0};\n");
}

void export_narrow_print(strbuf *out, const narrow_functions *f, const char *prefix, bool single,
                         tape_table_list *tables, arena *a) {
    const tape *t = f->program;
    base_strbuf_printf(out, "static const bound_step %s_narrow_step[] = {\n", prefix);
    for (size_t k = 0; k < t->code_count; k++)
        print_step(out, t, &t->code[k], tables, a);
    base_strbuf_add(out, "    {0, 0, 0, 0, 0, 0, (const struct table *)0}};\n");
    print_constants(out, t, prefix, single);
    print_functions(out, f, prefix);
    base_strbuf_printf(out,
                       "static const narrow_table %s_narrow = {%zu, %zu, %zu, %zu, %zu, %zu, %s_narrow_constant, "
                       "%s_narrow_step, %s_narrow_kind, %s_narrow_out};\n",
                       prefix, t->input_count, t->constant_count, t->segments[1].first, t->segments[1].last, f->count,
                       f->timed, prefix, prefix, prefix, prefix);
}
