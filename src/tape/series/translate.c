/* From the instructions of a program to recurrences for the coefficients of its series. */
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "tape/interpreter/operands.h"
#include "tape/series/recurrence.h"
#include "tape/sincos/sincos.h"

typedef struct translation {
    arena *out;
    const tape *t;
    const tape_series_plan *plan;
    tape_series *s;
    VEC(series_value) values;
    VEC(series_step) steps;
    VEC(series_sum) sums;
    VEC(series_given) fixed;
    VEC(series_integral) integrals;
    VEC(uint32_t) roots;
    VEC(size_t) turns; /* steps: sines and cosines just met, of which nothing has been used */
    uint32_t *of;      /* slot -> the value in it; 0: none yet */
    bool *needed;      /* per instruction */
    bool switches;     /* something in the segment at hand */
    uint32_t *input;   /* of s, to be written */
} translation;

/* --- What is needed --- */

static bool is_wanted(const translation *w, size_t segment, size_t root) {
    const bool *const *wanted = w->plan->wanted;
    return !wanted || !wanted[segment] || wanted[segment][root];
}

static void mark_operands(const tape_instr *ip, bool *live) {
    const uint32_t operand[] = {ip->a, ip->b, ip->c};
    for (int k = 0; k < interpreter_operand_count((tape_op)ip->op); k++)
        live[operand[k]] = true;
}

/* Backwards: slots serve several values, one after the other. Results keep theirs. */
static void find_needed(translation *w, bool *live) {
    for (size_t segment = 1; segment <= w->plan->last; segment++)
        for (size_t r = 0; r < w->t->segments[segment].out_count; r++)
            if (is_wanted(w, segment, r))
                live[w->t->segments[segment].out_slots[r]] = true;
    for (size_t segment = w->plan->last; segment > 0; segment--)
        for (size_t i = w->t->segments[segment].last; i > w->t->segments[segment].first; i--) {
            const tape_instr *ip = &w->t->code[i - 1];
            bool second = ip->op == TAPE_SINCOS && live[ip->dst + 1];
            w->needed[i - 1] = live[ip->dst] || second;
            live[ip->dst] = live[ip->dst] && !w->needed[i - 1];
            if (ip->op == TAPE_SINCOS)
                live[ip->dst + 1] = false;
            if (w->needed[i - 1])
                mark_operands(ip, live);
        }
}

/* --- Values and steps --- */

static uint32_t new_value(translation *w, bool moves) {
    vec_push(w->out, &w->values, (series_value){.moves = moves});
    return (uint32_t)w->values.len - 1;
}

static series_value *value_at(translation *w, uint32_t v) {
    LGR_ASSERT(v > 0 && v < w->values.len);
    return &w->values.at[v];
}

static bool moves(translation *w, uint32_t v) {
    return v != 0 && value_at(w, v)->moves;
}

/* The step at hand adds up products of coefficients of f and g. */
static void add_sum(translation *w, uint32_t f, uint32_t g) {
    vec_push(w->out, &w->sums, ((series_sum){.f = f, .g = g}));
}

/* The same of f' and g. */
static void add_sloped(translation *w, uint32_t f, uint32_t g) {
    vec_push(w->out, &w->sums, ((series_sum){.f = f, .g = g, .slope = true}));
}

/* The result of a step, which moves; the step can still be completed. */
static series_step *step(translation *w, series_kind kind, tape_op op, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t x = new_value(w, kind != SERIES_VALUE);
    vec_push(
        w->out, &w->steps,
        (series_step){
            .kind = (uint8_t)kind, .op = (uint8_t)op, .a = a, .b = b, .c = c, .x = x, .sum = (uint32_t)w->sums.len});
    value_at(w, x)->by = (uint32_t)w->steps.len;
    return &w->steps.at[w->steps.len - 1];
}

/* The same, with a second value that does not move. */
static uint32_t with_inverse(translation *w, series_kind kind, tape_op op, uint32_t a, uint32_t b) {
    const uint32_t y = new_value(w, false);
    series_step *p = step(w, kind, op, a, b, 0);
    p->y = y;
    return p->x;
}

static uint32_t constant(translation *w, tape_op op, uint32_t a, uint32_t b, uint32_t c) {
    return step(w, SERIES_VALUE, op, a, b, c)->x;
}

static uint32_t plain(translation *w, series_kind kind, tape_op op, uint32_t a, uint32_t b) {
    return step(w, kind, op, a, b, 0)->x;
}

/* What moves first. */
static void order_factors(translation *w, uint32_t *a, uint32_t *b) {
    if (!moves(w, *a)) {
        const uint32_t first = *a;
        *a = *b;
        *b = first;
    }
}

/* Of the rate of an angle and its sine or cosine, if it has been made. */
static uint32_t known_product(translation *w, uint32_t a, uint32_t b) {
    const series_value *x = value_at(w, a), *y = value_at(w, b);
    return y->angle_rate == a ? y->times_rate : x->angle_rate == b ? x->times_rate : 0;
}

static uint32_t product(translation *w, uint32_t a, uint32_t b) {
    if (!moves(w, a) && !moves(w, b))
        return constant(w, TAPE_MUL, a, b, 0);
    order_factors(w, &a, &b);
    if (!moves(w, b))
        return plain(w, SERIES_SCALE, TAPE_MUL, a, b);
    const uint32_t known = known_product(w, a, b);
    if (known)
        return known;
    const uint32_t x = plain(w, SERIES_MUL, TAPE_MUL, a, b);
    add_sum(w, a, b);
    return x;
}

/* What does not move adds to the value at the start alone. */
static uint32_t sum_of(translation *w, tape_op op, uint32_t a, uint32_t b) {
    const series_kind both = op == TAPE_ADD ? SERIES_ADD : SERIES_SUB;
    if (moves(w, a) && moves(w, b))
        return plain(w, both, op, a, b);
    const series_kind one = moves(w, a) ? SERIES_FIRST : op == TAPE_ADD ? SERIES_SECOND : SERIES_LESS;
    return plain(w, one, op, a, b);
}

static uint32_t product_and(translation *w, uint32_t a, uint32_t b, uint32_t c) {
    if (!moves(w, a) && !moves(w, b))
        return sum_of(w, TAPE_ADD, product(w, a, b), c);
    order_factors(w, &a, &b);
    if (!moves(w, c) || (moves(w, b) && known_product(w, a, b)))
        return sum_of(w, TAPE_ADD, product(w, a, b), c);
    const uint32_t x = step(w, moves(w, b) ? SERIES_MUL_ADD : SERIES_SCALE_ADD, TAPE_FMA3, a, b, c)->x;
    if (moves(w, b))
        add_sum(w, a, b);
    return x;
}

static uint32_t quotient(translation *w, tape_op op, uint32_t a, uint32_t b) {
    if (!moves(w, b))
        return with_inverse(w, SERIES_DIV_BY, op, a, b);
    const uint32_t x = with_inverse(w, SERIES_DIV, op, a, b);
    add_sum(w, b, x);
    return x;
}

static uint32_t root(translation *w, uint32_t a) {
    const uint32_t x = with_inverse(w, SERIES_SQRT, TAPE_SQRT, a, 0);
    add_sum(w, x, x);
    return x;
}

static uint32_t exponential(translation *w, uint32_t a) {
    const uint32_t x = plain(w, SERIES_EXP, TAPE_EXP, a, 0);
    add_sloped(w, a, x);
    return x;
}

/* x' b = a', or -a' */
static uint32_t integral(translation *w, series_kind kind, tape_op op, uint32_t a, uint32_t b) {
    const uint32_t x = with_inverse(w, kind, op, a, b);
    add_sloped(w, x, b);
    return x;
}

/* Both of x' = a' y, y' = -a' x, or of x' = a' y, y' = a' x. */
static series_step *pair(translation *w, series_kind kind, tape_op op, uint32_t a) {
    const uint32_t y = new_value(w, true);
    series_step *p = step(w, kind, op, a, 0, 0);
    p->y = y;
    add_sloped(w, a, y);
    if (kind == SERIES_TAN || kind == SERIES_TANH)
        add_sum(w, p->x, p->x);
    else
        add_sloped(w, a, p->x);
    return p;
}

/* --- Sines and cosines of what has a rate --- */

static bool is_linear(series_kind kind) {
    return (kind >= SERIES_ADD && kind <= SERIES_SCALE_ADD) || kind == SERIES_DIV_BY;
}

/* A value whose series is that of the derivative of v, made of the rates of what v is a linear function of; 0: none. */
static uint32_t rate_of(translation *w, uint32_t v, int depth) {
    const series_value x = *value_at(w, v);
    if (x.rate || !x.by || depth == 0)
        return x.rate;
    const series_step p = w->steps.at[x.by - 1];
    if (!is_linear((series_kind)p.kind))
        return 0;
    const uint32_t a = moves(w, p.a) ? rate_of(w, p.a, depth - 1) : 0;
    const uint32_t b = moves(w, p.b) ? rate_of(w, p.b, depth - 1) : 0;
    const uint32_t c = moves(w, p.c) ? rate_of(w, p.c, depth - 1) : 0;
    if ((moves(w, p.a) && !a) || (moves(w, p.b) && !b) || (moves(w, p.c) && !c))
        return 0;
    uint32_t rate;
    switch ((series_kind)p.kind) {
    case SERIES_ADD:
    case SERIES_SUB:
        rate = plain(w, (series_kind)p.kind, (tape_op)p.op, a, b);
        break;
    case SERIES_FIRST:
        rate = a;
        break;
    case SERIES_SECOND:
        rate = b;
        break;
    case SERIES_LESS:
    case SERIES_NEG:
        rate = plain(w, SERIES_NEG, TAPE_NEG, a ? a : b, 0);
        break;
    case SERIES_SCALE:
        rate = plain(w, SERIES_SCALE, TAPE_MUL, a, p.b);
        break;
    case SERIES_SCALE_ADD:
        rate = step(w, SERIES_SCALE_ADD, TAPE_FMA3, a, p.b, c)->x;
        break;
    default:
        LGR_ASSERT(p.kind == SERIES_DIV_BY);
        rate = with_inverse(w, SERIES_DIV_BY, TAPE_DIV, a, p.b);
    }
    return value_at(w, v)->rate = rate;
}

static uint32_t times_rate(translation *w, uint32_t x, uint32_t rate) {
    const uint32_t y = product(w, rate, x);
    value_at(w, x)->angle_rate = rate;
    value_at(w, x)->times_rate = y;
    return y;
}

static void add_integral(translation *w, uint32_t to, uint32_t from, bool opposite) {
    vec_push(w->out, &w->integrals, ((series_integral){to, from, opposite}));
}

/* Nothing but integrals of products that equations of motion contain anyway; by recurrences where the angle has no
   rate. After all those that follow each other: their values at the start are found at once. */
static void finish_turns(translation *w) {
    enum { DEEPEST = 64 };
    for (size_t i = 0; i < w->turns.len; i++) {
        const size_t at = w->turns.at[i];
        const series_step p = w->steps.at[at];
        const uint32_t rate = rate_of(w, p.a, DEEPEST);
        if (!rate) {
            w->steps.at[at].sum = (uint32_t)w->sums.len;
            add_sloped(w, p.a, p.y);
            add_sloped(w, p.a, p.x);
            continue;
        }
        w->steps.at[at].kind = SERIES_TURNED;
        add_integral(w, p.x, times_rate(w, p.y, rate), false);
        add_integral(w, p.y, times_rate(w, p.x, rate), true);
    }
    w->turns.len = 0;
}

static const series_step *turn(translation *w, uint32_t a) {
    const uint32_t y = new_value(w, true);
    series_step *p = step(w, SERIES_TURN, TAPE_SIN, a, 0, 0);
    p->y = y;
    vec_push(w->out, &w->turns, w->steps.len - 1);
    return p;
}

/* --- Powers and what is made of several --- */

static uint32_t whole_power(translation *w, uint32_t a, int n) {
    if (n < 0)
        return quotient(w, TAPE_RECIP, 0, whole_power(w, a, -n));
    LGR_ASSERT(n > 0);
    if (n == 1)
        return a;
    const uint32_t half = whole_power(w, a, n / 2), square = product(w, half, half);
    return n % 2 ? product(w, square, a) : square;
}

static uint32_t any_power(translation *w, uint32_t a, uint32_t b) {
    if (moves(w, b)) {
        const uint32_t log =
            moves(w, a) ? integral(w, SERIES_QUOTIENT, TAPE_LOG, a, a) : constant(w, TAPE_LOG, a, 0, 0);
        return exponential(w, product(w, log, b));
    }
    const uint32_t x = plain(w, SERIES_POWER, TAPE_POW, a, b);
    add_sloped(w, a, x);
    vec_push(w->out, &w->sums, ((series_sum){.f = a, .g = x, .slope_of_g = true}));
    return x;
}

/* sqrt(1 - a^2) */
static uint32_t arc(translation *w, series_kind kind, tape_op op, uint32_t a) {
    const uint32_t square = product(w, a, a);
    const uint32_t rest = plain(w, SERIES_NEG, TAPE_NEG, square, 0), one = constant(w, TAPE_RATIONAL, 0, 0, 0);
    return integral(w, kind, op, a, root(w, sum_of(w, TAPE_ADD, rest, one)));
}

static uint32_t arc_tangent(translation *w, uint32_t a) {
    const uint32_t one = constant(w, TAPE_RATIONAL, 0, 0, 0);
    return integral(w, SERIES_QUOTIENT, TAPE_ATAN, a, product_and(w, a, a, one));
}

static uint32_t sum_of_squares(translation *w, uint32_t a, uint32_t b) {
    return product_and(w, a, a, product(w, b, b));
}

static uint32_t angle(translation *w, uint32_t a, uint32_t b) {
    const uint32_t c = sum_of_squares(w, a, b), x = step(w, SERIES_ANGLE, TAPE_ATAN2, a, b, c)->x;
    add_sloped(w, a, b);
    add_sloped(w, b, a);
    add_sloped(w, x, c);
    return x;
}

static uint32_t tangent(translation *w, series_kind kind, tape_op op, uint32_t a) {
    return pair(w, kind, op, a)->x;
}

static uint32_t curve(translation *w, uint32_t a, uint32_t b, uint32_t c) {
    if (!moves(w, b))
        return constant(w, TAPE_CURVE, a, b, c);
    w->switches = w->switches || moves(w, c);
    const uint32_t first = new_value(w, true), second = new_value(w, true), cube = new_value(w, false);
    series_step *p = step(w, SERIES_CURVE, TAPE_CURVE, a, b, c);
    p->more[0] = first;
    p->more[1] = second;
    p->y = cube;
    add_sum(w, b, first);
    add_sum(w, b, second);
    return p->x;
}

/* What may become another branch. */
static uint32_t branch(translation *w, series_kind kind, tape_op op, uint32_t a, uint32_t b) {
    w->switches = true;
    const uint32_t y = new_value(w, false);
    series_step *p = step(w, kind, op, a, b, 0);
    p->y = y;
    return p->x;
}

static uint32_t selection(translation *w, uint32_t a, uint32_t b, uint32_t c) {
    w->switches = w->switches || moves(w, a);
    return step(w, SERIES_SELECT, TAPE_SELECT, a, b, c)->x;
}

/* --- Instructions --- */

static bool is_frozen(tape_op op) {
    return op == TAPE_SIGN || op == TAPE_FLOOR || op == TAPE_INTERVAL || (op >= TAPE_LT && op <= TAPE_NOT);
}

static uint32_t value_in(translation *w, uint32_t slot) {
    if (w->of[slot])
        return w->of[slot];
    const bool is_input = slot < w->t->input_count;
    const uint32_t v = w->of[slot] = new_value(w, is_input && w->plan->moving[slot]);
    if (is_input)
        w->input[slot] = v;
    if (!moves(w, v))
        vec_push(w->out, &w->fixed, ((series_given){v, slot}));
    return v;
}

/* Of one argument, which moves. */
static uint32_t function_of(translation *w, tape_op op, uint32_t a) {
    switch (op) {
    case TAPE_NEG:
        return plain(w, SERIES_NEG, op, a, 0);
    case TAPE_SQUARE:
        return product(w, a, a);
    case TAPE_RECIP:
        return quotient(w, op, 0, a);
    case TAPE_SQRT:
        return root(w, a);
    case TAPE_EXP:
        return exponential(w, a);
    case TAPE_LOG:
        return integral(w, SERIES_QUOTIENT, op, a, a);
    case TAPE_SIN:
        return turn(w, a)->x;
    case TAPE_COS:
        return turn(w, a)->y;
    case TAPE_SINH:
        return pair(w, SERIES_HYPERBOLA, op, a)->x;
    case TAPE_COSH:
        return pair(w, SERIES_HYPERBOLA, op, a)->y;
    case TAPE_TAN:
        return tangent(w, SERIES_TAN, op, a);
    case TAPE_TANH:
        return tangent(w, SERIES_TANH, op, a);
    case TAPE_ASIN:
        return arc(w, SERIES_QUOTIENT, op, a);
    case TAPE_ACOS:
        return arc(w, SERIES_OPPOSITE, op, a);
    case TAPE_ATAN:
        return arc_tangent(w, a);
    default:
        LGR_ASSERT(op == TAPE_ABS);
        return branch(w, SERIES_ABS, op, a, 0);
    }
}

/* Of which at least one moves. */
static uint32_t function_of_more(translation *w, tape_op op, uint32_t a, uint32_t b, uint32_t c) {
    switch (op) {
    case TAPE_ADD:
    case TAPE_SUB:
        return sum_of(w, op, a, b);
    case TAPE_MUL:
        return product(w, a, b);
    case TAPE_FMA3:
        return product_and(w, a, b, c);
    case TAPE_DIV:
        return quotient(w, op, a, b);
    case TAPE_POW:
        return any_power(w, a, b);
    case TAPE_HYPOT:
        return root(w, sum_of_squares(w, a, b));
    case TAPE_ATAN2:
        return angle(w, a, b);
    case TAPE_MIN:
        return branch(w, SERIES_LEAST, op, a, b);
    case TAPE_MAX:
        return branch(w, SERIES_GREATEST, op, a, b);
    case TAPE_SELECT:
        return selection(w, a, b, c);
    default:
        LGR_ASSERT(op == TAPE_CURVE);
        return curve(w, a, b, c);
    }
}

static void translate_sines(translation *w, const tape_instr *ip, uint32_t a) {
    if (!moves(w, a)) {
        w->of[ip->dst] = constant(w, TAPE_SIN, a, 0, 0);
        w->of[ip->dst + 1] = constant(w, TAPE_COS, a, 0, 0);
        return;
    }
    const series_step *p = turn(w, a);
    w->of[ip->dst] = p->x;
    w->of[ip->dst + 1] = p->y;
}

static void translate(translation *w, const tape_instr *ip) {
    const tape_op op = (tape_op)ip->op;
    const uint32_t slot[] = {ip->a, ip->b, ip->c};
    uint32_t v[3] = {0, 0, 0};
    bool any = false;
    if (op != TAPE_SINCOS && op != TAPE_SIN && op != TAPE_COS)
        finish_turns(w);
    const int count = interpreter_operand_count(op);
    for (int k = 0; k < count; k++) {
        v[k] = value_in(w, slot[k]);
        any = any || moves(w, v[k]);
    }
    if (op == TAPE_SINCOS) {
        translate_sines(w, ip, v[0]);
        return;
    }
    if (!any || is_frozen(op)) {
        series_step *p = step(w, SERIES_VALUE, op, v[0], v[1], v[2]);
        p->power = op == TAPE_POWI ? (int8_t)(int32_t)ip->b : 0;
        w->of[ip->dst] = p->x;
        w->switches = w->switches || any;
    } else if (op == TAPE_POWI)
        w->of[ip->dst] = whole_power(w, v[0], (int32_t)ip->b);
    else
        w->of[ip->dst] = count == 1 ? function_of(w, op, v[0]) : function_of_more(w, op, v[0], v[1], v[2]);
}

static void translate_segment(translation *w, size_t k, series_segment *to) {
    const tape_segment *from = &w->t->segments[k];
    to->first = w->steps.len;
    w->switches = false;
    for (size_t i = from->first; i < from->last; i++)
        if (w->needed[i])
            translate(w, &w->t->code[i]);
    finish_turns(w);
    to->last = w->steps.len;
    to->switches = w->switches;
    uint32_t *out = ARENA_ARRAY(w->out, uint32_t, from->out_count + 1);
    for (size_t r = 0; r < from->out_count; r++) {
        out[r] = is_wanted(w, k, r) ? value_in(w, from->out_slots[r]) : 0;
        w->values.at[out[r]].is_read = true;
    }
    to->out = out;
    to->out_count = from->out_count;
}

/* An input that is one of these results. */
static void follow_links(translation *w, size_t segment, const series_segment *of) {
    for (size_t i = 0; i < w->plan->link_count; i++) {
        const tape_series_link *l = &w->plan->links[i];
        if (l->integral || l->segment != segment)
            continue;
        LGR_ASSERT(!w->of[l->input] && of->out[l->root]);
        w->of[l->input] = w->input[l->input] = of->out[l->root];
    }
}

/* Inputs that are integrals are known first, and those of other inputs have a rate. */
static void begin_integrals(translation *w) {
    for (size_t i = 0; i < w->plan->link_count; i++) {
        const tape_series_link *l = &w->plan->links[i];
        if (!l->integral)
            continue;
        const uint32_t v = value_in(w, (uint32_t)l->input), rate = l->segment ? 0 : value_in(w, (uint32_t)l->root);
        LGR_ASSERT(moves(w, v));
        value_at(w, v)->rate = rate;
    }
}

static void find_integrals(translation *w) {
    for (size_t i = 0; i < w->plan->link_count; i++) {
        const tape_series_link *l = &w->plan->links[i];
        if (!l->integral)
            continue;
        const uint32_t from = l->segment ? w->s->segments[l->segment].out[l->root] : value_in(w, (uint32_t)l->root);
        LGR_ASSERT(from);
        add_integral(w, value_in(w, (uint32_t)l->input), from, false);
    }
}

/* Their places are side by side. */
static void find_state(translation *w) {
    const tape_series_plan *plan = w->plan;
    uint32_t *state = ARENA_ARRAY(w->out, uint32_t, plan->link_count + plan->integrated_count + 1);
    bool *is_integral = ARENA_ARRAY(w->out, bool, w->t->input_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < plan->link_count; i++)
        is_integral[plan->links[i].input] = plan->links[i].integral;
    for (size_t i = 0; i < w->t->input_count; i++)
        if (is_integral[i])
            state[count++] = w->input[i];
    for (size_t i = 0; i < plan->integrated_count; i++) {
        const uint32_t to = new_value(w, true);
        add_integral(w, to, w->s->segments[plan->integrated].out[i], false);
        state[count++] = to;
    }
    w->s->state = state;
    w->s->state_count = count;
}

static void find_roots(translation *w, series_segment *of) {
    for (size_t i = of->first; i < of->last; i++)
        if (series_is_root(&w->steps.at[i]))
            vec_push(w->out, &w->roots, w->steps.at[i].x);
    of->root_count = w->roots.len;
}

/* Sines and cosines that follow each other, none of another: see sincos.h. */
static void join_turns(translation *w, size_t first, size_t last) {
    for (size_t i = first; i < last;) {
        series_step *p = &w->steps.at[i];
        uint32_t count = 1;
        while (series_is_turn(p) && count < SINCOS_MOST && i + count < last && series_is_turn(&p[count]) &&
               p[count].a < p->x && p[count].a < p->y)
            count++;
        p->more[0] = series_is_turn(p) ? count : p->more[0];
        i += count;
    }
}

/* --- Places of the coefficients --- */

static size_t whole_groups(size_t count) {
    return (count + SERIES_GROUP - 1) / SERIES_GROUP * SERIES_GROUP;
}

static size_t place_sums(translation *w, size_t top) {
    series_groups *x = &w->s->groups;
    x->lanes = whole_groups(w->sums.len);
    x->f = (uint32_t)top;
    x->g = (uint32_t)(top + x->lanes);
    for (size_t i = 0; i < w->sums.len; i++) {
        w->sums.at[i].f_at = (uint32_t)(x->f + i);
        w->sums.at[i].g_at = (uint32_t)(x->g + i);
    }
    return top + 2 * x->lanes;
}

static void copy_factor(translation *w, uint32_t v, size_t at, bool slope, series_copy *copies) {
    series_value *x = value_at(w, v);
    copies[x->first + x->count++] = (series_copy){(uint32_t)at, slope};
}

/* As factors of sums. */
static void place_copies(translation *w) {
    series_copy *copies = ARENA_ARRAY(w->out, series_copy, 2 * w->sums.len + 1);
    for (size_t i = 0; i < w->sums.len; i++) {
        w->values.at[w->sums.at[i].f].count++;
        w->values.at[w->sums.at[i].g].count++;
    }
    uint32_t first = 0;
    for (size_t v = 0; v < w->values.len; v++) {
        w->values.at[v].first = first;
        first += w->values.at[v].count;
        w->values.at[v].count = 0;
    }
    for (size_t i = 0; i < w->sums.len; i++) {
        const series_sum *x = &w->sums.at[i];
        copy_factor(w, x->f, x->f_at, x->slope, copies);
        copy_factor(w, x->g, x->g_at, x->slope_of_g, copies);
    }
    w->s->copies = copies;
}

/* The state, and what else is in each row. */
static size_t place_in_rows(translation *w, size_t top) {
    for (size_t i = 0; i < w->s->state_count; i++)
        value_at(w, w->s->state[i])->at = (uint32_t)top++;
    for (uint32_t v = 1; v < w->values.len; v++)
        if (!value_at(w, v)->at && (moves(w, v) || value_at(w, v)->is_read))
            value_at(w, v)->at = (uint32_t)top++;
    return whole_groups(top);
}

static void place_values(translation *w) {
    tape_series *s = w->s;
    s->width = place_in_rows(w, place_sums(w, whole_groups(SERIES_RESERVED)));
    place_copies(w);
    size_t top = s->width * ((size_t)w->plan->order + 1);
    for (uint32_t v = 1; v < w->values.len; v++)
        if (!value_at(w, v)->at)
            value_at(w, v)->at = (uint32_t)top++;
    s->groups.width = s->width;
    s->sum_place = whole_groups(top);
    s->number_count = s->sum_place + s->groups.lanes;
    LGR_ASSERT(s->number_count <= UINT32_MAX);
    double *numbers = ARENA_ARRAY(w->out, double, s->number_count + SERIES_GROUP);
    s->numbers = numbers + (SERIES_GROUP - (uintptr_t)numbers / sizeof *numbers % SERIES_GROUP) % SERIES_GROUP;
    for (size_t k = 1; k <= (size_t)w->plan->order; k++) {
        s->numbers[k * s->width + SERIES_K] = (double)k;
        s->numbers[k * s->width + SERIES_PART] = 1.0 / (double)k;
    }
}

static series_add_up *fastest_sums(void) {
    const tape_backend *b = tape_fastest(SERIES_GROUP);
    return b == &tape_avx512 ? series_sums_avx512 : b == &tape_avx2 ? series_sums_avx2 : series_sums_plain;
}

tape_series *tape_series_create(arena *a, const tape *t, const tape_series_plan *plan) {
    LGR_ASSERT(plan->order > 0 && plan->last < t->segment_count);
    tape_series *s = ARENA_NEW(a, tape_series);
    translation w = {.out = a, .t = t, .plan = plan, .s = s};
    w.of = ARENA_ARRAY(a, uint32_t, t->slot_count + 1);
    w.needed = ARENA_ARRAY(a, bool, t->code_count + 1);
    w.input = ARENA_ARRAY(a, uint32_t, t->input_count + 1);
    new_value(&w, false);
    find_needed(&w, ARENA_ARRAY(a, bool, t->slot_count + 1));
    begin_integrals(&w);
    series_segment *segments = ARENA_ARRAY(a, series_segment, plan->last + 1);
    s->segments = segments;
    s->segment_count = plan->last + 1;
    for (size_t k = 1; k <= plan->last; k++) {
        translate_segment(&w, k, &segments[k]);
        follow_links(&w, k, &segments[k]);
        join_turns(&w, segments[k].first, segments[k].last);
        find_roots(&w, &segments[k]);
    }
    find_integrals(&w);
    find_state(&w);
    place_values(&w);
    s->order = plan->order;
    s->add_up = fastest_sums();
    s->integrals = w.integrals.at;
    s->integral_count = w.integrals.len;
    s->flows = plan->flows;
    s->steps = w.steps.at;
    s->step_count = w.steps.len;
    s->sums = w.sums.at;
    s->sum_count = w.sums.len;
    s->roots = w.roots.at;
    s->values = w.values.at;
    s->value_count = w.values.len;
    s->fixed = w.fixed.at;
    s->fixed_count = w.fixed.len;
    s->input = w.input;
    s->input_count = t->input_count;
    return s;
}
