/* Lowering: reachable nodes become values, values are fused and given slots, and the rest becomes instructions. */
#include <string.h>

#include "base/check.h"
#include "base/sort.h"
#include "base/vec.h"
#include "expr/terms.h"
#include "expr/walk.h"
#include "tape/sincos/sincos.h"
#include "tape/tape.h"

#define NOTHING UINT32_MAX
#define GREATEST_POWER 16

/* A reachable node: a leaf or the future result of an instruction. Values are named by their index, operands first. */
typedef struct value {
    tape_op op;
    uint32_t arg[3]; /* values; from fuse_all on their homes */
    uint32_t node;
    uint32_t users;     /* instructions and roots that read it */
    uint32_t home;      /* whose instruction computes it: itself but for the second of a sine and a cosine */
    uint32_t last_use;  /* of a home: the last instruction that reads it */
    uint32_t slot;      /* of leaves and homes */
    uint32_t level;     /* sines below it in its segment, one on the other */
    uint32_t companion; /* of sines: the next that is computed with it, in a ring */
    uint32_t turned;    /* the first sine or cosine of it, or NOTHING */
    uint32_t known;     /* first segment before which all its inputs are known */
    uint32_t segment;   /* where it is computed */
    int8_t power;
    uint8_t rank; /* of sines: its place in the ring */
    uint8_t arity;
    uint8_t halves; /* from fuse_all on, bit k: arg[k] stands in the second slot of its home's pair */
    bool half;      /* it stands there itself, if its home has a pair */
    bool lasting;   /* of a home: a leaf or a result, or read by later segments */
    bool placed;    /* in the order, or without an instruction */
} value;

typedef struct lowering {
    arena *scratch, *out;
    const graph *g;
    tape *t;
    tape_segment *segments; /* those of t, to be written */
    uint32_t *input_of;     /* variable -> input slot, or NOTHING */
    uint32_t *known_of;     /* variable -> first segment before which it is known */
    value *values;
    uint32_t value_count;
    uint32_t *order; /* the values that have an instruction, in the order of execution */
    size_t order_count;
    VEC(uint32_t) waiting; /* for their operands */
    uint32_t top;          /* first slot never used */
    VEC(uint32_t) free_slots;
    VEC(uint32_t) free_pairs;
} lowering;

static uint32_t *filled_array(arena *a, size_t count, uint32_t filler) {
    uint32_t *at = ARENA_ARRAY(a, uint32_t, count);
    for (size_t k = 0; k < count; k++) {
        at[k] = filler;
    }
    return at;
}

/* ---- Which instruction a node becomes ---- */

static void choose_power(value *v, int32_t n) {
    v->arity = 1;
    v->power = (int8_t)n;
    v->op = n == 2 ? TAPE_SQUARE : n == -1 ? TAPE_RECIP : TAPE_POWI;
}

static uint32_t value_of(const lowering *w, expr_id e) {
    return expr_place_below(w->g, e) - 1;
}

/* The operator, with the values that it reads. */
static void choose(const lowering *w, const expr_node *n, value *v) {
    const graph *g = w->g;
    expr_id base;
    int64_t power;
    v->op = (tape_op)n->op;
    v->arity = (uint8_t)expr_op_table[n->op].arity;
    for (uint32_t k = 0; k < v->arity; k++) {
        v->arg[k] = value_of(w, n->arg[k]);
    }
    if (n->op == EXPR_POW && expr_is_whole_power(g, (expr_id){v->node}, &base, &power) && power >= -GREATEST_POWER &&
        power <= GREATEST_POWER) {
        choose_power(v, (int32_t)power);
    } else if (n->op == EXPR_DIV && expr_is_one(g, n->arg[0])) {
        v->arg[0] = v->arg[1];
        choose_power(v, -1);
    }
}

/* ---- Values in an order of execution, each with the first segment that needs it ---- */

static void begin_variable(const lowering *w, uint32_t var, value *v) {
    LGR_ASSERT(w->input_of[var] != NOTHING);
    v->slot = w->input_of[var];
    v->known = w->known_of[var];
}

/* The later of a sine and a cosine of one argument moves into the instruction of the earlier. */
static void fuse_sine(lowering *w, value *v, uint32_t self) {
    value *angle = &w->values[v->arg[0]];
    if (angle->turned == NOTHING) {
        angle->turned = self;
        return;
    }
    value *home = &w->values[angle->turned];
    v->home = angle->turned;
    v->half = v->op == TAPE_COS;
    v->placed = true;
    home->half = !v->half;
    home->op = TAPE_SINCOS;
}

static void begin_value(lowering *w, uint32_t self, uint32_t node, uint32_t segment) {
    value *v = &w->values[self];
    const expr_node *n = expr_node_at(w->g, (expr_id){node});
    *v =
        (value){.node = node, .home = self, .companion = self, .last_use = NOTHING, .slot = NOTHING, .turned = NOTHING};
    choose(w, n, v);
    v->lasting = v->placed = v->arity == 0;
    if (v->op == TAPE_VAR) {
        begin_variable(w, n->var, v);
    }
    for (uint32_t k = 0; k < v->arity; k++) {
        value *operand = &w->values[v->arg[k]];
        operand->users++;
        v->known = operand->known > v->known ? operand->known : v->known;
    }
    LGR_ASSERT(v->known <= segment);
    v->segment = v->known == 0 ? 0 : segment;
    if (v->op == TAPE_SIN || v->op == TAPE_COS) {
        fuse_sine(w, v, self);
    }
}

/* The nodes below all roots; first[k] is the first that group k needs and no group before it. */
static const uint32_t *find_nodes(lowering *w, const tape_group *groups, size_t group_count, uint32_t *first) {
    const uint32_t *order;
    size_t count = expr_nodes_below(w->g, NULL, 0, &order);
    for (size_t k = 0; k < group_count; k++) {
        first[k] = (uint32_t)count;
        count = expr_nodes_below_too(w->g, groups[k].roots, groups[k].count, &order);
    }
    first[group_count] = w->value_count = (uint32_t)count;
    w->values = ARENA_RAW(w->scratch, value, count);
    return order;
}

static void collect(lowering *w, const tape_group *groups, size_t group_count) {
    uint32_t *first = ARENA_ARRAY(w->scratch, uint32_t, group_count + 1);
    const uint32_t *order = find_nodes(w, groups, group_count, first);
    for (size_t k = 0; k < group_count; k++) {
        for (uint32_t i = first[k]; i < first[k + 1]; i++) {
            begin_value(w, i, order[i], (uint32_t)k + 1);
        }
        for (size_t r = 0; r < groups[k].count; r++) {
            value *v = &w->values[value_of(w, groups[k].roots[r])];
            LGR_ASSERT(v->known <= k + 1);
            v->users++;
            w->values[v->home].lasting = true;
        }
    }
}

/* ---- Fusion ---- */

static void find_homes(lowering *w, value *v) {
    for (uint32_t k = 0; k < v->arity; k++) {
        const value *operand = &w->values[v->arg[k]];
        v->arg[k] = operand->home;
        if (operand->half) {
            v->halves |= (uint8_t)(1U << k);
        }
    }
}

/* A sum takes over a product that nothing else reads and that is not computed more rarely. */
static void fuse_product(lowering *w, value *sum) {
    for (uint32_t k = 0; k < 2; k++) {
        value *product = &w->values[sum->arg[k]];
        if (product->op == TAPE_MUL && product->users == 1 && product->segment == sum->segment) {
            sum->op = TAPE_FMA3;
            sum->arity = 3;
            sum->arg[2] = sum->arg[1 - k];
            sum->arg[0] = product->arg[0];
            sum->arg[1] = product->arg[1];
            sum->halves = (uint8_t)((sum->halves >> (1 - k) & 1) << 2 | product->halves);
            product->placed = true;
            return;
        }
    }
}

static bool turns(const value *v) {
    return v->op == TAPE_SIN || v->op == TAPE_COS || v->op == TAPE_SINCOS;
}

/* How many sines of the same segment are below the value, one on the other. */
static uint32_t level_of(const lowering *w, const value *v) {
    uint32_t level = 0;
    for (uint32_t k = 0; k < v->arity; k++) {
        const value *below = &w->values[v->arg[k]];
        const uint32_t least = below->level + turns(below);
        level = below->segment == v->segment && least > level ? least : level;
    }
    return level;
}

static void fuse_all(lowering *w) {
    for (uint32_t k = 0; k < w->value_count; k++) {
        value *v = &w->values[k];
        find_homes(w, v);
        if (v->op == TAPE_ADD) {
            fuse_product(w, v);
        }
        v->level = level_of(w, v);
    }
}

/* ---- Order of execution and lives of values ---- */

/* Sines of one level that follow each other, as many as are computed together, make a ring. */
static void find_companions(lowering *w) {
    VEC(uint32_t) last[2] = {{0}, {0}}; /* per level: of segment 0 and of the present one */
    for (uint32_t k = 0; k < w->value_count; k++) {
        value *v = &w->values[k];
        if (v->placed || !turns(v)) {
            continue;
        }
        while (last[v->segment > 0].len <= v->level) {
            vec_push(w->scratch, &last[v->segment > 0], NOTHING);
        }
        uint32_t *at = &last[v->segment > 0].at[v->level];
        value *before = *at == NOTHING ? NULL : &w->values[*at];
        if (before && before->segment == v->segment && before->rank + 1 < SINCOS_MOST) {
            v->rank = (uint8_t)(before->rank + 1);
            v->companion = before->companion;
            before->companion = k;
        }
        *at = k;
    }
}

/* The values that the instruction at hand and its companions still wait for; false if there are none. Those of earlier
   segments have been placed. */
static bool push_missing(lowering *w, uint32_t k) {
    const size_t before = w->waiting.len;
    uint32_t one = k;
    do {
        const value *v = &w->values[one];
        for (uint32_t n = v->arity; n-- > 0;) {
            if (!w->values[v->arg[n]].placed) {
                vec_push(w->scratch, &w->waiting, v->arg[n]);
            }
        }
        one = v->companion;
    } while (one != k);
    return w->waiting.len > before;
}

static void place(lowering *w, uint32_t k) {
    value *v = &w->values[k];
    for (uint32_t n = 0; n < v->arity; n++) {
        value *read = &w->values[v->arg[n]];
        read->last_use = (uint32_t)w->order_count;
        read->lasting = read->lasting || read->segment != v->segment;
    }
    v->placed = true;
    w->order[w->order_count++] = k;
    w->segments[v->segment].last = w->order_count;
}

static void put_in_order(lowering *w, uint32_t k) {
    vec_push(w->scratch, &w->waiting, k);
    while (w->waiting.len > 0) {
        const uint32_t next = w->waiting.at[w->waiting.len - 1];
        if (!w->values[next].placed && push_missing(w, next)) {
            continue;
        }
        w->waiting.len--;
        for (uint32_t one = next; !w->values[one].placed; one = w->values[one].companion) {
            place(w, one);
        }
    }
}

/* The walk met the values segment by segment, but for those of segment 0, which are spread over all groups. */
static void arrange(lowering *w) {
    w->order = ARENA_RAW(w->scratch, uint32_t, w->value_count);
    find_companions(w);
    for (int rest = 0; rest <= 1; rest++) {
        for (uint32_t k = 0; k < w->value_count; k++) {
            if (!w->values[k].placed && (w->values[k].segment > 0) == rest) {
                put_in_order(w, k);
            }
        }
    }
    for (size_t segment = 1; segment < w->t->segment_count; segment++) {
        tape_segment *x = &w->segments[segment];
        x->first = w->segments[segment - 1].last;
        LGR_ASSERT(x->last == 0 || x->last > x->first);
        x->last = x->last > 0 ? x->last : x->first;
    }
}

/* ---- Slots ---- */

typedef struct constant {
    uint64_t bits;
    uint32_t value;
} constant;

static bool has_lower_bits(const void *left, const void *right) {
    return ((const constant *)left)->bits < ((const constant *)right)->bits;
}

/* Numbers with the same bits share a slot: a rational and a real may be the same double. */
static void place_constants(lowering *w) {
    constant *all = ARENA_RAW(w->scratch, constant, w->value_count);
    size_t count = 0;
    for (uint32_t k = 0; k < w->value_count; k++) {
        const value *v = &w->values[k];
        if (v->arity == 0 && v->users > 0 && v->op != TAPE_VAR) {
            all[count].value = k;
            memcpy(&all[count++].bits, &expr_node_at(w->g, (expr_id){v->node})->value, sizeof(double));
        }
    }
    base_sort(all, count, sizeof *all, has_lower_bits, w->scratch);
    double *constants = ARENA_ARRAY(w->out, double, count);
    for (size_t k = 0; k < count; k++) {
        if (k == 0 || all[k].bits != all[k - 1].bits) {
            memcpy(&constants[w->t->constant_count++], &all[k].bits, sizeof(double));
            w->top++;
        }
        w->values[all[k].value].slot = w->top - 1;
    }
    w->t->constants = constants;
}

/* Lasting values have slots of their own: they stay until their own segment is run again, whatever else is run. */
static void place_lasting(lowering *w) {
    for (size_t i = 0; i < w->order_count; i++) {
        value *v = &w->values[w->order[i]];
        if (v->lasting) {
            v->slot = w->top;
            w->top += v->op == TAPE_SINCOS ? 2 : 1;
        }
    }
}

static uint32_t take_pair(lowering *w) {
    if (w->free_pairs.len > 0) {
        return w->free_pairs.at[--w->free_pairs.len];
    }
    w->top += 2;
    return w->top - 2;
}

static uint32_t take_slot(lowering *w) {
    if (w->free_slots.len > 0) {
        return w->free_slots.at[--w->free_slots.len];
    }
    if (w->free_pairs.len > 0) {
        const uint32_t pair = take_pair(w);
        vec_push(w->scratch, &w->free_slots, pair + 1);
        return pair;
    }
    return w->top++;
}

static void free_slots_after(lowering *w, const value *v, uint32_t i) {
    for (uint32_t k = 0; k < v->arity; k++) {
        value *read = &w->values[v->arg[k]];
        if (read->lasting || read->last_use != i) {
            continue;
        }
        read->last_use = NOTHING; /* it may be read twice by the same instruction */
        if (read->op == TAPE_SINCOS) {
            vec_push(w->scratch, &w->free_pairs, read->slot);
        } else {
            vec_push(w->scratch, &w->free_slots, read->slot);
        }
    }
}

static tape_instr instruction(const lowering *w, const value *v) {
    uint32_t operand[3] = {0, 0, 0};
    for (uint32_t k = 0; k < v->arity; k++) {
        operand[k] = w->values[v->arg[k]].slot + (v->halves >> k & 1);
    }
    if (v->op == TAPE_POWI) {
        operand[1] = (uint32_t)v->power;
    }
    return (tape_instr){(uint32_t)v->op, v->slot, operand[0], operand[1], operand[2]};
}

/* The slot of a result is taken before those of the operands are given back, so that no instruction writes what it
   reads. */
static void write_code(lowering *w) {
    tape_instr *code = ARENA_RAW(w->out, tape_instr, w->order_count);
    for (uint32_t i = 0; i < w->order_count; i++) {
        value *v = &w->values[w->order[i]];
        if (!v->lasting) {
            v->slot = v->op == TAPE_SINCOS ? take_pair(w) : take_slot(w);
        }
        code[i] = instruction(w, v);
        free_slots_after(w, v, i);
    }
    w->t->code = code;
    w->t->code_count = w->order_count;
    w->t->slot_count = w->top;
}

static uint32_t slot_of(const lowering *w, uint32_t k) {
    const value *v = &w->values[k];
    return w->values[v->home].slot + v->half;
}

static void write_results(lowering *w, const tape_group *groups, size_t group_count) {
    for (size_t k = 0; k < group_count; k++) {
        uint32_t *out = ARENA_ARRAY(w->out, uint32_t, groups[k].count);
        for (size_t r = 0; r < groups[k].count; r++) {
            out[r] = slot_of(w, value_of(w, groups[k].roots[r]));
        }
        w->segments[k + 1].out_slots = out;
        w->segments[k + 1].out_count = groups[k].count;
    }
}

static void set_inputs(lowering *w, const uint32_t *vars, size_t var_count, size_t fixed) {
    const size_t all = expr_var_count(w->g);
    w->input_of = filled_array(w->scratch, all, NOTHING);
    w->known_of = filled_array(w->scratch, all, 1);
    for (uint32_t k = 0; k < var_count; k++) {
        LGR_ASSERT(vars[k] < all && w->input_of[vars[k]] == NOTHING);
        w->input_of[vars[k]] = k;
        if (k < fixed) {
            w->known_of[vars[k]] = 0;
        }
    }
}

static void set_new_inputs(lowering *w, const tape_group *groups, size_t group_count) {
    for (size_t k = 0; k < group_count; k++) {
        for (size_t n = 0; n < groups[k].inputs_new_count; n++) {
            const uint32_t var = groups[k].inputs_new[n];
            LGR_ASSERT(var < expr_var_count(w->g) && w->known_of[var] == 1);
            w->known_of[var] = (uint32_t)k + 1;
        }
    }
}

tape *tape_build(arena *a, const graph *g, const uint32_t *vars, size_t var_count, size_t fixed,
                 const tape_group *groups, size_t group_count) {
    LGR_ASSERT(fixed <= var_count && group_count < UINT16_MAX);
    tape *t = ARENA_NEW(a, tape);
    arena *scratch = base_arena_create();
    lowering w = {.scratch = scratch, .out = a, .g = g, .t = t, .top = (uint32_t)var_count};
    t->input_count = var_count;
    t->segment_count = group_count + 1;
    t->segments = w.segments = ARENA_ARRAY(a, tape_segment, t->segment_count);
    set_inputs(&w, vars, var_count, fixed);
    set_new_inputs(&w, groups, group_count);
    collect(&w, groups, group_count);
    fuse_all(&w);
    arrange(&w);
    place_constants(&w);
    place_lasting(&w);
    write_code(&w);
    write_results(&w, groups, group_count);
    base_arena_destroy(scratch);
    return t;
}
