/* What the programs of an exported model compute, as expressions: which rows act is an input of them. */
#include "export/roots.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"

typedef VEC(expr_id) root_list;

static void push(const export_machine *x, root_list *list, expr_id e) {
    vec_push(x->a, list, e.i ? e : expr_int(x->m->g, 0));
}

static void push_all(const export_machine *x, root_list *list, const expr_id *e, size_t count) {
    for (size_t i = 0; i < count; i++)
        push(x, list, e[i]);
}

static tape_group group_of(const root_list *list) {
    return (tape_group){.roots = list->at, .count = list->len};
}

/* --- What stands for what --- */

typedef struct replacement {
    root_list from, to;
} replacement;

static void replace(const export_machine *x, replacement *r, expr_id from, expr_id to) {
    vec_push(x->a, &r->from, from);
    vec_push(x->a, &r->to, to);
}

static int place_of(const mode *o, int row) {
    for (int k = 0; k < o->m; k++)
        if (o->eq.rows[k] == row)
            return k;
    return -1;
}

static replacement replacements(const export_machine *x, const export_shape *p) {
    const model *m = x->m;
    graph *g = m->g;
    replacement r = {0};
    for (size_t i = 0; i < m->row_count; i++) {
        if (place_of(p->of, (int)i) >= 0)
            continue;
        replace(x, &r, expr_var(g, m->rows[i].lambda), expr_int(g, 0));
        if (m->rows[i].closed)
            replace(x, &r, expr_var(g, m->rows[i].closed), expr_int(g, 0));
    }
    for (size_t i = 0; i < m->switch_count; i++) {
        const rubbing *rub = dynamics_pieces_rubbing(p->of, i);
        if (m->switches[i].held)
            replace(x, &r, expr_var(g, m->switches[i].held), expr_int(g, !p->of->switched_off[i]));
        const expr_id none = expr_int(g, 0), whether = rub ? expr_var(g, rub->sticks) : none;
        if (m->switches[i].sticks)
            replace(x, &r, expr_var(g, m->switches[i].sticks), whether);
        if (m->switches[i].rests)
            replace(x, &r, expr_var(g, m->switches[i].rests), whether);
        if (m->switches[i].drags)
            replace(x, &r, expr_var(g, m->switches[i].drags), rub ? expr_var(g, rub->drags) : none);
    }
    const expr_id energies[] = {p->of->eq.kinetic, p->of->eq.potential, p->of->eq.energy};
    for (uint32_t v = 0; v < m->var_count; v++)
        if (m->vars[v].kind == VAR_ENERGY)
            replace(x, &r, expr_var(g, v), energies[m->vars[v].index]);
    return r;
}

static expr_id acts(const export_machine *x, const export_shape *p, int row) {
    return expr_var(x->m->g, p->vars[p->closed_at + (size_t)place_of(p->of, row)]);
}

/* The gap of a closed contact is exactly 0 in conditions. */
static void replace_gaps(const export_machine *x, const export_shape *p, replacement *r) {
    graph *g = x->m->g;
    const expr_id zero = expr_int(g, 0);
    for (int k = 0; k < p->of->m; k++) {
        const int row = p->of->eq.rows[k];
        if (!x->m->rows[row].contact)
            continue;
        const expr_id f = p->of->choice.system->rows[row].f, closed = acts(x, p, row), back = expr_neg(g, f);
        const expr_node n = *expr_node_at(g, f);
        replace(x, r, f, expr_select(g, closed, zero, f));
        replace(x, r, back, expr_select(g, closed, zero, back));
        if (n.op == EXPR_SUB) {
            const expr_id turned = expr_sub(g, n.arg[1], n.arg[0]);
            replace(x, r, turned, expr_select(g, closed, zero, turned));
        }
    }
}

static void apply(const export_machine *x, const replacement *r, root_list *list) {
    if (r->from.len && list->len)
        expr_substitute(x->m->g, list->at, list->len, r->from.at, r->to.at, r->from.len, list->at);
}

static bool names_dropped(const export_machine *x, const export_shape *p, expr_id e) {
    return dynamics_names_dropped(x->s, p->of->dropped, e);
}

/* --- Inputs and conditions --- */

static void find_conditions(export_machine *x, export_shape *p) {
    const model *m = x->m;
    p->conditions = ARENA_ARRAY(x->a, int, m->event_count + 1);
    p->inclusive = ARENA_ARRAY(x->a, bool, m->event_count + 1);
    p->smooth = ARENA_ARRAY(x->a, bool, m->event_count + 1);
    p->present = ARENA_ARRAY(x->a, bool, m->event_count + 1);
    for (size_t i = 0; i < m->event_count; i++) {
        const expr_id condition = p->of->choice.system->conditions[i];
        p->present[i] = condition.i && !names_dropped(x, p, condition);
        if (p->present[i])
            p->conditions[p->condition_count++] = (int)i;
    }
}

void export_roots_inputs(export_machine *x, export_shape *p) {
    const mode *o = p->of;
    p->vars = ARENA_ARRAY(x->a, uint32_t, o->input_count + (size_t)o->m + 1);
    memcpy(p->vars, o->input_vars, o->input_count * sizeof *p->vars);
    p->closed_at = o->input_count;
    p->var_count = o->input_count + (size_t)o->m;
    for (int k = 0; k < o->m; k++) {
        const uint32_t closed = x->m->rows[o->eq.rows[k]].closed;
        p->vars[p->closed_at + (size_t)k] = closed ? closed : model_add_var(x->m, "closed");
    }
    find_conditions(x, p);
}

static bool is_solved(const export_machine *x, expr_id e) {
    return (expr_kinds(x->m->g, e) & MODEL_SOLVED) != 0;
}

/* What a mode is watched by. The sizes of forces are long expressions, and of use while their contacts are closed. */
typedef struct watched {
    root_list conditions, sizes, rates, forces;
} watched;

expr_id export_roots_coefficient(const export_machine *x, const export_shape *p, int row, bool held) {
    const system_row *sys = &p->of->choice.system->rows[row];
    if (dynamics_friction_of(x->s, p->of, row) < 0)
        return EXPR_NONE;
    return held && sys->hold.i ? sys->hold : sys->mu;
}

/* Of each contact: gap, slips, coefficients of sliding and of sticking; the sizes of gap and slips; that of its force.
 */
static void push_contact(const export_machine *x, const export_shape *p, int row, watched *w) {
    root_list *list = &w->conditions;
    const model_row *info = &x->m->rows[row];
    const system_row *sys = &p->of->choice.system->rows[row];
    const int friction = dynamics_friction_of(x->s, p->of, row);
    expr_id slip[2] = {expr_int(x->m->g, 0), expr_int(x->m->g, 0)};
    for (int t = 0; friction >= 0 && t < info->tangents; t++)
        slip[t] = p->of->choice.system->rows[friction + t].f;
    push(x, list, sys->f);
    push_all(x, list, slip, 2);
    for (int held = 0; held < 2; held++)
        push(x, list, export_roots_coefficient(x, p, row, held));
    push(x, &w->sizes, dynamics_scales_rounding(x->s, sys->f));
    for (int t = 0; t < 2; t++)
        push(x, &w->sizes, dynamics_scales_rounding(x->s, slip[t]));
    expr_id held = expr_int(x->m->g, 0);
    for (int t = 0; friction >= 0 && t < info->tangents; t++)
        held = expr_add(x->m->g, held, dynamics_force_size(x->s, p->of, place_of(p->of, friction + t)));
    push(x, &w->forces, info->known ? EXPR_NONE : dynamics_force_size(x->s, p->of, place_of(p->of, row)));
    push(x, &w->forces, held);
}

static watched watched_roots(export_machine *x, export_shape *p) {
    watched w = {0};
    root_list conditions = {0};
    replacement r = replacements(x, p);
    replace_gaps(x, p, &r);
    for (int i = 0; i < p->condition_count; i++)
        push(x, &conditions,
             dynamics_condition(x->s, p->of->choice.system->conditions[p->conditions[i]], &p->inclusive[i]));
    apply(x, &r, &conditions);
    for (int i = 0; i < p->condition_count; i++) {
        const expr_id e = conditions.at[i];
        push(x, &w.conditions, e);
        push(x, &w.sizes, dynamics_scales_rounding(x->s, e));
        p->smooth[i] = !is_solved(x, e);
        push(x, &w.rates, p->smooth[i] ? mech_acceleration(x->m, &p->of->eq, e) : EXPR_NONE);
    }
    for (int i = 0; i < p->survey->contact_count; i++) {
        push_contact(x, p, p->survey->contact[i], &w);
        push(x, &w.rates, mech_acceleration(x->m, &p->of->eq, p->of->choice.system->rows[p->survey->contact[i]].f));
    }
    return w;
}

/* --- Programs for the motion --- */

static root_list quadrature_roots(export_machine *x, export_shape *p) {
    root_list list = {0};
    const replacement r = replacements(x, p);
    for (size_t k = 1; k < x->s->quadratures; k++) {
        const int reducer = x->s->integral_of[k];
        push(x, &list,
             p->of->reducer_null[reducer] ? expr_real(x->m->g, NAN) : p->of->choice.system->reducers[reducer]);
    }
    apply(x, &r, &list);
    return list;
}

static root_list result_roots(export_machine *x, export_shape *p) {
    root_list list = {0};
    const replacement r = replacements(x, p);
    const mode *o = p->of;
    push(x, &list, o->eq.kinetic);
    push(x, &list, o->eq.potential);
    push(x, &list, o->eq.energy);
    for (size_t i = 0; i < x->m->output_count; i++)
        push(x, &list, o->output_null[i] ? EXPR_NONE : o->choice.system->outputs[i]);
    for (size_t i = 0; i < x->m->reducer_count; i++)
        push(x, &list, o->reducer_null[i] ? EXPR_NONE : o->choice.system->reducers[i]);
    apply(x, &r, &list);
    return list;
}

static const tape *program_of(export_machine *x, export_shape *p, const root_list *motion) {
    const root_list quadratures = quadrature_roots(x, p), results = result_roots(x, p);
    const watched w = watched_roots(x, p);
    tape_group groups[] = {group_of(motion),   group_of(&quadratures), group_of(&w.conditions), group_of(&w.rates),
                           group_of(&w.sizes), group_of(&results),     group_of(&w.forces)};
    groups[1].inputs_new = dynamics_solved_inputs(x->s, p->of, &groups[1].inputs_new_count);
    return tape_build(x->a, x->m->g, p->vars, p->var_count, p->of->piece_slot, groups, EXPORT_SEGMENTS - 1);
}

export_shown export_roots_shown(export_machine *x, export_shape *p) {
    const root_list quadratures = quadrature_roots(x, p), results = result_roots(x, p);
    const watched w = watched_roots(x, p);
    return (export_shown){group_of(&quadratures), group_of(&results), group_of(&w.conditions)};
}

static const tape *lean_program_of(export_machine *x, export_shape *p, const root_list *motion) {
    root_list quadratures = quadrature_roots(x, p);
    tape_group groups[] = {group_of(motion), group_of(&quadratures)};
    groups[1].inputs_new = dynamics_solved_inputs(x->s, p->of, &groups[1].inputs_new_count);
    return tape_build(x->a, x->m->g, p->vars, p->var_count, p->of->piece_slot, groups, LEAN_SEGMENTS - 1);
}

const tape *export_roots_matrices(export_machine *x, export_shape *p) {
    root_list list = {0};
    const tape_group matrices = dynamics_matrix_roots(x->s, p->of);
    push_all(x, &list, matrices.roots, matrices.count);
    for (int held = 0; held < 2; held++)
        for (int i = 0; i < p->survey->contact_count; i++)
            push(x, &list, export_roots_coefficient(x, p, p->survey->contact[i], held));
    return program_of(x, p, &list);
}

/* Residuals of the rows that act, and what removes them: the same as sim/dynamics/explicit.c. */
static const tape *projection_of(export_machine *x, export_shape *p, const mech_solution *solution, const int *rows,
                                 int count) {
    const mech_equations *eq = &p->of->eq;
    root_list residuals = {0}, places = {0}, rates = {0};
    for (int k = 0; k < count; k++)
        push(x, &residuals, eq->f[rows[k]]);
    for (int k = 0; k < count; k++)
        push(x, &residuals, eq->f_dot[rows[k]]);
    push_all(x, &places, solution->dq, (size_t)p->of->n);
    push(x, &places, solution->trust);
    push_all(x, &rates, solution->dv, (size_t)p->of->n);
    const tape_group groups[] = {group_of(&residuals), group_of(&places), group_of(&rates)};
    return tape_build(x->a, x->m->g, p->vars, p->var_count, p->of->piece_slot, groups, PROJECT_SEGMENTS - 1);
}

export_variant export_roots_solution(export_machine *x, export_shape *p, const mech_solution *solution, int *rows,
                                     int count) {
    root_list list = {0};
    push_all(x, &list, solution->a, (size_t)p->of->n);
    push_all(x, &list, solution->lambda, (size_t)count);
    push(x, &list, solution->trust);
    const tape *whole = program_of(x, p, &list), *lean = p->of->pieces ? NULL : lean_program_of(x, p, &list);
    const tape *projection = count ? projection_of(x, p, solution, rows, count) : NULL;
    return (export_variant){whole, lean, projection, rows, count};
}

/* --- Actions --- */

static void push_freed(export_machine *x, export_shape *p, int body, root_list *list) {
    const expr_id *start = p->of->choice.system->body_start[body];
    for (int k = 0; k < 3; k++)
        push(x, list, start[k]);
    for (int k = 0; k < 3; k++)
        push(x, list, start[k].i ? mech_rate(x->m, &p->of->eq, start[k]) : EXPR_NONE);
    push_all(x, list, start + 3, 12);
}

const tape *export_roots_actions(export_machine *x, export_shape *p) {
    root_list list = {0};
    const replacement r = replacements(x, p);
    for (size_t i = 0; i < x->actions.len; i++) {
        const export_action *a = &x->actions.at[i];
        if (a->what->kind == MODEL_FREE)
            push_freed(x, p, a->what->index, &list);
        else if (a->what->kind == MODEL_SET)
            push(x, &list, p->of->choice.system->set_values[a->event][a->what - x->m->events[a->event].actions]);
    }
    for (size_t i = 0; i < list.len; i++)
        if (names_dropped(x, p, list.at[i]))
            list.at[i] = expr_real(x->m->g, NAN);
    apply(x, &r, &list);
    const tape_group group = group_of(&list);
    return tape_build(x->a, x->m->g, p->vars, p->var_count, p->of->piece_slot, &group, 1);
}

/* --- Of parameters --- */

static const tape *of_parameters(export_machine *x, const root_list *list, size_t more) {
    const model *m = x->m;
    uint32_t *vars = ARENA_ARRAY(x->a, uint32_t, m->param_count + m->reducer_count + 1);
    for (size_t i = 0; i < m->param_count; i++)
        vars[i] = m->params[i].var;
    for (size_t i = 0; i < more; i++)
        vars[m->param_count + i] = m->reducers[i].var;
    const tape_group group = group_of(list);
    return tape_build(x->a, m->g, vars, m->param_count + more, 0, &group, 1);
}

static void make_settings(export_machine *x) {
    const model *m = x->m;
    root_list list = {0};
    push(x, &list, m->until_value.i ? m->until_value : expr_real(m->g, x->s->t_end));
    for (size_t i = 0; i < m->coord_count; i++)
        push(x, &list, m->coords[i].nominal);
    for (size_t i = 0; i < m->event_count; i++)
        if (m->events[i].every.i) {
            push(x, &list, m->events[i].from);
            push(x, &list, m->events[i].every);
        }
    x->settings = of_parameters(x, &list, 0);
}

static void make_follow(export_machine *x) {
    const model *m = x->m;
    graph *g = m->g;
    root_list list = {0}, from = {0}, to = {0};
    x->follows = ARENA_ARRAY(x->a, int, m->param_count + 1);
    for (size_t i = 0; i < m->param_count; i++) {
        expr_id e = m->params[i].definition;
        double value;
        if (!e.i || expr_is_number(g, e, &value) || m->params[i].input || m->params[i].unknown ||
            m->params[i].structural)
            continue;
        if (from.len)
            expr_substitute(g, &e, 1, from.at, to.at, from.len, &e);
        if (!(expr_kinds(g, e) & 1u << VAR_PARAM))
            continue;
        x->follows[x->follow_count++] = (int)i;
        push(x, &from, expr_var(g, m->params[i].var));
        push(x, &to, e);
        push(x, &list, e);
    }
    x->follow = of_parameters(x, &list, 0);
}

static const tape *of_coordinates(export_machine *x, const root_list *list) {
    const model *m = x->m;
    uint32_t *vars = ARENA_ARRAY(x->a, uint32_t, m->param_count + m->coord_count + 2);
    for (size_t i = 0; i < m->param_count; i++)
        vars[i] = m->params[i].var;
    for (size_t i = 0; i < m->coord_count; i++)
        vars[m->param_count + i] = m->coords[i].q;
    vars[m->param_count + m->coord_count] = m->t;
    const tape_group group = group_of(list);
    return tape_build(x->a, m->g, vars, m->param_count + m->coord_count + 1, 0, &group, 1);
}

/* Start values, which may use each other, and rates as they are given. */
static void make_guesses(export_machine *x) {
    const model *m = x->m;
    root_list places = {0}, rates = {0};
    for (size_t i = 0; i < m->declared_coords; i++) {
        push(x, &places, m->coords[i].start);
        expr_id rate = EXPR_NONE;
        for (size_t k = 0; k < m->initial_count; k++)
            if (m->initials[k].velocity && m->initials[k].coord == (int)i)
                rate = m->initials[k].value;
        push(x, &rates, rate);
    }
    x->guesses = of_coordinates(x, &places);
    x->speeds = of_coordinates(x, &rates);
}

void export_roots_common(export_machine *x) {
    root_list reports = {0};
    for (size_t i = 0; i < x->m->report_count; i++)
        push(x, &reports, x->m->reports[i].value);
    x->reports = of_parameters(x, &reports, x->m->reducer_count);
    make_settings(x);
    make_follow(x);
    make_guesses(x);
}
