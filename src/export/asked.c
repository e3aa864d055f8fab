/* What counts in a shape: an arm of a condition that is not chosen often has no value. */
#include "export/asked.h"

#include "sim/event/resolution.h"

typedef VEC(expr_id) expr_list;

/* Where one of its choices is asked for; those that came after the nodes were looked at are asked for nowhere. */
static expr_id ladder_counts(export_machine *x, const ladder *l, const expr_id *when, uint32_t size) {
    graph *g = x->m->g;
    expr_id counts = expr_int(g, 0);
    for (int64_t k = 0; k < (l->stairs ? 1 : l->count); k++) {
        const expr_id choice = expr_var(g, l->above[k]);
        if (choice.i < size && when[choice.i].i)
            counts = expr_binary(g, EXPR_OR, counts, when[choice.i]);
    }
    return counts;
}

const tape *export_asked_program(export_machine *x, const export_shape *p) {
    const pieces *all = p->of->pieces;
    const narrow_functions f = p->narrow ? event_resolution_functions(p->narrow) : (narrow_functions){0};
    const uint32_t size = expr_graph_size(x->m->g);
    const expr_id *when = all || f.count ? dynamics_pieces_asked_when(x->s, p->of, x->a) : NULL;
    bool always = f.count == 0;
    expr_list counts = {0};
    for (int i = 0; all && i < all->count; i++) {
        const expr_id e = ladder_counts(x, &all->ladder[i], when, size);
        vec_push(x->a, &counts, e);
        always = always && expr_is_one(x->m->g, e);
    }
    for (size_t k = 0; k < f.count; k++)
        vec_push(x->a, &counts, when[f.node[k].i].i ? when[f.node[k].i] : expr_int(x->m->g, 0));
    const tape_group groups[] = {{.roots = counts.at, .count = counts.len}, {.roots = f.argument, .count = f.count}};
    return always ? NULL
                  : tape_build(x->a, x->m->g, p->vars, p->var_count, p->of->piece_slot, groups, ASKED_SEGMENTS - 1);
}
