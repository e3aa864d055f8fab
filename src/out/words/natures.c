/* The tables of words for kinds. */
#include "out/words/natures.h"

#include "algebra/algebra.h"
#include "base/check.h"

static const char *const names[] = {
    [ROW_HOLONOMIC] = "holonomic",
    [ROW_NONHOLONOMIC] = "nonholonomic",
    [ROW_INTEGRABLE] = "integrable",
};

const char *out_nature_name(row_nature nature) {
    LGR_ASSERT((size_t)nature < sizeof names / sizeof *names);
    return names[nature];
}

const char *out_level_name(bool velocity) {
    return velocity ? "velocity" : "position";
}

static const char *const conserved_names[] = {
    [CONSERVED_ENERGY] = "energy",
    [CONSERVED_JACOBI] = "jacobi",
    [CONSERVED_CYCLIC] = "cyclic",
    [CONSERVED_SYMMETRY] = "symmetry",
    [CONSERVED_BOOST] = "boost",
    [CONSERVED_PART] = "part",
};

const char *out_conserved_name(conserved_kind kind) {
    LGR_ASSERT((size_t)kind < sizeof conserved_names / sizeof *conserved_names);
    return conserved_names[kind];
}

static const char *const stability_names[] = {
    [STABLE] = "stable",
    [ASYMPTOTICALLY_STABLE] = "asymptotically stable",
    [UNSTABLE] = "unstable",
    [UNDECIDED] = "undecided",
};

const char *out_stability_name(stability kind) {
    LGR_ASSERT((size_t)kind < sizeof stability_names / sizeof *stability_names);
    return stability_names[kind];
}

const char *out_equilibrium_name(bool steady) {
    return steady ? "steady motion" : "equilibrium";
}

/* Parameters stand before coordinates, velocities last. */
static const unsigned char *rank_variables(const model *m, arena *a) {
    static const unsigned char by_kind[VAR_KIND_COUNT] = {
        [VAR_TIME] = 1, [VAR_COORD] = 2, [VAR_VELOCITY] = 3, [VAR_STATE] = 3};
    unsigned char *rank = ARENA_ARRAY(a, unsigned char, expr_var_count(m->g));
    for (size_t i = 0; i < m->var_count; i++)
        rank[i] = by_kind[m->vars[i].kind];
    return rank;
}

bool out_formula_is_endless(const model *m, expr_id e) {
    enum { MOST_OPERATIONS = 50000 };
    return algebra_operations(m->g, e) > MOST_OPERATIONS;
}

const char *out_formula_in(const model *m, expr_id e, expr_notation notation, arena *a) {
    strbuf s = base_strbuf_make(a);
    expr_write(m->g, e, notation, rank_variables(m, a), &s);
    return base_strbuf_text(&s);
}

const char *out_formula(const model *m, expr_id e, arena *a) {
    return out_formula_in(m, e, NOTATION_TEXT, a);
}
