/* Directional and adjoint derivatives of an FMU against differences of its own values, at the rows of a run by model
   exchange:
       slopes LIBRARY PLAN 2|3 [moving]
   moving: not at the start. Prints what differs, at each row the worst; the plan is that of master.c, of whose functions it is made. */
#define main master_main
#include "master.c"
#undef main

static int wrong, compared;
static bool only_moving;

static int known_count(void) {
    return 1 + plan.state_count + plan.input_count;
}

static unsigned known_at(int k) {
    return k == 0 ? 0 : k <= plan.state_count ? plan.state[k - 1] : plan.input[k - 1 - plan.state_count];
}

static int directional(const unsigned *knowns, int count, const double *seed, double *out) {
    if (version == 2) {
        int (*f)(void *, const unsigned *, size_t, const unsigned *, size_t, const double *, double *);
        *(void **)&f = find("GetDirectionalDerivative");
        return f(instance, plan.unknown, (size_t)plan.unknown_count, knowns, (size_t)count, seed, out);
    }
    int (*f)(void *, const unsigned *, size_t, const unsigned *, size_t, const double *, size_t, double *, size_t);
    *(void **)&f = find("GetDirectionalDerivative");
    return f(instance, plan.unknown, (size_t)plan.unknown_count, knowns, (size_t)count, seed, (size_t)count, out,
             (size_t)plan.unknown_count);
}

static int adjoint(const unsigned *knowns, int count, const double *seed, double *out) {
    int (*f)(void *, const unsigned *, size_t, const unsigned *, size_t, const double *, size_t, double *, size_t);
    *(void **)&f = find("GetAdjointDerivative");
    return f(instance, plan.unknown, (size_t)plan.unknown_count, knowns, (size_t)count, seed,
             (size_t)plan.unknown_count, out, (size_t)count);
}

static void set_input(unsigned ref, double x) {
    if (version == 2)
        CALL("SetReal", (void *, const unsigned *, size_t, const double *), instance, &ref, 1, &x);
    else
        CALL("SetFloat64", (void *, const unsigned *, size_t, const double *, size_t), instance, &ref, 1, &x, 1);
}

/* The unknowns where one known is moved by so much; then it is moved back. */
static void values_beside(double t, int k, double move, double *out) {
    double y[MOST], before = 0;
    memcpy(y, s.y, sizeof y);
    if (k > 0 && k <= plan.state_count)
        y[k - 1] += move;
    if (k > plan.state_count) {
        const unsigned ref = known_at(k);
        get(&ref, 1, &before);
        set_input(ref, before + move);
    }
    go_to(k == 0 ? t + move : t, y);
    get(plan.unknown, plan.unknown_count, out);
    if (k > plan.state_count)
        set_input(known_at(k), before);
    go_to(t, s.y);
}

/* Of order 4. */
static void difference(double t, int k, double h, double *out) {
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double values[MOST];
    memset(out, 0, sizeof values);
    for (int i = 0; i < 4; i++) {
        values_beside(t, k, at[i] * h, values);
        for (int j = 0; j < plan.unknown_count; j++)
            out[j] += weight[i] * values[j] / (12 * h);
    }
}

static double size_of_known(int k) {
    return k == 0 ? 1e-3 * plan.until : k <= plan.state_count ? nominal[k - 1] : 1;
}

static double jacobian[MOST][MOST]; /* per known */

/* Of a value that has a kink here, a maximum so far for one: the slope on either side. */
static bool is_one_sided(double t, int k, double h, int j, double is) {
    double left[MOST], here[MOST], right[MOST];
    values_beside(t, k, -1e-3 * h, left);
    values_beside(t, k, 0, here);
    values_beside(t, k, 1e-3 * h, right);
    const double before = (here[j] - left[j]) / (1e-3 * h), after = (right[j] - here[j]) / (1e-3 * h);
    const double near = 1e-3 * fabs(after - before) + 1e-12 * fabs(here[j]) / (1e-3 * h);
    return fabs(after - before) > 1e-3 * fabs(is) && (fabs(is - before) <= near || fabs(is - after) <= near);
}

/* What one unknown changes by as the knowns move by their sizes, at most. */
static double change_of(int j) {
    double most = 0;
    for (int k = 0; k < known_count(); k++)
        most = fmax(most, fabs(jacobian[k][j]) * size_of_known(k));
    return most;
}

/* How many differ from differences of this width; those are told if asked for. A fine width sees values whose terms are
   no greater than they are. */
static int differing(double t, int k, double h, bool fine, bool tells) {
    double wide[MOST], narrow[MOST], now[MOST];
    int count = 0;
    difference(t, k, h, wide);
    difference(t, k, 0.5 * h, narrow);
    get(plan.unknown, plan.unknown_count, now);
    for (int j = 0; j < plan.unknown_count; j++) {
        const double is = jacobian[k][j], should = narrow[j];
        const double rounding = (fine ? 1e-14 * (fabs(now[j]) + change_of(j)) : 1e-11 * (fabs(now[j]) + 0.1)) / h;
        const double doubt =
            10 * fabs(wide[j] - narrow[j]) + 1e-7 * fabs(should) + rounding + 1e-9 * change_of(j) / size_of_known(k);
        if (now[j] != now[j] || should != should || fabs(is - should) <= doubt || is_one_sided(t, k, h, j, is))
            continue;
        count++;
        if (tells)
            fprintf(stderr, "t = %g: of %u by %u: %.12g, not %.12g +- %.1e\n", t, plan.unknown[j], known_at(k), is,
                    should, doubt);
    }
    return count;
}

/* By a narrower one where something switches near by, by a wider one where rounding is large, by a fine one where the
   state is far smaller than its nominal value. */
static void compare(double t, int k) {
    const double h = 1e-3 * size_of_known(k);
    compared++;
    if (differing(t, k, h, false, false) && differing(t, k, 1e-2 * h, false, false) &&
        differing(t, k, 30 * h, false, false) && differing(t, k, 1e-3 * h, true, false))
        wrong += differing(t, k, h, false, true);
}

static void find_jacobian(double t) {
    const double one = 1;
    for (int k = 0; k < known_count(); k++) {
        const unsigned ref = known_at(k);
        if (!directional(&ref, 1, &one, jacobian[k]))
            continue;
        fprintf(stderr, "t = %g: no derivative by %u\n", t, ref);
        wrong++;
    }
}

/* Several at once, and the other way round. */
static void compare_sums(double t) {
    double seed[MOST], out[MOST], back[MOST], now[MOST], wanted, size;
    unsigned knowns[MOST];
    const int count = known_count();
    for (int k = 0; k < count; k++) {
        knowns[k] = known_at(k);
        seed[k] = size_of_known(k) * (1 + k % 3);
    }
    if (directional(knowns, count, seed, out)) {
        fprintf(stderr, "t = %g: no derivative by all\n", t);
        wrong++;
        return;
    }
    get(plan.unknown, plan.unknown_count, now);
    for (int j = 0; j < plan.unknown_count; j++) {
        wanted = size = 0;
        for (int k = 0; k < count; k++) {
            wanted += jacobian[k][j] * seed[k];
            size += fabs(jacobian[k][j] * seed[k]);
        }
        if (now[j] == now[j] &&
            !(fabs(out[j] - wanted) <= 1e-9 * size + 1e-9 * change_of(j) + 1e-10 * (fabs(now[j]) + 1))) {
            fprintf(stderr, "t = %g: of %u along all: %.12g, not %.12g\n", t, plan.unknown[j], out[j], wanted);
            wrong++;
        }
    }
    for (int j = 0; j < plan.unknown_count; j++)
        out[j] = 1 + j % 4;
    for (int k = 0; version == 3 && k < count; k++) {
        wanted = size = 0;
        for (int j = 0; j < plan.unknown_count; j++) {
            wanted += jacobian[k][j] * out[j];
            size += fabs(jacobian[k][j] * out[j]);
        }
        if (!k && adjoint(knowns, count, out, back))
            wrong++;
        if (!(fabs(back[k] - wanted) <= 1e-9 * size)) {
            fprintf(stderr, "t = %g: adjoint by %u: %.12g, not %.12g\n", t, knowns[k], back[k], wanted);
            wrong++;
        }
    }
}

static void look(double t) {
    double before[MOST], after[MOST];
    if (only_moving && t == 0)
        return;
    values_beside(t, 0, 1e-3 * plan.until, before); /* then the point is computed anew */
    get(plan.unknown, plan.unknown_count, before);
    find_jacobian(t);
    for (int k = 0; k < known_count(); k++)
        compare(t, k);
    compare_sums(t);
    get(plan.unknown, plan.unknown_count, after);
    for (int j = 0; j < plan.unknown_count; j++)
        if (memcmp(&before[j], &after[j], sizeof *before)) {
            fprintf(stderr, "t = %g: derivatives change %u: %.17g, not %.17g\n", t, plan.unknown[j], after[j],
                    before[j]);
            wrong++;
        }
}

int main(int count, char **arguments) {
    only_moving = count == 5 && !strcmp(arguments[4], "moving");
    if (count != 4 && !only_moving)
        stop("usage: slopes LIBRARY PLAN 2|3 [moving]");
    read_plan(arguments[2]);
    version = atoi(arguments[3]);
    exchanges = true;
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        stop(dlerror());
    show_row = look;
    initialize();
    run_exchange();
    fprintf(stderr, "compared %d\n", compared);
    return wrong != 0;
}
