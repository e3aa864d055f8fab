/* Coulomb's law in two directions, in full: forces by which a machine on several contacts stays at rest, and those by
   which it slides. */
#include <math.h>
#include <string.h>

#include "num/cones.h"
#include "num/dense.h"
#include "num/lcp.h"
#include "sim/contact/delassus.h"

static double unit_of(double compliance) {
    return compliance > 0 ? 1 / sqrt(compliance) : 0;
}

/* What holds a group of contacts at rest: unknown forces x, of size 1 where compliances are, z = D x. */
typedef struct rest {
    int count, d;
    int *along;    /* per unknown: the direction whose motion it stops */
    double *unit;  /* of the force */
    double *D;     /* d x count: with sliding friction, which belongs to what presses */
    int *normal;   /* per contact: its unknown, or -1; friction that sticks follows it */
    double *B, *b; /* the motion along each, B x + b, in such units */
    double *x;     /* count: one solution, of least norm */
    double *basis; /* p x count: what changes nothing */
    int p;
} rest;

static bool sticks(const contact_law *law) {
    return law->tangent >= 0 && !law->slide && law->mu > 0;
}

static void add_unknown(rest *x, int direction, double unit) {
    x->unit[x->count] = unit;
    x->along[x->count] = direction;
    x->D[direction * (2 * x->d + 1) + x->count++] = 1;
}

/* `unit`: in which all that presses is measured; 0: each in one of its own. */
static void name_forces(const reply *r, const contact_law *laws, const bool *wanted, double unit, rest *x) {
    const int wide = 2 * x->d + 1;
    for (int k = 0; k < r->count; k++) {
        const contact_law *law = &laws[k];
        x->normal[k] = wanted[k] ? x->count : -1;
        if (!wanted[k])
            continue;
        for (int t = 0; law->slide && law->tangent >= 0 && t < law->tangents; t++)
            x->D[(r->count + law->tangent + t) * wide + x->count] =
                -law->mu * (law->tangents > 1 ? law->way[t] : law->slide);
        add_unknown(x, k, unit > 0 ? unit : unit_of(r->W[k * (x->d + 1)]));
        double moves = 0;
        for (int t = 0; sticks(law) && t < law->tangents; t++)
            moves = fmax(moves, r->W[(r->count + law->tangent + t) * (x->d + 1)]);
        for (int t = 0; sticks(law) && t < law->tangents; t++)
            add_unknown(x, r->count + law->tangent + t, unit_of(moves));
    }
}

/* The motion along a direction by unknown j. */
static double moves(const reply *r, const rest *x, int direction, int j) {
    double w = 0;
    for (int l = 0; l < x->d; l++)
        w += r->W[direction * x->d + l] * x->D[l * (2 * x->d + 1) + j];
    return w * x->unit[j];
}

static void fill(sim *s, const reply *r, const contact_law *laws, rest *x) {
    const int n = x->count;
    x->B = ARENA_ARRAY(s->a, double, n *n + 1);
    x->b = ARENA_ARRAY(s->a, double, n + 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            x->B[i * n + j] = x->unit[i] * moves(r, x, x->along[i], j);
        x->b[i] = x->unit[i] * (r->u[x->along[i]] + (x->along[i] < r->count ? laws[x->along[i]].offset : 0));
    }
}

static rest problem_of(sim *s, const reply *r, const contact_law *laws, const bool *wanted, double unit) {
    const int d = contact_delassus_directions(r), most = 2 * d + 1;
    rest x = {.d = d,
              .along = ARENA_ARRAY(s->a, int, most),
              .unit = ARENA_ARRAY(s->a, double, most),
              .D = ARENA_ARRAY(s->a, double, d *most + 1),
              .normal = ARENA_ARRAY(s->a, int, r->count + 1),
              .x = ARENA_ARRAY(s->a, double, most)};
    name_forces(r, laws, wanted, unit, &x);
    fill(s, r, laws, &x);
    return x;
}

/* Forces of least norm that leave no motion, and all that could be added to them; false where none do. */
static bool find_forces_at_rest(sim *s, rest *x) {
    static const double rounding = 1e-9;
    const int n = x->count;
    double *B = ARENA_ARRAY(s->a, double, n *n + 1), *b = ARENA_ARRAY(s->a, double, n + 1), size = 0;
    memcpy(B, x->B, (size_t)(n * n) * sizeof *B);
    for (int i = 0; i < n; i++) {
        b[i] = -x->b[i];
        size = hypot(size, b[i]);
    }
    num_cod f;
    num_cod_factor(&f, B, n, n, 1e-10, ARENA_ARRAY(s->a, int, n + 1),
                   ARENA_ARRAY(s->a, double, num_cod_doubles(n, n) + 1));
    if (num_cod_solve(&f, b, x->x) > rounding * size)
        return false;
    x->p = n - f.rank;
    x->basis = ARENA_ARRAY(s->a, double, x->p *n + 1);
    for (int i = 0; i < x->p; i++)
        num_cod_null_vector(&f, i, x->basis + i * n);
    return size > 0;
}

/* What presses altogether where nothing rubs; 0 where that is not known. */
static double total_without_friction(sim *s, const reply *r, const contact_law *laws, const rest *x) {
    const int d = x->d;
    int n = 0, *at = ARENA_ARRAY(s->a, int, r->count + 1);
    for (int k = 0; k < r->count; k++)
        if (x->normal[k] >= 0)
            at[n++] = k;
    double *B = ARENA_ARRAY(s->a, double, n *n + 1), *b = ARENA_ARRAY(s->a, double, n + 1);
    double *z = ARENA_ARRAY(s->a, double, n + 1), total = 0;
    for (int i = 0; i < n; i++) {
        const double unit = x->unit[x->normal[at[i]]];
        for (int j = 0; j < n; j++)
            B[i * n + j] = unit * r->W[at[i] * d + at[j]] * x->unit[x->normal[at[j]]];
        b[i] = unit * (r->u[at[i]] + laws[at[i]].offset);
    }
    if (!num_lcp(s->a, B, b, n, z))
        return 0;
    for (int i = 0; i < n; i++)
        total += z[i] * x->unit[x->normal[at[i]]];
    return total;
}

/* The row of an affine function of y: this unknown's force times a factor, added. */
static void add_force(const rest *x, int j, double factor, double *row) {
    factor *= x->unit[j];
    for (int i = 0; i < x->p; i++)
        row[i] += factor * x->basis[i * x->count + j];
    row[x->p] += factor * x->x[j];
}

/* All that presses, of which `sum` is the negative, is at most so many times the least, or what it is without friction:
   a machine could wedge itself between walls by nothing. One contact alone takes no more than those, though what leads
   its body would let it. The bound itself need not be stayed away from. */
static void bound(const rest *x, double most, double *sum) {
    const double least = fmax(1, -sum[x->p]), spare = most - 1;
    sum[x->p] += most * least;
    for (int i = 0; i <= x->p; i++)
        sum[i] /= spare;
}

/* Coulomb's cones, z >= |friction| / mu, in units of all that presses without friction; and all together are bounded.
 */
static num_cones cones_of(sim *s, const reply *r, const contact_law *laws, const rest *x, double total, double most,
                          int *of) {
    const int wide = x->p + 1;
    int *sizes = ARENA_ARRAY(s->a, int, r->count + 2);
    double *rows = ARENA_ARRAY(s->a, double, (x->count + 1) * wide + 1);
    double *row = rows, *sum = rows + x->count * wide;
    num_cones c = {.p = x->p, .sizes = sizes, .rows = rows};
    int contacts = 0;
    for (int k = 0; k < r->count; k++) {
        if (x->normal[k] < 0)
            continue;
        contacts++;
        add_force(x, x->normal[k], 1 / total, row);
        add_force(x, x->normal[k], -1 / total, sum);
        row += wide;
        for (int t = 0; sticks(&laws[k]) && t < laws[k].tangents; t++, row += wide)
            add_force(x, x->normal[k] + 1 + t, 1 / (total * laws[k].mu), row);
        of[c.count] = k;
        sizes[c.count++] = sticks(&laws[k]) ? laws[k].tangents : 0;
    }
    LGR_ASSERT(row == sum);
    bound(x, contacts > 1 ? most : 1 + 1e-9, sum);
    of[c.count] = -1;
    sizes[c.count++] = 0;
    return c;
}

/* z for the unknowns with y of what changes nothing. */
static void give_forces(const rest *x, const double *y, double *z) {
    for (int l = 0; l < x->d; l++)
        for (int j = 0; j < x->count; j++)
            z[l] = x->D[l * (2 * x->d + 1) + j] != 0 ? 0 : z[l];
    for (int j = 0; j < x->count; j++) {
        double force = x->x[j];
        for (int i = 0; i < x->p; i++)
            force += y[i] * x->basis[i * x->count + j];
        for (int l = 0; l < x->d; l++)
            z[l] += x->D[l * (2 * x->d + 1) + j] * x->unit[j] * force;
    }
}

double contact_coulomb_rest(sim *s, reply *r, const contact_law *laws, const bool *wanted, double most, bool *limits) {
    static const double least = 1e-9, much = 1e-3;
    rest x = problem_of(s, r, laws, wanted, 0);
    if (!find_forces_at_rest(s, &x))
        return -1;
    const double total = total_without_friction(s, r, laws, &x);
    if (!(total > 0))
        return -1;
    int *of = ARENA_ARRAY(s->a, int, r->count + 2);
    const num_cones c = cones_of(s, r, laws, &x, total, most, of);
    double *y = ARENA_ARRAY(s->a, double, x.p + 1), *weight = ARENA_ARRAY(s->a, double, c.count + 1);
    const double depth = num_cones_deepest(s->a, &c, least, y, weight);
    for (int i = 0; i < c.count; i++)
        if (of[i] >= 0)
            limits[of[i]] = weight[i] > much;
    give_forces(&x, y, r->z);
    return depth;
}

static bool is_normal(const reply *r, const rest *x, int j) {
    return x->along[j] < r->count;
}

static double dot_of_normals(const reply *r, const rest *x, const double *a, const double *b) {
    double sum = 0;
    for (int j = 0; j < x->count; j++)
        sum += is_normal(r, x, j) ? a[j] * b[j] : 0;
    return sum;
}

/* `a` less what of it lies along the first p vectors of the basis. */
static void leave(const reply *r, const rest *x, int p, double *a) {
    for (int i = 0; i < p; i++) {
        const double *along = x->basis + i * x->count, part = dot_of_normals(r, x, along, a);
        for (int j = 0; j < x->count; j++)
            a[j] -= part * along[j];
    }
}

/* Of what changes nothing only that counts which changes what presses: orthogonal, and of length 1, in that. What
   presses is of least norm then. */
static void look_at_normals(const reply *r, rest *x) {
    static const double rounding = 1e-8;
    int kept = 0;
    for (int i = 0; i < x->p; i++) {
        double *to = x->basis + kept * x->count;
        memmove(to, x->basis + i * x->count, (size_t)x->count * sizeof *to);
        leave(r, x, kept, to);
        leave(r, x, kept, to);
        const double size = sqrt(dot_of_normals(r, x, to, to));
        for (int j = 0; j < x->count && size > rounding; j++)
            to[j] /= size;
        kept += size > rounding;
    }
    x->p = kept;
    leave(r, x, x->p, x->x);
}

bool contact_coulomb_slide(sim *s, reply *r, const contact_law *laws, const bool *wanted) {
    double most = 0;
    for (int k = 0; k < r->count; k++)
        most = wanted[k] ? fmax(most, r->W[k * (contact_delassus_directions(r) + 1)]) : most;
    rest x = problem_of(s, r, laws, wanted, unit_of(most));
    const int n = x.count;
    double *B = ARENA_ARRAY(s->a, double, n *n + 1), *b = ARENA_ARRAY(s->a, double, n + 1);
    double *up = ARENA_ARRAY(s->a, double, n + 1), *y = ARENA_ARRAY(s->a, double, n + 1);
    if (!find_forces_at_rest(s, &x))
        return false;
    look_at_normals(r, &x);
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            for (int i = 0; i < x.p && is_normal(r, &x, k) && is_normal(r, &x, l); i++)
                B[k * n + l] += x.basis[i * n + k] * x.basis[i * n + l];
    for (int k = 0; k < n; k++)
        b[k] = is_normal(r, &x, k) ? x.x[k] : 0;
    if (!x.p || !num_lcp(s->a, B, b, n, up))
        return false;
    for (int i = 0; i < x.p; i++)
        y[i] = dot_of_normals(r, &x, x.basis + i * n, up);
    give_forces(&x, y, r->z);
    for (int k = 0; k < n; k++)
        if (is_normal(r, &x, k))
            r->z[x.along[k]] = up[k] > 0 ? 0 : fmax(0, r->z[x.along[k]]);
    return true;
}

/* Newton's method for the equations of Alart and Curnier (1991), in which unknowns keep their units. */
typedef struct newton {
    const rest *x;
    const reply *r;
    const contact_law *laws;
    double *w;     /* count: the motion, B x + b */
    double *J, *F; /* count x count, count */
    double *step, *trial;
    int *ints;
    double *doubles;
} newton;

static void find_motion(const newton *f, const double *x) {
    const int n = f->x->count;
    for (int i = 0; i < n; i++)
        f->w[i] = f->x->b[i] + num_dot(f->x->B + i * n, x, n);
}

/* The limit of friction per unit of what presses, unknowns j and j + 1 on. */
static double limit_of(const newton *f, const contact_law *law, int j) {
    return law->mu * f->x->unit[j] / f->x->unit[j + 1];
}

static void equate(const newton *f, int row, int unknown, double factor) {
    f->J[row * f->x->count + unknown] += factor;
}

/* A contact presses and does not move, or moves and does not press. */
static void equate_normal(const newton *f, const double *x, int j) {
    const int n = f->x->count;
    const double stiff = 1 / fmax(f->x->B[j * n + j], 1e-300);
    if (x[j] - stiff * f->w[j] > 0) {
        for (int i = 0; i < n; i++)
            equate(f, j, i, stiff * f->x->B[j * n + i]);
        f->F[j] = stiff * f->w[j];
        return;
    }
    equate(f, j, j, 1);
    f->F[j] = x[j];
}

/* Friction is x_t - w_t where that is within its limit mu x_n, else that at its limit. */
static void equate_friction(const newton *f, const contact_law *law, const double *x, int j) {
    const int n = f->x->count, count = law->tangents;
    const double mu = limit_of(f, law, j), limit = mu * fmax(x[j], 0);
    double p[2] = {0}, size = 0;
    for (int t = 0; t < count; t++) {
        p[t] = x[j + 1 + t] - f->w[j + 1 + t];
        size = hypot(size, p[t]);
    }
    for (int t = 0; t < count; t++) {
        const int row = j + 1 + t;
        if (size <= limit) {
            for (int i = 0; i < n; i++)
                equate(f, row, i, f->x->B[row * n + i]);
            f->F[row] = f->w[row];
            continue;
        }
        f->F[row] = x[row] - limit * p[t] / size;
        equate(f, row, row, 1);
        equate(f, row, j, x[j] > 0 ? -mu * p[t] / size : 0);
        for (int u = 0; u < count; u++) {
            const double turns = limit / size * ((t == u) - p[t] * p[u] / (size * size));
            equate(f, row, j + 1 + u, -turns);
            for (int i = 0; i < n; i++)
                equate(f, row, i, turns * f->x->B[(j + 1 + u) * n + i]);
        }
    }
}

/* The equations at x and their Jacobian; the greatest error. */
static double equate_all(const newton *f, const double *x) {
    const int n = f->x->count;
    memset(f->J, 0, (size_t)(n * n) * sizeof *f->J);
    find_motion(f, x);
    for (int k = 0; k < f->r->count; k++) {
        const int j = f->x->normal[k];
        if (j < 0)
            continue;
        equate_normal(f, x, j);
        if (sticks(&f->laws[k]))
            equate_friction(f, &f->laws[k], x, j);
    }
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(f->F[i]));
    return worst;
}

/* Projected Gauss-Seidel: contact after contact takes what is left (Moreau; Jean 1999). */
static void sweep(const newton *f, double *x) {
    const int n = f->x->count;
    for (int k = 0; k < f->r->count; k++) {
        const int j = f->x->normal[k];
        const contact_law *law = &f->laws[k];
        if (j < 0)
            continue;
        const double w = f->x->b[j] + num_dot(f->x->B + j * n, x, n);
        x[j] = fmax(0, x[j] - w / fmax(f->x->B[j * n + j], 1e-300));
        double size = 0, p[2];
        for (int t = 0; sticks(law) && t < law->tangents; t++) {
            const int i = j + 1 + t;
            p[t] = x[i] - (f->x->b[i] + num_dot(f->x->B + i * n, x, n));
            size = hypot(size, p[t]);
        }
        const double limit = sticks(law) ? limit_of(f, law, j) * x[j] : 0;
        for (int t = 0; sticks(law) && t < law->tangents; t++)
            x[j + 1 + t] = size > limit ? p[t] * limit / size : p[t];
    }
}

static bool polish(const newton *f, double *x, double small) {
    enum { MOST = 30 };
    const int n = f->x->count;
    double worst = equate_all(f, x);
    for (int i = 0; i < MOST && worst > small; i++) {
        num_cod c;
        num_cod_factor(&c, f->J, n, n, 1e-11, f->ints, f->doubles);
        num_cod_solve(&c, f->F, f->step);
        for (int k = 0; k < n; k++)
            x[k] -= f->step[k];
        worst = equate_all(f, x);
        if (!isfinite(worst))
            return false;
    }
    return worst <= small;
}

/* What lifts has no force, not even by rounding. */
static void clear_lifted(const newton *f, double *x) {
    find_motion(f, x);
    for (int k = 0; k < f->r->count; k++) {
        const int j = f->x->normal[k];
        if (j < 0 || x[j] * f->x->B[j * f->x->count + j] > f->w[j])
            continue;
        x[j] = 0;
        for (int t = 0; sticks(&f->laws[k]) && t < f->laws[k].tangents; t++)
            x[j + 1 + t] = 0;
    }
}

/* What slides is told to the law, with its way. */
static void tell_slips(const newton *f, contact_law *laws, const double *x) {
    find_motion(f, x);
    for (int k = 0; k < f->r->count; k++) {
        const int j = f->x->normal[k];
        if (j < 0 || !sticks(&laws[k]) || laws[k].tangents < 2)
            continue;
        const double limit = limit_of(f, &laws[k], j) * x[j], p[] = {x[j + 1] - f->w[j + 1], x[j + 2] - f->w[j + 2]};
        const double size = hypot(p[0], p[1]), unit = f->x->unit[j + 1];
        laws[k].solved = true;
        if (hypot(f->w[j + 1], f->w[j + 2]) <= laws[k].small * unit || !(size > limit))
            continue;
        laws[k].slide = 1;
        laws[k].way[0] = -p[0] / size;
        laws[k].way[1] = -p[1] / size;
    }
}

bool contact_coulomb_solve(sim *s, reply *r, contact_law *laws, const bool *wanted) {
    enum { FIRST = 20, MOST = 20000 };
    static const double rounding = 1e-13;
    const rest x = problem_of(s, r, laws, wanted, 0);
    const int n = x.count;
    newton f = {.x = &x, .r = r, .laws = laws};
    double **rooms[] = {&f.w, &f.F, &f.step, &f.trial}, size = 0;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        *rooms[i] = ARENA_ARRAY(s->a, double, n + 1);
    f.J = ARENA_ARRAY(s->a, double, n *n + 1);
    f.ints = ARENA_ARRAY(s->a, int, n + 1);
    f.doubles = ARENA_ARRAY(s->a, double, num_cod_doubles(n, n) + 1);
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(x.b[i]));
    double *at = ARENA_ARRAY(s->a, double, n + 1);
    bool ok = false;
    for (int made = 0, next = FIRST; !ok && made < MOST; next *= 2) {
        for (; made < next; made++)
            sweep(&f, at);
        memcpy(f.trial, at, (size_t)n * sizeof *at);
        ok = polish(&f, f.trial, rounding * size * n);
    }
    if (!ok)
        return false;
    clear_lifted(&f, f.trial);
    memcpy(x.x, f.trial, (size_t)n * sizeof *at);
    give_forces(&x, NULL, r->z);
    tell_slips(&f, laws, x.x);
    return true;
}
