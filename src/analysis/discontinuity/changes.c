/* Discontinuities: contacts by their restitution and friction, events by their actions. */
#include "analysis/discontinuity/changes.h"

#include <math.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "expr/walk.h"

enum { MOST_NAMES = 3 };

typedef VEC(const char *) name_list;

static double number(const model *m, expr_id e, arena *a) {
    analysis_state at = analysis_state_make(m, a);
    return e.i ? analysis_probe_at(analysis_probe_make(m, &e, 1, a), &at)[0] : 0;
}

static bool depends_on(const model *m, expr_id e, uint32_t var, arena *a) {
    bool *wanted = ARENA_ARRAY(a, bool, expr_var_count(m->g));
    wanted[var] = true;
    return expr_depends(m->g, e, wanted);
}

bool analysis_impact_is_elastic(const model *m, size_t row, arena *a) {
    const system_row *r = &m->base->rows[row];
    bool varies = r->restitution.i && (expr_kinds(m->g, r->restitution) & ~(1u << VAR_PARAM)) != 0;
    return !varies && number(m, r->restitution, a) == 1 && !model_rubs(m->g, r) && !depends_on(m, r->f, m->t, a);
}

static bool may_close(const model *m, size_t row) {
    return m->rows[row].contact && !m->rows[row].off && !m->base->rows[row].ended;
}

/* NULL: it only stops, or lets go what keeps no energy. */
static const char *deed_of(const model *m, const model_event *e, arena *out) {
    for (size_t i = 0; i < e->action_count; i++) {
        const model_action *x = &e->actions[i];
        if (x->kind == MODEL_SET)
            return base_arena_printf(out, "sets %s%s", m->coords[x->index].name,
                                     x->velocity ? model_rate_mark(&m->coords[x->index]) : "");
        if (x->kind == MODEL_HOLD)
            return base_arena_printf(out, "holds %s", m->switches[x->index].name);
        for (size_t k = 0; x->kind == MODEL_DROP && !x->coordinate && k < m->base->element_count; k++)
            if (m->base->elements[k].switch_index == x->index)
                return base_arena_printf(out, "drops %s", m->switches[x->index].name);
    }
    return NULL;
}

analysis_reasons analysis_discontinuity_reasons(const model *m, arena *a, arena *out) {
    name_list why = {0};
    const char *last = NULL;
    for (size_t k = 0; k < m->row_count; k++)
        if (may_close(m, k) && m->rows[k].group != last && !analysis_impact_is_elastic(m, k, a)) {
            last = m->rows[k].group;
            bool moves = depends_on(m, m->base->rows[k].f, m->t, a);
            vec_push(out, &why,
                     base_arena_printf(out, "impacts at contact %s %s energy", last, moves ? "take or add" : "take"));
        }
    for (size_t i = 0; i < m->event_count; i++) {
        const char *deed = m->events[i].hidden ? NULL : deed_of(m, &m->events[i], out);
        if (deed)
            vec_push(out, &why, base_arena_printf(out, "event %s %s", m->events[i].name, deed));
    }
    return (analysis_reasons){why.at, why.len};
}

/* Whether the system is another one afterwards, or the quantity has another value. */
static bool ends_it(const model *m, const model_event *e, expr_id value, arena *a) {
    for (size_t i = 0; i < e->action_count; i++) {
        const model_action *x = &e->actions[i];
        bool set = x->kind == MODEL_SET;
        if (!set && x->kind != MODEL_STOP)
            return true;
        if (set && depends_on(m, value, x->velocity ? m->coords[x->index].v : m->coords[x->index].q, a))
            return true;
    }
    return false;
}

/* "; between impacts at contact floor, wall and 2 more" */
static void add_piece(strbuf *s, const char *before, const name_list *names, const char *after) {
    if (!names->len)
        return;
    base_strbuf_add(s, s->len ? "; " : "");
    base_strbuf_add(s, before);
    for (size_t i = 0; i < names->len && i < MOST_NAMES; i++)
        base_strbuf_printf(s, "%s%s", i ? ", " : " ", names->at[i]);
    if (names->len > MOST_NAMES)
        base_strbuf_printf(s, " and %zu more", names->len - MOST_NAMES);
    base_strbuf_add(s, after);
}

const char *analysis_discontinuity_limits(const model *m, expr_id value, const bool *changed, const bool *in_force,
                                          bool opens, arena *out) {
    name_list impacts = {0}, rubbing = {0}, opening = {0}, events = {0};
    const char *last = NULL;
    for (size_t k = 0; k < m->row_count; k++) {
        if (!may_close(m, k) || m->rows[k].group == last)
            continue;
        bool rubs = model_rubs(m->g, &m->base->rows[k]) || (opens && m->base->rows[k].velocity);
        if (opens && in_force[k])
            vec_push(out, &opening, last = m->rows[k].group);
        else if (changed[k])
            vec_push(out, rubs ? &rubbing : &impacts, last = m->rows[k].group);
    }
    for (size_t i = 0; i < m->event_count; i++)
        if (!m->events[i].hidden && ends_it(m, &m->events[i], value, out))
            vec_push(out, &events, m->events[i].name);
    strbuf s = base_strbuf_make(out);
    add_piece(&s, "between impacts at contact", &impacts, "");
    add_piece(&s, "until contact", &rubbing, " closes");
    add_piece(&s, "until contact", &opening, " opens");
    add_piece(&s, "until event", &events, "");
    return s.len ? base_strbuf_text(&s) : NULL;
}
