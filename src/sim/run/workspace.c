/* The workspace of a run: its arrays in one piece, cleared for each run of a compiled problem. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/event/event.h"
#include "sim/run/run.h"

/* Pieces of one block, which is cleared as a whole; `at` is NULL while it is measured. */
typedef struct block {
    char *at;
    size_t used;
} block;

static void *piece(block *b, size_t size) {
    size_t from = b->used;
    b->used += (size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
    return b->at ? b->at + from : NULL;
}

#define PIECE(b, T, n) ((T *)piece((b), sizeof(T) * (size_t)(n)))

static void lay_out(sim *s, block *b) {
    const model *m = s->m;
    size_t solved = m->coord_count + m->row_count + 1;
    s->y = PIECE(b, double, s->y_cap);
    s->work_y = PIECE(b, double, s->y_cap);
    s->next_y = PIECE(b, double, s->y_cap);
    s->shaken_y = PIECE(b, double, 3 * s->y_cap);
    s->integral_noise = PIECE(b, double, s->quadratures + 1);
    s->user_events = PIECE(b, monitor, m->event_count + 1);
    s->events_before = PIECE(b, monitor, m->event_count + 1);
    s->ticks = PIECE(b, tick_clock, m->event_count + 1);
    for (int k = 0; k < 3; k++)
        s->contact_fired[k] = PIECE(b, bool, m->row_count + 1);
    s->opened_at = PIECE(b, double, m->row_count + 1);
    s->must_slip = PIECE(b, signed char, m->row_count + 1);
    s->kept_from_slipping = PIECE(b, bool, m->row_count + 1);
    s->self_stress = PIECE(b, double, m->row_count + 1);
    s->rows_asked = PIECE(b, bool, m->row_count + 1);
    s->slips_asked = PIECE(b, signed char, m->row_count + 1);
    s->reduced = PIECE(b, double, m->reducer_count + 1);
    s->windows = PIECE(b, window, m->reducer_count + 1);
    s->extrema = PIECE(b, best_top, m->reducer_count + 1);
    s->reference = PIECE(b, double, s->y_cap);
    s->extent = PIECE(b, double, s->y_cap);
    double **of_coordinates[] = {&s->inertia, &s->speed, &s->push, &s->rounding_push, &s->held_push, &s->part_sums};
    for (size_t k = 0; k < sizeof of_coordinates / sizeof *of_coordinates; k++)
        *of_coordinates[k] = PIECE(b, double, m->coord_count + 1);
    s->root_mobility = PIECE(b, double, m->coord_count + 1);
    s->scale_inputs = PIECE(b, double, SCALE_KINDS * m->coord_count + 1);
    double **lists[] = {&s->solved_start, &s->solved_end, &s->solved_low, &s->solved_high};
    for (int k = 0; k < 4; k++)
        *lists[k] = PIECE(b, double, solved);
    s->between_nodes = PIECE(b, double, 2 * BETWEEN_NODES * m->coord_count + 1);
    s->velocity_nodes = PIECE(b, double, WATCH_NODES * m->coord_count + 1);
}

/* Extrema that only expectations of no interest name are not looked for. */
static bool *find_judged(const sim_kit *kit) {
    const model *m = kit->m;
    bool *judged = ARENA_ARRAY(kit->a, bool, m->reducer_count + 1);
    bool *used = ARENA_ARRAY(kit->a, bool, expr_var_count(m->g) + 1);
    for (size_t i = 0; i < m->report_count; i++)
        expr_mark_vars(m->g, &m->reports[i].value, 1, used);
    for (size_t i = kit->options.judge_from; i < m->expect_count; i++)
        expr_mark_vars(m->g, (expr_id[]){m->expects[i].left, m->expects[i].right}, 2, used);
    for (size_t i = 0; i < m->reducer_count; i++)
        judged[i] = used[m->reducers[i].var];
    for (size_t i = 0; i < m->reducer_count; i++)
        if (judged[i] && m->reducers[i].kind == REDUCE_WHEN)
            judged[m->reducers[i].of] = true;
    return judged;
}

/* What the values of parameters do not decide about. */
static void begin_blank(sim *s, sim_kit *kit) {
    const model *m = kit->m;
    s->kit = kit;
    s->m = kit->m;
    s->gap_tolerance = s->gap_error = 1e-11;
    s->least_bounce = 1e-14;
    s->energy_start = NAN;
    s->chatter_since = s->crowd_since = s->left_since = -INFINITY;
    s->opening = -1;
    s->judged = find_judged(kit);
    s->integral_of = ARENA_ARRAY(kit->a, int, m->reducer_count + 1);
    s->quadratures = 1;
    for (size_t i = 0; i < m->reducer_count; i++)
        if (m->reducers[i].kind == REDUCE_INTEGRAL || m->reducers[i].kind == REDUCE_MEAN)
            s->integral_of[s->quadratures++] = (int)i;
    LGR_ASSERT(s->quadratures <= m->reducer_count + 1);
    s->y_cap = 2 * m->coord_count + s->quadratures + 2;
}

static sim_room *make_room(sim_kit *kit) {
    sim_room *r = ARENA_NEW(kit->a, sim_room);
    sim *s = &r->blank;
    begin_blank(s, kit);
    s->room = r;
    s->a = kit->a;
    block b = {NULL, 0};
    lay_out(s, &b);
    r->size = b.used;
    r->cleared = b.at = base_arena_alloc(kit->a, b.used);
    b.used = 0;
    lay_out(s, &b);
    LGR_ASSERT(b.used == r->size);
    return r;
}

void run_workspace_lay_out(sim *s) {
    block b = {s->room->cleared, 0};
    lay_out(s, &b);
    LGR_ASSERT(b.used == s->room->size);
}

static void choose_observers(sim *s) {
    size_t count = 0;
    for (const sim_observer *const *o = s->kit->observers; *o; o++) {
        LGR_ASSERT(count < MOST_OBSERVERS);
        if (!(*o)->wanted || (*o)->wanted(s))
            s->observers[count++] = *o;
    }
}

sim *run_workspace_create(sim_kit *kit, arena *a) {
    const model *m = kit->m;
    const sim_options *o = &kit->options;
    sim_room *r = kit->idle ? kit->idle : make_room(kit);
    kit->idle = r->next;
    sim *s = &r->present;
    *s = r->blank;
    memset(r->cleared, 0, r->size);
    if (s->search)
        event_search_restart(s->search);
    s->options = *o;
    s->keeps_matrices = run_keeps_matrices(s);
    s->shortens = kit->repeated || run_expands(s);
    s->a = s->kept = s->of_events = a;
    s->left = base_budget_begin(a, o->most_bytes, 0);
    kit->present = s->run = ++kit->runs;
    s->result = ARENA_NEW(a, sim_result);
    s->result->lambda_unique = true;
    s->t_end = !isnan(o->until) ? o->until : !isnan(m->until) ? m->until : 10;
    s->horizon = m->until > 0 ? m->until : 10;
    s->next_tick = s->t_end;
    s->tolerance = !isnan(o->tolerance) ? o->tolerance : !isnan(m->tolerance) ? m->tolerance : 1e-9;
    s->result->tolerance = s->tolerance;
    for (size_t i = 0; i < m->reducer_count; i++)
        s->reduced[i] = NAN;
    for (size_t i = 0; i < m->row_count; i++)
        s->opened_at[i] = -INFINITY;
    choose_observers(s);
    SIM_TELL(s, created, (s));
    return s;
}

void run_workspace_give_back(sim *s) {
    s->room->next = s->kit->idle;
    s->kit->idle = s->room;
}
