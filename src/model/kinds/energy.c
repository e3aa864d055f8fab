/* Energies, 'kinetic NAME = value' and likewise potential, lagrangian, dissipation. They are added up. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static int named_energy(builder *b, const syn_expr *e, const scope *env);

/* The first member of a family of energies; -1 if the name is none. */
static int energy_family(const builder *b, const instance *in, const char *name) {
    for (size_t i = 0; i < b->energy_families.len; i++)
        if (b->decls.at[b->energy_families.at[i]].name == name && b->decls.at[b->energy_families.at[i]].in == in)
            return b->energy_families.at[i];
    return -1;
}

/* Of a definition: remembered, as many energies may use it. One that is being looked at counts as naming none, and so
   does what is nested too deeply to be read at all. */
static int energy_of_let(builder *b, int d) {
    if (!b->energy_named[d] && b->depth < MODEL_MAX_DEPTH) {
        b->energy_named[d] = -1;
        b->depth++;
        int found = named_energy(b, b->decls.at[d].stmt->value, b->decls.at[d].env);
        b->depth--;
        b->energy_named[d] = found < 0 ? -1 : found + 1;
    }
    return b->energy_named[d] <= 0 ? -1 : b->energy_named[d] - 1;
}

/* In the order of the text, in which definitions mostly use each other: so the recursion stays flat. Of a family of
   energies its first member stands for all. */
static void look_at_names(builder *b) {
    b->energy_named = ARENA_ARRAY(b->a, int, b->decls.len + 1);
    for (size_t i = 0; i < b->decls.len; i++) {
        const decl *d = &b->decls.at[i];
        if (d->kind == DECL_ENERGY && d->indexed && energy_family(b, d->in, d->name) < 0)
            vec_push(b->a, &b->energy_families, (int)i);
    }
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_LET)
            energy_of_let(b, (int)i);
}

/* An energy that an expression names, by itself or by way of definitions: -1 if none. */
static int named_energy(builder *b, const syn_expr *e, const scope *env) {
    if (!e)
        return -1;
    bool shadowed = false;
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        shadowed = shadowed || s->name == e->name;
    bool named = (e->op == SYN_NAME && !shadowed) || (e->arg_count == 1 && eval_is_member(b, e, env));
    int d = named ? eval_find(b, e, env, 1u << SPACE_VALUES) : -1;
    if (e->op == SYN_INDEX)
        d = energy_family(b, scope_part(env), e->name);
    if (d >= 0 && b->decls.at[d].kind == DECL_ENERGY)
        return d;
    if (d >= 0 && b->decls.at[d].kind == DECL_LET)
        return energy_of_let(b, d);
    for (size_t i = 0; i < e->arg_count; i++) {
        int found = named_energy(b, e->args[i], env);
        if (found >= 0)
            return found;
    }
    return -1;
}

/* Energies add up, so 'lagrangian L = T - V' beside T and V would count both twice. */
static void check_energy(builder *b, const statement *s, bool lagrangian) {
    if (!b->energy_named)
        look_at_names(b);
    int other = s->stmt->bad ? -1 : named_energy(b, s->stmt->value, s->env);
    if (other < 0)
        return;
    const decl *d = &b->decls.at[other];
    finding *f = diag_add(b->m->findings, DIAG_E0415, s->stmt->value->at,
                          "'%s' would be counted twice, because all energies are added up", d->display);
    diag_label_at(b->m->findings, f, d->stmt->name_at, "counted here already");
    if (lagrangian)
        diag_help(b->m->findings, f, "leave out 'lagrangian', or define the energies that it uses by 'let'");
    else
        diag_help(b->m->findings, f, "define '%s' by 'let', which adds nothing to the energy", d->display);
}

static void read_energy(builder *b, const statement *s, element_kind kind) {
    check_energy(b, s, kind == ELEMENT_LAGRANGIAN);
    value v = eval_decl(b, s->decl, s->stmt->value->at);
    unsigned no = KINDS_UNSOLVED | (kind == ELEMENT_POTENTIAL ? KIND_BIT(VAR_VELOCITY) : KIND_BIT(VAR_STATE));
    if (eval_forbid(b, v, no, kind == ELEMENT_POTENTIAL ? "a potential energy" : "an energy"))
        kinds_add_energy(b, s, kind, v.c[0]);
}

static void read_kinetic(builder *b, const statement *s) {
    read_energy(b, s, ELEMENT_KINETIC);
}

static void read_potential(builder *b, const statement *s) {
    read_energy(b, s, ELEMENT_POTENTIAL);
}

static void read_lagrangian(builder *b, const statement *s) {
    read_energy(b, s, ELEMENT_LAGRANGIAN);
}

static void read_dissipation(builder *b, const statement *s) {
    value v = eval_quantity(b, s->stmt->value, s->env, dim_of(1, 2, -3), "a dissipation function");
    if (!value_is_bad(v) && eval_forbid(b, v, KINDS_UNSOLVED, "an energy"))
        kinds_add_energy(b, s, ELEMENT_DISSIPATION, v.c[0]);
}

static value energy_value(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    return e->stmt->bad ? value_bad(at) : eval_quantity(b, e->stmt->value, e->env, DIM_ENERGY, "an energy");
}

#define ENERGY(read_it)                                                                                                \
    {                                                                                                                  \
        .kind = DECL_ENERGY, .named = true, .noun = "an energy", .mechanical = true, .quantity = eval_decl,            \
        .value = energy_value, .step = {                                                                               \
            [STEP_READ] = read_it                                                                                      \
        }                                                                                                              \
    }

const kind_row kinds_kinetic = ENERGY(read_kinetic);
const kind_row kinds_potential = ENERGY(read_potential);
const kind_row kinds_lagrangian = ENERGY(read_lagrangian);
const kind_row kinds_dissipation = ENERGY(read_dissipation);
