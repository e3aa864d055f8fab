/* Friction in two directions that could be shared in many ways: as little of it as does. */
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "sim/contact/delassus.h"

/* Directions that forces are sought along: contacts that press, then friction of cones that stick. */
typedef struct directions {
    int count, pressing, *at;
    double *unit; /* of the force along each, 0 where it moves nothing */
} directions;

static double unit_of(double compliance) {
    return compliance > 0 ? 1 / sqrt(compliance) : 0;
}

static void add(directions *x, int direction, double unit) {
    x->at[x->count] = direction;
    x->unit[x->count++] = unit;
}

/* False where nothing sticks. */
static bool find_directions(const reply *r, const contact_law *laws, const bool *wanted, directions *x) {
    const int d = contact_delassus_directions(r);
    for (int k = 0; k < r->count; k++)
        if (wanted[k] && r->z[k] > 0)
            add(x, k, unit_of(r->W[k * d + k]));
    x->pressing = x->count;
    for (int k = 0; k < r->count + r->rubbed; k++) {
        const int t = r->count + laws[k].tangent, u = t + 1;
        if (!wanted[k] || !contact_law_is_cone(&laws[k]))
            continue;
        const double unit = unit_of(0.5 * (r->W[t * d + t] + r->W[u * d + u]));
        add(x, t, unit);
        add(x, u, unit);
    }
    return x->count > x->pressing;
}

/* The least forces with the same effect, friction counting for more than what presses: W D x = W z, z = D x. False
   where there are no others. */
static bool find_least(sim *s, const reply *r, const directions *x, double *z) {
    static const double of_friction = 1e-4;
    const int d = contact_delassus_directions(r), n = x->count;
    double *W = ARENA_ARRAY(s->a, double, n *n + 1), *right = ARENA_ARRAY(s->a, double, n + 1);
    double *least = ARENA_ARRAY(s->a, double, n + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double w = x->unit[i] * r->W[x->at[i] * d + x->at[j]];
            right[i] += w * r->z[x->at[j]];
            W[i * n + j] = w * x->unit[j] * (j < x->pressing ? 1 : of_friction);
        }
    num_cod f;
    num_cod_factor(&f, W, n, n, 1e-10, ARENA_ARRAY(s->a, int, n + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(n, n) + 1));
    if (f.rank == n)
        return false;
    num_cod_solve(&f, right, least);
    for (int j = 0; j < n; j++)
        z[x->at[j]] = x->unit[j] * least[j] * (j < x->pressing ? 1 : of_friction);
    return true;
}

bool contact_sharing_least(sim *s, const reply *r, const contact_law *laws, const bool *wanted, double *z) {
    const int d = contact_delassus_directions(r);
    directions x = {.at = ARENA_ARRAY(s->a, int, d + 1), .unit = ARENA_ARRAY(s->a, double, d + 1)};
    memcpy(z, r->z, (size_t)d * sizeof *z);
    return find_directions(r, laws, wanted, &x) && find_least(s, r, &x, z);
}
