/* Rewriting of sines and cosines: products as sums, sums of angles expanded, squares of one by the other. */
#include "algebra/trig/trig.h"

enum { MAX_DEGREE = 6, MAX_FACTORS = 1 << MAX_DEGREE, MAX_MULTIPLE = 5 };

/* c * sin or cos of an angle; NO_ANGLE with GEN_COS is c itself. */
typedef struct trig_factor {
    number c;
    gen_kind kind;
    uint32_t angle;
} trig_factor;

static uint32_t function_of(const algebra *x, gen_kind kind, uint32_t u) {
    return kind == GEN_SIN ? x->angles.at[u].sin : x->angles.at[u].cos;
}

/* The factor w with sign*b added to its angle joins the list, unless it is sin(0). */
static void add_factor(algebra *x, trig_factor *list, size_t *count, trig_factor w, uint32_t b, int sign) {
    int turned = sign;
    if (w.angle == NO_ANGLE)
        w.angle = b;
    else
        w.angle = trig_angle_sum(x, w.angle, b, sign, &turned);
    if (turned == 0 && w.kind == GEN_SIN)
        return;
    if (w.kind == GEN_SIN && turned < 0)
        w.c = number_neg(w.c);
    list[(*count)++] = w;
}

/* w times a sine or cosine of b: at most two waves. */
static void multiply_factor(algebra *x, trig_factor w, gen_kind kind, uint32_t b, trig_factor *list, size_t *count) {
    trig_factor half = {number_mul(w.c, number_ratio(1, 2)), w.kind == kind ? GEN_COS : GEN_SIN, w.angle};
    if (w.angle == NO_ANGLE) {
        add_factor(x, list, count, (trig_factor){w.c, kind, NO_ANGLE}, b, 1);
        return;
    }
    trig_factor other = half;
    if (kind == GEN_SIN) { /* sin(a-b) and cos(a+b) change their signs */
        bool sines = w.kind == GEN_SIN;
        half.c = sines ? number_neg(half.c) : half.c;
        other.c = sines ? other.c : number_neg(other.c);
    }
    add_factor(x, list, count, half, b, 1);
    add_factor(x, list, count, other, b, -1);
}

static bool is_trig_factor(const algebra *x, power p, uint32_t a, uint32_t b) {
    const generator *g = &x->gens.at[p.gen];
    return (g->kind == GEN_SIN || g->kind == GEN_COS) && p.halves >= 2 &&
           (a == NO_ANGLE || g->angle == a || g->angle == b);
}

static int32_t degree_of(const algebra *x, monomial m, uint32_t a, uint32_t b) {
    int32_t degree = 0;
    for (uint32_t k = 0; k < m.len; k++)
        if (is_trig_factor(x, m.at[k], a, b))
            degree += m.at[k].halves / 2;
    return degree;
}

static size_t multiply_power(algebra *x, trig_factor *list, size_t count, power p) {
    trig_factor next[2 * MAX_FACTORS];
    for (int32_t times = p.halves / 2; times > 0; times--) {
        size_t made = 0;
        for (size_t k = 0; k < count; k++)
            multiply_factor(x, list[k], x->gens.at[p.gen].kind, x->gens.at[p.gen].angle, next, &made);
        for (size_t k = 0; k < made; k++)
            list[k] = next[k];
        count = made;
    }
    return count;
}

static poly part_to_sums(algebra *x, part p, uint32_t a, uint32_t b) {
    trig_factor list[2 * MAX_FACTORS] = {{p.c, GEN_COS, NO_ANGLE}};
    size_t count = 1;
    monomial rest = p.m;
    for (uint32_t k = 0; k < p.m.len; k++) {
        if (!is_trig_factor(x, p.m.at[k], a, b))
            continue;
        rest = poly_monomial_div(x, rest, poly_monomial(x, p.m.at[k].gen, p.m.at[k].halves / 2 * 2));
        count = multiply_power(x, list, count, p.m.at[k]);
    }
    poly sum = {0};
    for (size_t k = 0; k < count; k++) {
        part q = {list[k].c, rest};
        if (list[k].angle != NO_ANGLE)
            q.m = poly_monomial_mul(x, rest, poly_monomial(x, function_of(x, list[k].kind, list[k].angle), 2));
        sum = poly_add(x, sum, poly_of_part(x, q), NUMBER_ONE);
    }
    return sum;
}

poly trig_to_sums(algebra *x, poly p, uint32_t a, uint32_t b) {
    part *kept = ARENA_ARRAY(x->pool, part, p.len);
    size_t len = 0;
    poly sums = {0};
    for (size_t i = 0; i < p.len && !sums.over; i++) {
        int32_t degree = degree_of(x, p.at[i].m, a, b);
        if (degree > MAX_DEGREE)
            return (poly){.over = true};
        if (degree < 2)
            kept[len++] = p.at[i];
        else
            sums = poly_add(x, sums, part_to_sums(x, p.at[i], a, b), NUMBER_ONE);
    }
    return poly_add(x, (poly){kept, len, false}, sums, NUMBER_ONE);
}

/* A sine and a cosine as polynomials. */
typedef struct rotation {
    poly sin, cos;
} rotation;

static rotation turn_of(algebra *x, uint32_t u, int sign) {
    return (rotation){poly_scale(x, poly_power(x, x->angles.at[u].sin, 2), (part){number_ratio(sign, 1), {0}}),
                      poly_power(x, x->angles.at[u].cos, 2)};
}

static rotation turn_by(algebra *x, rotation a, rotation b) {
    number minus = number_neg(NUMBER_ONE);
    return (rotation){poly_add(x, poly_mul(x, a.sin, b.cos), poly_mul(x, a.cos, b.sin), NUMBER_ONE),
                      poly_add(x, poly_mul(x, a.cos, b.cos), poly_mul(x, a.sin, b.sin), minus)};
}

static poly replace_functions(algebra *x, poly p, uint32_t u, rotation by) {
    p = poly_replace(x, p, x->angles.at[u].sin, 1, by.sin);
    return poly_replace(x, p, x->angles.at[u].cos, 1, by.cos);
}

poly trig_split(algebra *x, poly p, uint32_t whole, uint32_t a, uint32_t b, int sign) {
    int turned;
    if (trig_angle_sum(x, a, b, sign, &turned) != whole)
        return (poly){.over = true};
    rotation by = turn_by(x, turn_of(x, a, 1), turn_of(x, b, sign));
    if (turned < 0)
        by.sin = poly_neg(x, by.sin);
    return replace_functions(x, p, whole, by);
}

poly trig_without_square(algebra *x, poly p, uint32_t u, gen_kind kind) {
    uint32_t out = function_of(x, kind, u), in = function_of(x, kind == GEN_SIN ? GEN_COS : GEN_SIN, u);
    poly by = poly_add(x, poly_number(x, NUMBER_ONE), poly_power(x, in, 4), number_neg(NUMBER_ONE));
    return poly_replace(x, p, out, 2, by);
}

/* The smallest angle of which all angles with this monomial are whole multiples. */
typedef struct unit {
    monomial m;
    number size;
} unit;

typedef struct units {
    arena *memory;
    VEC(unit) list;
} units;

static bool is_whole_multiple(number c, number size, int64_t *n) {
    return number_small_int(number_div(c, size), n) && *n != 0;
}

/* The unit of which c*m is a whole multiple. Units of numbers that are not exact fit those numbers alone. */
static unit *find_unit(units *u, number c, monomial m) {
    int64_t n;
    for (size_t k = 0; k < u->list.len; k++) {
        unit *found = &u->list.at[k];
        if (poly_monomial_compare(found->m, m) != 0)
            continue;
        if (is_whole_multiple(c, found->size, &n) || (c.den != 0 && found->size.den != 0))
            return found;
    }
    return NULL;
}

static void add_units(units *u, poly arg) {
    for (size_t i = 0; i < arg.len; i++) {
        number size = number_abs(arg.at[i].c);
        unit *found = find_unit(u, size, arg.at[i].m);
        if (found == NULL)
            vec_push(u->memory, &u->list, (unit){arg.at[i].m, size});
        else
            found->size = poly_common_number(found->size, size);
    }
}

/* False if the angle is a unit itself, or takes too many. */
static bool by_units(algebra *x, units *u, poly arg, rotation *by) {
    int64_t total = 0;
    *by = (rotation){{0}, poly_number(x, NUMBER_ONE)};
    for (size_t i = 0; i < arg.len; i++) {
        unit *found = find_unit(u, arg.at[i].c, arg.at[i].m);
        int64_t n;
        int sign;
        if (found == NULL || !is_whole_multiple(arg.at[i].c, found->size, &n))
            return false;
        int64_t size = n < 0 ? -n : n;
        if ((total += size) > MAX_MULTIPLE)
            return false;
        uint32_t once = trig_angle(x, poly_of_part(x, (part){found->size, found->m}), &sign);
        for (int64_t k = 0; k < size; k++)
            *by = turn_by(x, *by, turn_of(x, once, n < 0 ? -sign : sign));
    }
    return total > 1 && !by->sin.over && !by->cos.over;
}

size_t trig_angles(algebra *x, poly p, uint32_t *list, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < p.len; i++)
        for (uint32_t k = 0; k < p.at[i].m.len; k++) {
            const generator *g = &x->gens.at[p.at[i].m.at[k].gen];
            bool fresh = (g->kind == GEN_SIN || g->kind == GEN_COS) && p.at[i].m.at[k].halves >= 2;
            for (size_t j = 0; fresh && j < count; j++)
                fresh = list[j] != g->angle;
            if (fresh && count < room)
                list[count++] = g->angle;
        }
    return count;
}

poly trig_to_single(algebra *x, poly p) {
    enum { ROOM = 64 };
    uint32_t list[ROOM];
    units u = {.memory = x->pool};
    size_t count = trig_angles(x, p, list, ROOM);
    for (size_t k = 0; k < count; k++)
        add_units(&u, x->angles.at[list[k]].arg);
    for (size_t k = 0; k < count && !p.over; k++) {
        rotation by;
        if (by_units(x, &u, x->angles.at[list[k]].arg, &by))
            p = replace_functions(x, p, list[k], by);
    }
    return p;
}
