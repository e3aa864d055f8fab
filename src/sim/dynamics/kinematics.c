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
    expr_id zero = expr_int(s->m->g, 0), values[CONTACT_SIZED] = {0};
    const system_row *sys = &m->choice.system->rows[row];
    const bool contact = s->m->rows[row].contact;
    int partner = dynamics_friction_of(s, m, row);
    values[CONTACT_GAP] = contact && !sys->velocity ? sys->f : zero; /* velocities may have to jump at any time */
    values[CONTACT_RATE] = !contact ? zero : sys->velocity ? sys->f : mech_rate(s->m, &m->eq, sys->f);
    values[CONTACT_ACCELERATION] = mech_acceleration(s->m, &m->eq, values[CONTACT_RATE]);
    for (int t = 0; t < 2; t++) {
        const bool slips = partner >= 0 && t < s->m->rows[row].tangents;
        const expr_id slip = slips ? m->choice.system->rows[partner + t].f : zero;
        values[t ? CONTACT_SLIP_ACROSS : CONTACT_SLIP] = slip;
        values[t ? CONTACT_SLIP_ACROSS_ACCELERATION : CONTACT_SLIP_ACCELERATION] =
            mech_acceleration(s->m, &m->eq, slip);
    }
    push(s, roots, count, values, CONTACT_SIZED);
    roots[(*count)++] = sys->restitution.i ? sys->restitution : zero;
    roots[(*count)++] = partner >= 0 ? sys->mu : zero;
    roots[(*count)++] = partner < 0 ? zero : sys->hold.i ? sys->hold : sys->mu;
}

int dynamics_friction_of(const sim *s, const mode *m, int row) {
    const int friction = s->m->rows[row].friction ? -1 : s->m->rows[row].partner;
    return friction >= 0 && !m->switched_off[s->m->rows[friction].element] ? friction : -1;
}

bool dynamics_is_rubbed(const sim *s, const mode *m, int row) {
    return !s->m->rows[row].contact && m->rows[row] && dynamics_friction_of(s, m, row) >= 0;
}

survey *dynamics_kinematics_of(sim *s, mode *m) {
    if (m->survey)
        return m->survey;
    arena *run = dynamics_kit_enter(s);
    survey *v = ARENA_NEW(s->a, survey);
    v->contact = ARENA_ARRAY(s->a, int, s->m->row_count + 1);
    size_t most = CONTACT_NUMBERS * s->m->row_count + ROW_NUMBERS * (size_t)m->m, count = 0;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, most + 1);
    for (int k = 0; k < m->m; k++)
        push(s, roots, &count, (expr_id[]){m->eq.f[k], m->eq.f_dot[k]}, ROW_SIZED);
    for (int i = 0; i < (int)s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        if (!(row->contact || dynamics_is_rubbed(s, m, i)) || m->switched_off[row->element] ||
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
    m->survey = v;
    return v;
}

void dynamics_kinematics_restart(survey *v) {
    v->taken = false;
}

survey *dynamics_kinematics_take(sim *s) {
    mode *m = s->mode;
    dynamics_scales_prepare(s);
    dynamics_scales_load(s, m);
    survey *v = dynamics_kinematics_of(s, m);
    if (v->taken && dynamics_is_current(v->program) && dynamics_has_inputs(m, v->program))
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
