/* Forces of contacts and of friction: the linear complementarity problem with the Delassus operator, with friction in
   the form of Stewart and Trinkle (1996), and what follows where it does not decide. */
#include <math.h>
#include <string.h>

#include "num/lcp.h"
#include "sim/contact/delassus.h"
#include "sim/dynamics/dynamics.h"

/* An unknown of the complementarity problem: forces along up to three directions. */
typedef struct unknown {
    int count, direction[3];
    double weight[3];
} unknown;

/* The complementarity problem in the making, of the laws of one group: unknowns are the normal forces, then for each
   direction of friction that may stick its two halves and the size of its slip, then the friction of bilateral rows
   that slide. */
typedef struct problem {
    const reply *r;
    const contact_law *laws;
    const int *group; /* per law */
    int chosen;       /* of the groups */
    int size, d;
    double unit; /* of forces: what moves the most compliant contact by 1 */
    double *B, *b;
    unknown *x;
    int *normal; /* per contact: the number of its normal force among the unknowns */
} problem;

static bool takes_part(const problem *p, int law) {
    return p->group[law] == p->chosen;
}

static void add_direction(unknown *x, int direction, double weight) {
    x->direction[x->count] = direction;
    x->weight[x->count++] = weight;
}

/* The slip per unit of its size along a direction of friction. */
static double way_of(const contact_law *law, int tangent) {
    return law->tangents > 1 ? law->way[tangent] : law->slide;
}

/* Of a contact, with its sliding friction. */
static unknown push_of(const reply *r, const contact_law *law, int contact) {
    unknown x = {0};
    add_direction(&x, contact, 1);
    for (int t = 0; law->slide && law->tangent >= 0 && t < law->tangents; t++)
        add_direction(&x, r->count + law->tangent + t, -way_of(law, t) * law->mu);
    return x;
}

/* Sliding friction per unit of its size. */
static unknown drag_of(const reply *r, const contact_law *law) {
    unknown x = {0};
    for (int t = 0; t < law->tangents; t++)
        add_direction(&x, r->count + law->tangent + t, -way_of(law, t));
    return x;
}

/* The effect of an unknown on direction i. */
static double effect(const reply *r, const unknown *x, int i) {
    const int d = contact_delassus_directions(r);
    double w = x->count ? x->weight[0] * r->W[i * d + x->direction[0]] : 0;
    for (int k = 1; k < x->count; k++)
        w += x->weight[k] * r->W[i * d + x->direction[k]];
    return w;
}

static double effect_on_row(const reply *r, const unknown *x, int bilateral) {
    double f = 0;
    for (int k = 0; k < x->count; k++)
        f -= x->weight[k] * r->L[x->direction[k] * r->bilateral + bilateral];
    return f;
}

/* On the force of a bilateral row, or on that of several in the direction that it is taken to have. */
static double effect_on_force(const reply *r, const unknown *x, const contact_law *law) {
    double f = law->presses > 1 || law->bilateral < 0 ? 0 : effect_on_row(r, x, law->bilateral);
    for (int k = 0; law->presses > 1 && k < law->presses; k++)
        f += law->toward[k] * effect_on_row(r, x, law->bilateral + k);
    return f;
}

/* The same without contacts and friction. */
static double force_alone(const reply *r, const contact_law *law) {
    if (law->known)
        return 1;
    double f = law->presses > 1 ? 0 : -r->l[law->bilateral];
    for (int k = 0; law->presses > 1 && k < law->presses; k++)
        f -= law->toward[k] * r->l[law->bilateral + k];
    return f;
}

double contact_complementarity_compliance(const reply *r, const contact_law *law, int contact) {
    LGR_ASSERT(contact >= 0 && contact < r->count && law->tangent < r->tangents);
    const unknown x = push_of(r, law, contact);
    return effect(r, &x, contact);
}

double contact_complementarity_gain(const reply *r, const contact_law *law) {
    LGR_ASSERT(law->known || (law->bilateral >= 0 && law->bilateral < r->bilateral));
    const unknown x = drag_of(r, law);
    return law->mu * effect_on_force(r, &x, law);
}

/* The normal of a contact, then its directions of friction. */
static int directions_of(const reply *r, const contact_law *law, int k) {
    return (k < r->count) + (law->tangent < 0 ? 0 : law->tangents);
}

static int direction_of_law(const reply *r, const contact_law *law, int k, int which) {
    return k < r->count && which == 0 ? k : r->count + law->tangent + which - (k < r->count);
}

/* Whether a push along a direction moves another, or presses on a bilateral row whose force limits friction. */
static bool reaches(const reply *r, const contact_law *from, int k, const contact_law *to, int l) {
    const int d = contact_delassus_directions(r);
    for (int t = 0; t < directions_of(r, from, k); t++) {
        const int i = direction_of_law(r, from, k, t);
        for (int u = 0; u < directions_of(r, to, l); u++)
            if (r->W[direction_of_law(r, to, l, u) * d + i] != 0)
                return true;
        for (int j = 0; to->bilateral >= 0 && (j == 0 || j < to->presses); j++)
            if (r->L[i * r->bilateral + to->bilateral + j] != 0)
                return true;
    }
    return false;
}

static void rename_group(int *group, int all, int from, int to) {
    for (int i = 0; i < all; i++)
        group[i] = group[i] == from ? to : group[i];
}

/* Laws that have nothing to do with each other are solved for one by one: what is small in one machine may be huge in
   another beside it. How many groups there are; `group` per law. */
static int find_groups(const reply *r, const contact_law *laws, int *group) {
    const int all = contact_delassus_laws(r);
    int count = 0;
    for (int k = 0; k < all; k++)
        group[k] = k;
    for (int k = 0; k < all; k++)
        for (int l = 0; l < k; l++)
            if (group[k] != group[l] && (reaches(r, &laws[k], k, &laws[l], l) || reaches(r, &laws[l], l, &laws[k], k)))
                rename_group(group, all, group[k] < group[l] ? group[l] : group[k],
                             group[k] < group[l] ? group[k] : group[l]);
    for (int k = 0; k < all; k++)
        if (group[k] == k) /* the first of its group: those before have numbers below its own */
            rename_group(group, all, k, count++);
    return count;
}

/* One row of the problem: motion along direction i (times sign). */
static void fill_row(const problem *p, int row, int i, double sign) {
    for (int j = 0; j < p->size; j++)
        p->B[row * p->size + j] = p->unit * sign * effect(p->r, &p->x[j], i);
    p->b[row] = sign * p->r->u[i];
}

/* Adds factor times the force of a law to a row. */
static void add_force(const problem *p, int row, int law, double factor) {
    const contact_law *of = &p->laws[law];
    if (law < p->r->count) {
        p->B[row * p->size + p->normal[law]] += factor;
        return;
    }
    for (int j = 0; j < p->size; j++)
        p->B[row * p->size + j] += factor * of->side * effect_on_force(p->r, &p->x[j], of);
    p->b[row] += factor * of->side * force_alone(p->r, of) / p->unit;
}

/* Beside coefficients of friction compliances must not be huge or tiny for the units of the model alone. */
static double unit_of_forces(const problem *p) {
    const reply *r = p->r;
    double most = 0;
    for (int k = 0; k < contact_delassus_laws(r); k++)
        for (int t = 0; takes_part(p, k) && t < directions_of(r, &p->laws[k], k); t++) {
            const int i = direction_of_law(r, &p->laws[k], k, t);
            most = fmax(most, r->W[i * p->d + i]);
        }
    return most > 0 ? 1 / most : 1;
}

static bool may_stick(const contact_law *law) {
    return law->tangent >= 0 && !law->slide;
}

static bool drags(const contact_law *law) {
    return (law->bilateral >= 0 || law->known) && law->tangent >= 0 && law->slide;
}

static void name_unknowns(problem *p) {
    const int laws = contact_delassus_laws(p->r);
    for (int k = 0; k < p->r->count; k++)
        if (takes_part(p, k)) {
            p->normal[k] = p->size;
            p->x[p->size++] = push_of(p->r, &p->laws[k], k);
        }
    for (int k = 0; k < laws; k++)
        for (int t = 0; takes_part(p, k) && may_stick(&p->laws[k]) && t < p->laws[k].tangents; t++) {
            add_direction(&p->x[p->size++], p->r->count + p->laws[k].tangent + t, 1);
            add_direction(&p->x[p->size++], p->r->count + p->laws[k].tangent + t, -1);
            p->size++; /* the size of the slip is no force */
        }
    for (int k = 0; k < laws; k++)
        if (takes_part(p, k) && drags(&p->laws[k]))
            p->x[p->size++] = drag_of(p->r, &p->laws[k]);
}

/* Friction along a direction that may stick, from this row of the problem on. */
static void fill_sticking(const problem *p, int row, int law, int tangent) {
    const int t = p->r->count + p->laws[law].tangent + tangent;
    fill_row(p, row, t, 1);      /* slip + size >= 0, against friction one way */
    fill_row(p, row + 1, t, -1); /* -slip + size >= 0, the other way */
    p->B[row * p->size + row + 2] = p->B[(row + 1) * p->size + row + 2] = 1;
    add_force(p, row + 2, law, p->laws[law].mu); /* mu z - |friction| >= 0, against the size of the slip */
    p->B[(row + 2) * p->size + row] -= 1;
    p->B[(row + 2) * p->size + row + 1] -= 1;
}

static problem state_problem(sim *s, const reply *r, const contact_law *laws, const int *group, int chosen) {
    problem p = {.r = r, .laws = laws, .group = group, .chosen = chosen, .d = contact_delassus_directions(r)};
    p.x = ARENA_ARRAY(s->a, unknown, r->count + 3 * (r->tangents + r->standing) + r->rubbed + r->standing + 1);
    p.normal = ARENA_ARRAY(s->a, int, r->count + 1);
    name_unknowns(&p);
    p.unit = unit_of_forces(&p);
    p.B = ARENA_ARRAY(s->a, double, p.size *p.size + 1);
    p.b = ARENA_ARRAY(s->a, double, p.size + 1);
    LGR_ASSERT(p.unit > 0);
    int row = 0;
    for (int k = 0; k < r->count; k++) {
        if (!takes_part(&p, k))
            continue;
        fill_row(&p, row, k, 1);
        p.b[row++] += laws[k].offset;
    }
    for (int k = 0; k < contact_delassus_laws(r); k++)
        for (int t = 0; takes_part(&p, k) && may_stick(&laws[k]) && t < laws[k].tangents; t++, row += 3)
            fill_sticking(&p, row, k, t);
    for (int k = 0; k < contact_delassus_laws(r); k++)
        if (takes_part(&p, k) &&
            drags(&laws[k])) { /* friction is mu times the force, where that has the sign that it is taken to have */
            add_force(&p, row, k, -laws[k].mu);
            p.B[row * p.size + row] += 1;
            row++;
        }
    LGR_ASSERT(row == p.size);
    return p;
}

/* No contact pulls, and no cone is left. */
static bool is_allowed(const reply *r, const contact_law *laws) {
    for (int k = 0; k < r->count; k++)
        if (r->z[k] < 0)
            return false;
    for (int k = 0; k < contact_delassus_laws(r); k++) {
        const double *z = r->z + r->count + laws[k].tangent;
        if (contact_law_is_cone(&laws[k]) && hypot(z[0], z[1]) > laws[k].mu * fabs(contact_delassus_force(r, laws, k)))
            return false;
    }
    return true;
}

/* Of what sticks in many ways that with the least friction. */
static void take_least(sim *s, reply *r, const contact_law *laws, const int *group, int chosen) {
    double *other = ARENA_ARRAY(s->a, double, contact_delassus_directions(r) + 1), *first = r->z;
    bool *wanted = ARENA_ARRAY(s->a, bool, contact_delassus_laws(r) + 1);
    for (int k = 0; k < contact_delassus_laws(r); k++)
        wanted[k] = group[k] == chosen;
    if (!contact_sharing_least(s, r, laws, wanted, other))
        return;
    r->z = other;
    const bool allowed = is_allowed(r, laws);
    r->z = first;
    if (allowed)
        memcpy(r->z, other, (size_t)contact_delassus_directions(r) * sizeof *other);
}

static void clear_forces(reply *r, const contact_law *laws, const bool *wanted) {
    for (int k = 0; k < contact_delassus_laws(r); k++)
        for (int t = 0; wanted[k] && t < directions_of(r, &laws[k], k); t++)
            r->z[direction_of_law(r, &laws[k], k, t)] = 0;
}

/* Constraints hold the gap by themselves: what presses there could be anything. */
static bool is_held_by_others(const reply *r, int contact) {
    const int at = contact * (contact_delassus_directions(r) + 1);
    return r->W[at] <= 1e-10 * r->gram[at];
}

/* Contacts alone, some of which have friction in two directions: those may rest by forces that are shared. */
static bool may_rest(const reply *r, const contact_law *laws, const bool *wanted) {
    bool any = false;
    for (int k = 0; k < contact_delassus_laws(r); k++) {
        if (wanted[k] && (k >= r->count || is_held_by_others(r, k)))
            return false;
        any = any || (wanted[k] && contact_law_is_cone(&laws[k]) && laws[k].mu > 0);
    }
    return any;
}

/* A machine that friction in two directions can keep at rest stays there: which of the shares of its forces Coulomb's
   law allows the complementarity problem, with squares for circles, does not tell. */
static bool rest_group(sim *s, reply *r, const contact_law *laws, const bool *wanted, double most, bool *limits) {
    static const double least = 1e-9;
    return may_rest(r, laws, wanted) && contact_coulomb_rest(s, r, laws, wanted, most, limits) >= least;
}

bool contact_complementarity_share(sim *s, reply *r, const contact_law *laws, int contact, bool *limits) {
    const int all = contact_delassus_laws(r);
    int *group = ARENA_ARRAY(s->a, int, all + 1);
    bool *wanted = ARENA_ARRAY(s->a, bool, all + 1);
    find_groups(r, laws, group);
    for (int k = 0; k < all; k++)
        wanted[k] = group[k] == group[contact];
    for (double most = 2; most < 1e4; most *= 10) /* what has wedged itself holds more and more */
        if (rest_group(s, r, laws, wanted, most, limits))
            return true;
    return false;
}

/* Per law: it presses, as the others do; what does not gets no force. */
static bool *find_pressing(sim *s, reply *r, const contact_law *laws, const bool *wanted) {
    static const double little = 1e-6;
    bool *presses = ARENA_ARRAY(s->a, bool, contact_delassus_laws(r) + 1),
         *idle = ARENA_ARRAY(s->a, bool, contact_delassus_laws(r) + 1);
    double most = 0;
    for (int k = 0; k < r->count; k++)
        most = wanted[k] ? fmax(most, r->z[k]) : most;
    for (int k = 0; k < r->count; k++) {
        presses[k] = wanted[k] && r->z[k] > little * most;
        idle[k] = wanted[k] && !presses[k];
    }
    clear_forces(r, laws, idle);
    return presses;
}

/* Ways of what begins to slide follow its motion; by how much they turn at most. */
static double turn_slips(const reply *r, contact_law *laws, const bool *wanted) {
    double most = 0;
    for (int k = 0; k < r->count; k++) {
        if (!wanted[k] || laws[k].tangents < 2 || !laws[k].slide || laws[k].given)
            continue;
        const int t = r->count + laws[k].tangent;
        const double w[] = {contact_delassus_left(r, t), contact_delassus_left(r, t + 1)}, size = hypot(w[0], w[1]);
        for (int i = 0; i < 2 && size > laws[k].small; i++) {
            most = fmax(most, fabs(w[i] / size - laws[k].way[i]));
            laws[k].way[i] = w[i] / size;
        }
    }
    return most;
}

/* What presses shares the forces with least norm where something slides, and the ways of slips follow. */
static bool share_slips(sim *s, reply *r, contact_law *laws, const bool *wanted) {
    enum { MOST = 100 };
    static const double rounding = 1e-12;
    for (int i = 0; i < MOST; i++)
        if (!contact_coulomb_slide(s, r, laws, wanted))
            return false;
        else if (turn_slips(r, laws, wanted) < rounding)
            return true;
    return false;
}

/* What presses shares the forces as a machine at rest does where nothing has turned out to slide, else with least norm.
 */
static void share_pressing(sim *s, reply *r, contact_law *laws, const bool *wanted, bool slides, bool *limits) {
    const size_t size = (size_t)contact_delassus_directions(r) * sizeof *r->z, all = (size_t)r->count * sizeof *laws;
    double *found = ARENA_ARRAY(s->a, double, contact_delassus_directions(r) + 1);
    contact_law *ways = ARENA_ARRAY(s->a, contact_law, r->count + 1);
    memcpy(found, r->z, size);
    memcpy(ways, laws, all);
    const bool *presses = find_pressing(s, r, laws, wanted);
    if (slides ? share_slips(s, r, laws, presses) : rest_group(s, r, laws, presses, 2, limits))
        return;
    memcpy(r->z, found, size);
    memcpy(laws, ways, all);
}

static bool any_slides(const reply *r, const contact_law *laws, const bool *wanted) {
    for (int k = 0; k < r->count; k++)
        if (wanted[k] && laws[k].tangents > 1 && laws[k].solved && laws[k].slide)
            return true;
    return false;
}

/* Contacts alone, some of which slide in two directions and none of which can stick: how they share their force may
   decide the motion. */
static bool all_slide(const reply *r, const contact_law *laws, const bool *wanted) {
    bool any = false;
    for (int k = 0; k < contact_delassus_laws(r); k++) {
        if (wanted[k] && (k >= r->count || may_stick(&laws[k]) || is_held_by_others(r, k)))
            return false;
        any = any || (wanted[k] && laws[k].tangents > 1);
    }
    return any && !r->impact;
}

static bool solve_group(sim *s, reply *r, contact_law *laws, const int *group, int chosen) {
    bool *wanted = ARENA_ARRAY(s->a, bool, 2 * contact_delassus_laws(r) + 1);
    bool *limits = wanted + contact_delassus_laws(r);
    for (int k = 0; k < contact_delassus_laws(r); k++)
        wanted[k] = group[k] == chosen;
    if (rest_group(s, r, laws, wanted, 2, limits) ||
        (all_slide(r, laws, wanted) && contact_coulomb_slide(s, r, laws, wanted)))
        return true;
    clear_forces(r, laws, wanted);
    if (may_rest(r, laws, wanted) && contact_coulomb_solve(s, r, laws, wanted)) {
        share_pressing(s, r, laws, wanted, any_slides(r, laws, wanted), limits);
        return true;
    }
    problem p = state_problem(s, r, laws, group, chosen);
    double *x = ARENA_ARRAY(s->a, double, p.size + 1);
    if (!num_lcp(s->a, p.B, p.b, p.size, x))
        return false;
    for (int j = 0; j < p.size; j++)
        for (int k = 0; k < p.x[j].count; k++)
            r->z[p.x[j].direction[k]] += p.x[j].weight[k] * (p.unit * x[j]);
    take_least(s, r, laws, group, chosen);
    return true;
}

/* Whether a blow elsewhere leaves these as they are: nothing approaches or slips but for rounding, of which the problem
   would make something. */
static bool is_left_alone(const reply *r, const contact_law *laws, const int *group, int chosen) {
    for (int k = 0; k < contact_delassus_laws(r); k++) {
        if (group[k] != chosen)
            continue;
        if (k < r->count && !laws[k].rests)
            return false;
        for (int t = 0; laws[k].tangent >= 0 && t < laws[k].tangents; t++)
            if (fabs(r->u[r->count + laws[k].tangent + t]) > laws[k].small)
                return false;
    }
    return r->impact;
}

static bool solve_once(sim *s, reply *r, contact_law *laws) {
    int *group = ARENA_ARRAY(s->a, int, contact_delassus_laws(r) + 1);
    const int groups = find_groups(r, laws, group);
    memset(r->z, 0, (size_t)contact_delassus_directions(r) * sizeof *r->z);
    for (int k = 0; k < groups; k++)
        if (!is_left_alone(r, laws, group, k) && !solve_group(s, r, laws, group, k))
            return false;
    return true;
}

/* The terms of the force of a bilateral row. */
static double force_size(const reply *r, int bilateral) {
    double size = fabs(r->l[bilateral]);
    for (int k = 0; k < contact_delassus_directions(r); k++)
        size += fabs(r->L[k * r->bilateral + bilateral] * r->z[k]);
    return size;
}

/* The force of several rows has the direction that it was taken to have, but for rounding; it is turned there. What is
   nothing beside all other forces has none. */
static bool direction_holds(const reply *r, contact_law *law, double size) {
    static const double rounding = 1e-12;
    double off = 0, all = 0;
    for (int k = 0; k < contact_delassus_directions(r); k++)
        all += fabs(r->z[k]);
    if (size <= rounding * all)
        return true;
    for (int i = 0; size > 0 && i < law->presses; i++) {
        const double now = -contact_delassus_multiplier(r, law->bilateral + i) / size;
        off = fmax(off, fabs(now - law->toward[i]));
        law->toward[i] = now;
    }
    return off <= rounding;
}

/* The forces of bilateral rows with friction have the signs that they were taken to have; false where one is turned. */
static bool sides_hold(const reply *r, contact_law *laws) {
    bool hold = true;
    for (int k = r->count; k < contact_delassus_laws(r); k++) {
        if (laws[k].presses > 1) {
            hold = direction_holds(r, &laws[k], contact_delassus_force(r, laws, k)) && hold;
            continue;
        }
        const double force = contact_delassus_force(r, laws, k) * laws[k].side;
        if (laws[k].tangent < 0 || laws[k].known || force >= -1e-12 * force_size(r, laws[k].bilateral))
            continue;
        laws[k].side = -laws[k].side;
        hold = false;
    }
    return hold;
}

/* What the slip along both directions of a law would be if friction there did not act, as far as that can be told from
   its own compliance: friction is against it. */
static void slip_without(const reply *r, const contact_law *law, double *slip) {
    const int t = r->count + law->tangent, d = contact_delassus_directions(r);
    const double w = 0.5 * (r->W[t * d + t] + r->W[(t + 1) * d + t + 1]);
    for (int k = 0; k < 2; k++)
        slip[k] = contact_delassus_left(r, t + k) - w * r->z[t + k];
}

/* Coulomb's cone: what sticks within a square of limits slides where it is beyond the cone; false where a law has been
   changed, by more than it may have turned. */
static bool is_within_cone(const reply *r, contact_law *law, double force, double turned) {
    static const double rounding = 1e-12;
    const int t = r->count + law->tangent;
    double slip[2];
    slip_without(r, law, slip);
    const double size = hypot(slip[0], slip[1]),
                 left = hypot(contact_delassus_left(r, t), contact_delassus_left(r, t + 1));
    if (size <= law->small || (!law->slide && left <= fmax(law->small, 1e3 * rounding * size) &&
                               hypot(r->z[t], r->z[t + 1]) <= law->mu * fabs(force) * (1 + rounding)))
        return true;
    const double way[] = {slip[0] / size, slip[1] / size};
    const bool same = law->slide && hypot(way[0] - law->way[0], way[1] - law->way[1]) <= turned;
    law->slide = 1;
    memcpy(law->way, way, sizeof way);
    return same;
}

static bool cones_hold(const reply *r, contact_law *laws, double turned) {
    bool hold = true;
    for (int k = 0; k < contact_delassus_laws(r); k++)
        if (laws[k].tangent >= 0 && laws[k].tangents > 1 && !laws[k].given && !laws[k].solved)
            hold = is_within_cone(r, &laws[k], contact_delassus_force(r, laws, k), turned) && hold;
    return hold;
}

/* Whether friction in two directions holds anything: in what way of many the forces found tell. */
static bool any_cone_sticks(const reply *r, const contact_law *laws) {
    for (int k = 0; k < r->count; k++)
        if (contact_law_is_cone(&laws[k]) && laws[k].mu > 0 && r->z[k] > 0 && !is_held_by_others(r, k))
            return true;
    return false;
}

/* What has been found to slide, perhaps with another coefficient, is found anew. */
static void take_back(const reply *r, contact_law *laws) {
    for (int k = 0; k < contact_delassus_laws(r); k++) {
        if (laws[k].solved)
            laws[k].slide = 0;
        laws[k].solved = false;
    }
}

bool contact_complementarity_solve(sim *s, reply *r, contact_law *laws) {
    enum {
        MOST = 400
    }; /* directions are found by steps that get smaller, at once where the machine is as mobile in all */
    static const double rounding = 1e-12, enough = 1e-6;
    bool sides = true, turns = false;
    r->shared = false;
    take_back(r, laws);
    for (int k = 0; k < contact_delassus_laws(r); k++)
        turns = turns || laws[k].presses > 1;
    for (int tries = 0; tries < MOST; tries++) {
        if (!solve_once(s, r, laws) || (!sides && !turns && tries > 8 * r->rubbed))
            return false;
        sides = sides_hold(r, laws);
        if (sides && cones_hold(r, laws, rounding)) {
            r->shared = any_cone_sticks(r, laws);
            return true;
        }
    }
    return sides && cones_hold(r, laws, enough);
}
