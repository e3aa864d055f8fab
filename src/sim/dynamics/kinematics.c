/* Contact kinematics and constraint residuals, evaluated by one program for each mode. */
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/scales.h"

#include <math.h>
#include <string.h>

static void push(sim *s, expr_id *roots, size_t *count, const expr_id *values, int sized) {
    for (int k = 0; k < sized; k++)
        roots[*count + (size_t)k] = values[k].i ? values[k] : expr_int(s->m->g, 0);
    dynamics_scales_roundings(s, roots + *count, (size_t)sized, roots + *count + sized);
    *count += 2 * (size_t)sized;
}

static void ask_of_contact(sim *s, mode *m, int row, expr_id *roots, size_t *count) {
    expr_id zero = expr_int(s->m->g, 0), values[CONTACT_SIZED];
    const system_row *sys = &m->choice.system->rows[row];
    int partner = s->m->rows[row].partner;
    values[CONTACT_GAP] = sys->f;
    values[CONTACT_RATE] = mech_rate(s->m, &m->eq, sys->f, s->a);
    values[CONTACT_ACCELERATION] = mech_acceleration(s->m, &m->eq, values[CONTACT_RATE], s->a);
    values[CONTACT_SLIP] = partner >= 0 ? m->choice.system->rows[partner].f : zero;
    values[CONTACT_SLIP_ACCELERATION] = mech_acceleration(s->m, &m->eq, values[CONTACT_SLIP], s->a);
    push(s, roots, count, values, CONTACT_SIZED);
    roots[(*count)++] = sys->restitution.i ? sys->restitution : zero;
    roots[(*count)++] = partner >= 0 ? sys->mu : zero;
    roots[(*count)++] = partner < 0 ? zero : sys->hold.i ? sys->hold : sys->mu;
}

static survey *make(sim *s, mode *m) {
    arena *run = dynamics_kit_enter(s);
    survey *v = ARENA_NEW(s->a, survey);
    v->contact = ARENA_ARRAY(s->a, int, s->m->row_count + 1);
    size_t most = CONTACT_NUMBERS * s->m->row_count + ROW_NUMBERS * (size_t)m->m, count = 0;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, most + 1);
    for (int k = 0; k < m->m; k++)
        push(s, roots, &count, (expr_id[]){m->eq.f[k], m->eq.f_dot[k]}, ROW_SIZED);
    for (int i = 0; i < (int)s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        if (!row->contact || m->switched_off[row->element] ||
            dynamics_names_dropped(s, m->dropped, m->choice.system->rows[i].f))
            continue;
        ask_of_contact(s, m, i, roots, &count);
        v->contact[v->contact_count++] = i;
    }
    LGR_ASSERT(count == CONTACT_NUMBERS * (size_t)v->contact_count + ROW_NUMBERS * (size_t)m->m);
    const tape_group group = {.roots = roots, .count = count};
    v->program =
        dynamics_load_program(s, tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, &group, 1));
    dynamics_kit_leave(s, run);
    return v;
}

void dynamics_kinematics_restart(survey *v) {
    v->program->stale = true;
    v->taken = false;
}

survey *dynamics_kinematics_take(sim *s) {
    mode *m = s->mode;
    dynamics_scales_prepare(s);
    dynamics_scales_load(s, m);
    if (!m->survey)
        m->survey = make(s, m);
    survey *v = m->survey;
    if (v->taken && dynamics_has_inputs(m, v->program))
        return v;
    dynamics_copy_inputs(m, v->program);
    dynamics_run_program(s, v->program);
    v->taken = true;
    v->touch_count = -1;
    return v;
}

int dynamics_kinematics_find_contact(const survey *v, int row) {
    for (int i = 0; i < v->contact_count; i++)
        if (v->contact[i] == row)
            return i;
    return -1;
}

int dynamics_kinematics_inside_out(const sim *s, const survey *v, double tolerance) {
    LGR_ASSERT(v == s->mode->survey && v->taken);
    for (int i = 0; i < v->contact_count; i++)
        if (!s->mode->rows[v->contact[i]] && dynamics_kinematics_of_contact(v, i, CONTACT_GAP) <
                                                 -tolerance * dynamics_kinematics_contact_size(v, i, CONTACT_GAP))
            return i;
    return -1;
}
