/* Elimination on expressions against Gauss's with pivots, on random systems whose entries are variables. */
#include "mech/support.h"

#include "mech/elimination.h"

enum { LARGEST = 40 };

/* A system with a variable for each entry, and the numbers they have. */
typedef struct random_system {
    bench dice; /* only its arena and its dice are used */
    graph *g;
    elimination *e;
    int primal, size;
    double K[LARGEST][LARGEST], b[LARGEST], value[4 * LARGEST * LARGEST];
} random_system;

static random_system *begin(int primal, int rows) {
    arena *a = base_arena_create();
    random_system *s = ARENA_NEW(a, random_system);
    s->dice = (bench){.memory = a, .dice = 88172645463325252u};
    s->g = expr_graph_create(a);
    s->primal = primal;
    s->size = primal + rows;
    s->e = mech_elimination_create(s->g, a, primal, s->size);
    return s;
}

static expr_id number(random_system *s, double x) {
    expr_id v = expr_new_var(s->g, "x");
    s->value[expr_node_at(s->g, v)->var] = x;
    return v;
}

static void add(random_system *s, int i, int j, double x) {
    mech_elimination_add(s->e, i, j, number(s, x));
    s->K[i][j] += x;
    if (i != j)
        s->K[j][i] += x;
}

static void add_one_side(random_system *s, int i, int j, double x) {
    mech_elimination_add_one_side(s->e, i, j, number(s, x));
    s->K[i][j] += x;
}

/* The sum of squares of random combinations of few unknowns: positive definite with `parts` of full rank. */
static void add_inertia(random_system *s, int parts, int spread) {
    for (int k = 0; k < parts; k++) {
        double c[LARGEST] = {0};
        c[k % s->primal] = 1 + 0.3 * bench_random(&s->dice);
        for (int l = 0; l < spread; l++)
            c[(k * 7 + l * 3) % s->primal] += 0.4 * bench_random(&s->dice);
        for (int i = 0; i < s->primal; i++)
            for (int j = 0; j <= i; j++)
                if (c[i] != 0 && c[j] != 0)
                    add(s, i, j, c[i] * c[j]);
    }
}

static void add_rows(random_system *s, int spread) {
    for (int k = s->primal; k < s->size; k++)
        for (int l = 0; l < spread; l++)
            add(s, k, (k * 5 + l) % s->primal, 1 + bench_random(&s->dice) / 2);
}

/* K x = b with complete pivoting; K and b are used up. */
static void solve_dense(int n, double K[LARGEST][LARGEST], double *b, double *x) {
    int column[LARGEST];
    for (int i = 0; i < n; i++)
        column[i] = i;
    for (int k = 0; k < n; k++) {
        int row = k, best = k;
        for (int i = k; i < n; i++)
            for (int j = k; j < n; j++)
                if (fabs(K[i][column[j]]) > fabs(K[row][column[best]])) {
                    row = i;
                    best = j;
                }
        int c = column[k];
        column[k] = column[best];
        column[best] = c;
        for (int j = 0; j < n; j++) {
            double t = K[k][j];
            K[k][j] = K[row][j];
            K[row][j] = t;
        }
        double t = b[k];
        b[k] = b[row];
        b[row] = t;
        for (int i = k + 1; i < n; i++) {
            double factor = K[i][column[k]] / K[k][column[k]];
            for (int j = k; j < n; j++)
                K[i][column[j]] -= factor * K[k][column[j]];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n; k-- > 0;) {
        double sum = b[k];
        for (int j = k + 1; j < n; j++)
            sum -= K[k][column[j]] * x[column[j]];
        x[column[k]] = sum / K[k][column[k]];
    }
}

static double trust_of(const random_system *s) {
    return expr_eval(s->g, mech_elimination_condition(s->e), s->value);
}

static void compare(random_system *s) {
    expr_id minus_b[LARGEST], x[LARGEST];
    double want[LARGEST];
    for (int i = 0; i < s->size; i++) {
        s->b[i] = bench_random(&s->dice);
        minus_b[i] = number(s, -s->b[i]);
    }
    assert_true(mech_elimination_run(s->e, 100000));
    mech_elimination_solve(s->e, minus_b, x);
    assert_true(trust_of(s) > 0);
    solve_dense(s->size, s->K, s->b, want);
    for (int i = 0; i < s->size; i++)
        assert_near(expr_eval(s->g, x[i], s->value), want[i], 1e-9);
}

static void end(random_system *s) {
    base_arena_destroy(s->dice.memory);
}

static void sparse_inertia_with_rows(void **state) {
    (void)state;
    for (int rows = 0; rows <= 8; rows++) {
        random_system *s = begin(12, rows);
        add_inertia(s, 12, 2);
        add_rows(s, 3);
        compare(s);
        end(s);
    }
}

static void full_inertia_with_rows(void **state) {
    (void)state;
    random_system *s = begin(8, 4);
    add_inertia(s, 16, 8);
    add_rows(s, 8);
    compare(s);
    end(s);
}

/* Every third unknown has no inertia: the rows decide it. */
static void unknowns_without_inertia(void **state) {
    (void)state;
    random_system *s = begin(9, 6);
    for (int i = 0; i < 9; i++)
        if (i % 3)
            add(s, i, i, 1.5 + bench_random(&s->dice));
    for (int k = 0; k < 6; k++) {
        add(s, 9 + k, 3 * (k / 2), 1 + bench_random(&s->dice) / 2);
        add(s, 9 + k, 3 * (k / 2) + 1 + k % 2, 1 + bench_random(&s->dice) / 2);
    }
    compare(s);
    end(s);
}

static void forces_that_act_otherwise(void **state) {
    (void)state;
    random_system *s = begin(6, 3);
    add_inertia(s, 6, 2);
    for (int k = 6; k < 9; k++)
        for (int l = 0; l < 3; l++) {
            double x = 1 + bench_random(&s->dice) / 2;
            add_one_side(s, k, (k + l) % 6, x);
            add_one_side(s, (k + l) % 6, k, x + 0.2 * bench_random(&s->dice));
        }
    compare(s);
    end(s);
}

/* Unknown 4 + k is defined by 2 of those before; W on all of them is the same as its pull-back on the first four. */
static void definitions_are_replaced(void **state) {
    (void)state;
    random_system *s = begin(10, 1);
    double J[10][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    double W[10], row[10], K[LARGEST][LARGEST] = {{0}};
    for (int k = 4; k < 10; k++) {
        int of[2] = {k - 4, k - 1};
        double c[2] = {1 + bench_random(&s->dice) / 2, bench_random(&s->dice)};
        mech_elimination_define(s->e, k, 2, of, (expr_id[]){number(s, c[0]), number(s, c[1])});
        for (int j = 0; j < 4; j++)
            J[k][j] = c[0] * J[of[0]][j] + c[1] * J[of[1]][j];
    }
    for (int k = 0; k < 10; k++) {
        add(s, k, k, W[k] = 1.2 + bench_random(&s->dice));
        add(s, 10, k, row[k] = bench_random(&s->dice));
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                K[i][j] += J[k][i] * W[k] * J[k][j];
            K[i][4] += row[k] * J[k][i];
            K[4][i] += row[k] * J[k][i];
        }
    }
    expr_id minus_b[11], x[11];
    double b[5] = {0}, want[5];
    for (int k = 0; k < 11; k++) {
        double force = bench_random(&s->dice);
        minus_b[k] = number(s, -force);
        for (int i = 0; i < 4 && k < 10; i++)
            b[i] += J[k][i] * force;
        b[4] = force;
    }
    assert_true(mech_elimination_run(s->e, 100000));
    mech_elimination_solve(s->e, minus_b, x);
    solve_dense(5, K, b, want);
    for (int i = 0; i < 4; i++)
        assert_near(expr_eval(s->g, x[i], s->value), want[i], 1e-10);
    assert_near(expr_eval(s->g, x[10], s->value), want[4], 1e-10);
    for (int k = 4; k < 10; k++) {
        double sum = 0;
        for (int i = 0; i < 4; i++)
            sum += J[k][i] * want[i];
        assert_near(expr_eval(s->g, x[k], s->value), sum, 1e-10);
    }
    end(s);
}

static void small_pivots_are_noticed(void **state) {
    (void)state;
    random_system *s = begin(2, 0);
    add(s, 0, 0, 1);
    add(s, 1, 1, 1);
    add(s, 0, 1, 1 - 1e-12);
    assert_true(mech_elimination_run(s->e, 100));
    assert_false(trust_of(s) > 0);
    end(s);
    s = begin(2, 0); /* the factors of the matrix would lose no fewer digits */
    add(s, 0, 0, 1);
    add(s, 1, 1, 1);
    add(s, 0, 1, 1 - 1e-8);
    assert_true(mech_elimination_run(s->e, 100));
    assert_true(trust_of(s) > 0);
    end(s);
    s = begin(3, 2); /* two rows that say the same */
    for (int i = 0; i < 3; i++)
        add(s, i, i, 1);
    for (int k = 3; k < 5; k++)
        for (int i = 0; i < 3; i++)
            add(s, k, i, i + 1);
    assert_true(mech_elimination_run(s->e, 100));
    assert_false(trust_of(s) > 0);
    end(s);
    s = begin(2, 1); /* a row without a direction here */
    add(s, 0, 0, 1);
    add(s, 1, 1, 1);
    add(s, 2, 0, 0);
    assert_true(mech_elimination_run(s->e, 100));
    assert_false(trust_of(s) > 0);
    end(s);
}

static void what_has_no_pivot_is_refused(void **state) {
    (void)state;
    random_system *s = begin(2, 0);
    add(s, 0, 0, 1);
    assert_false(mech_elimination_run(s->e, 100));
    end(s);
    s = begin(2, 0);
    add(s, 0, 1, 1); /* inertia, but none of its own */
    assert_false(mech_elimination_run(s->e, 100));
    end(s);
    s = begin(12, 4);
    add_inertia(s, 24, 12);
    add_rows(s, 12);
    assert_false(mech_elimination_run(s->e, 50));
    end(s);
}

/* A path of masses joined by rows costs in proportion to its length. */
static size_t products_of_path(int length) {
    random_system *s = begin(length, length - 1);
    for (int i = 0; i < length; i++)
        add(s, i, i, 1);
    for (int k = 0; k < length - 1; k++) {
        add(s, length + k, k, 1);
        add(s, length + k, k + 1, -1);
    }
    assert_true(mech_elimination_run(s->e, 100000));
    size_t products = mech_elimination_products(s->e);
    end(s);
    return products;
}

static void paths_stay_sparse(void **state) {
    (void)state;
    size_t five = products_of_path(5), ten = products_of_path(10), twenty = products_of_path(20);
    assert_true(twenty - ten <= 2 * (ten - five) + 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_inertia_with_rows),     cmocka_unit_test(full_inertia_with_rows),
        cmocka_unit_test(unknowns_without_inertia),     cmocka_unit_test(forces_that_act_otherwise),
        cmocka_unit_test(definitions_are_replaced),     cmocka_unit_test(small_pivots_are_noticed),
        cmocka_unit_test(what_has_no_pivot_is_refused), cmocka_unit_test(paths_stay_sparse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
