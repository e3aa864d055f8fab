/* Expressions of the tree evaluated to values: names looked up, operators applied, derivatives taken. */
#include <string.h>

#include "expr/diff.h"
#include "model/builder.h"

uint32_t new_var(builder *b, const char *name, var_kind kind, int index) {
    expr_id e = expr_new_var_of(b->m->g, name, (unsigned)kind);
    uint32_t var = graph_node(b->m->g, e)->var;
    LGR_ASSERT(var == b->vars.len);
    vec_push(b->a, &b->vars, (model_var){kind, index});
    vec_push(b->a, &b->rates, EXPR_NONE);
    vec_push(b->a, &b->values, 0.0);
    return var;
}

uint32_t model_add_var(model *m, const char *name) {
    builder *b = m->builder;
    while (b->vars.len < graph_var_count(m->g)) { /* others have made variables for themselves */
        vec_push(b->a, &b->vars, (model_var){VAR_SEED, 0});
        vec_push(b->a, &b->rates, EXPR_NONE);
        vec_push(b->a, &b->values, 0.0);
    }
    uint32_t var = new_var(b, name, VAR_SEED, 0);
    m->vars = b->vars.at;
    m->var_count = b->vars.len;
    return var;
}

static bool contains(builder *b, value v, unsigned kinds) {
    for (int i = 0; i < v.size; i++)
        if (expr_kinds(b->m->g, v.c[i]) & kinds)
            return true;
    return false;
}

bool find_kinds(builder *b, value v, unsigned kinds, var_kind *found) {
    if (!contains(b, v, kinds))
        return false;
    int k = 0;
    while (!(kinds & KIND_BIT(k)) || !contains(b, v, KIND_BIT(k)))
        k++;
    *found = (var_kind)k;
    return true;
}

static const char *const kind_texts[] = {"a parameter",
                                         "the time",
                                         "a coordinate",
                                         "a velocity",
                                         "an acceleration",
                                         "a multiplier",
                                         "the energy",
                                         "the state of a contact",
                                         "a value of the whole run",
                                         "a reaction",
                                         "a released quantity",
                                         "a seed of derivatives"};

bool forbid(builder *b, value v, unsigned kinds, const char *where) {
    var_kind found;
    if (value_is_bad(v))
        return false;
    if (!find_kinds(b, v, kinds, &found))
        return true;
    bool reduced = kinds == (KINDS_MOTION & ~(unsigned)KIND_BIT(VAR_REDUCER));
    bool solved = !reduced && (KINDS_SOLVED & KIND_BIT(found)) != 0;
    finding *f = diag_add(b->m->findings,
                          solved                 ? DIAG_E0207
                          : found == VAR_REDUCER ? DIAG_E0208
                                                 : DIAG_E0307,
                          v.at, "%s cannot depend on %s", where, kind_texts[found]);
    if (solved)
        diag_help(b->m->findings, f, "use it in an output, a report, an event or a drawing");
    else if (reduced)
        diag_help(b->m->findings, f, "reduce it to one number: final(x), maximum(x), at(EVENT, x)");
    else if (kinds == KINDS_MOTION && found != VAR_REDUCER)
        diag_help(b->m->findings, f, "only numbers and parameters are allowed here");
    return false;
}

/* d/dt of every component: t' = 1, q' = v, v' = a. */
value prime(builder *b, value v, span at) {
    if (value_is_bad(v))
        return value_bad(at);
    unsigned no = KINDS_SOLVED | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER);
    var_kind found;
    bool plain = !v.condition && v.size != VALUE_FRAME;
    if (!plain || find_kinds(b, v, no, &found)) {
        diag_add(b->m->findings, DIAG_E0211, at, "the time derivative of %s is not known",
                 v.condition ? "a condition"
                 : !plain    ? "a frame"
                             : kind_texts[found]);
        return value_bad(at);
    }
    graph *g = b->m->g;
    bool place = !find_kinds(b, v, KIND_BIT(VAR_VELOCITY), &found);
    expr_forward_again(g, v.c, (size_t)v.size, b->rates.at, &b->sweep, b->a, v.c);
    for (int i = 0; i < v.size; i++) {
        if (!v.c[i].i)
            v.c[i] = expr_int(g, 0);
        if (place)
            vec_push(b->a, &b->m->rates_of_places, v.c[i]);
    }
    v.dim = dim_div(v.dim, DIM_TIME);
    v.at = at;
    return v;
}

value circle(builder *b, int d, span at) {
    strbuf s = strbuf_make(b->a);
    size_t k = 0;
    while (k < b->stack.len && b->stack.at[k] != d)
        k++;
    for (; k < b->stack.len; k++)
        strbuf_printf(&s, "%s -> ", b->decls.at[b->stack.at[k]].display);
    strbuf_add(&s, b->decls.at[d].display);
    finding *f =
        diag_add(b->m->findings, DIAG_E0202, b->decls.at[d].stmt->name_at, "circular definition: %s", strbuf_text(&s));
    diag_label_at(b->m->findings, f, at, "used here");
    return value_bad(at);
}

void merge_mentions(bool *into, const bool *from, size_t count) {
    for (size_t i = 0; into && from && i < count; i++)
        into[i] = into[i] || from[i];
}

static value eval_let(builder *b, const decl *e) {
    const syn_stmt *s = e->stmt;
    value v = s->bad ? value_bad(s->at) : eval(b, s->value, e->env);
    return s->kind != SYN_FRAME || value_need_frame(&b->vc, v, "what follows 'frame'") ? v : value_bad(s->at);
}

static value compute_decl(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    switch (e->kind) {
    case DECL_LET:
        return eval_let(b, e);
    case DECL_ENERGY:
        return eval_quantity(b, e->stmt->value, e->env, DIM_ENERGY, "an energy");
    case DECL_OUTPUT:
    case DECL_REPORT:
        return e->stmt->bad ? value_bad(at) : eval(b, e->stmt->value, e->env);
    case DECL_CONSTRAINT:
    case DECL_CONTACT:
        return read_rows(b, d);
    case DECL_BODY: {
        const body_reading *body = read_body(b, e->number);
        if (b->mentions)
            b->mentions[e->number] = true;
        return body->position;
    }
    default:
        return value_bad(at);
    }
}

value not_known_yet(builder *b, int d, span at) {
    finding *f =
        diag_add(b->m->findings, DIAG_E0307, at,
                 "'%s' depends on the motion, but this value must be known before the run", b->decls.at[d].display);
    diag_help(b->m->findings, f, "parameters, bounds and indices may depend on numbers and parameters only");
    if (b->early_use.end)
        diag_label_at(b->m->findings, f, b->early_use, "needed here");
    return value_bad(at);
}

/* A let that is made of parameters alone may be used there too. */
static value early_value(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    if (e.kind != DECL_LET || !e.stmt->value)
        return not_known_yet(b, d, at);
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d)
            return circle(b, d, at);
    span outer = b->early_use;
    b->early_use = outer.end ? outer : at;
    vec_push(b->a, &b->stack, d);
    value v = e.stmt->bad ? value_bad(at) : eval(b, e.stmt->value, e.env);
    b->stack.len--;
    b->early_use = outer;
    v.at = at;
    return v;
}

value refuse_depth(builder *b, span at) {
    if (b->too_deep)
        return value_bad(at);
    b->too_deep = true;
    finding *f = diag_add(b->m->findings, DIAG_E0108, at, "definitions nested more than %d deep", MODEL_MAX_DEPTH);
    diag_help(b->m->findings, f, "declare them in the order in which they use each other");
    return value_bad(at);
}

/* The value in the variant being read, computed at the first use; notices circles and collects mentions. */
value decl_value(builder *b, int d, span at) {
    LGR_ASSERT(d >= 0 && (size_t)d < b->decls.len);
    if (!b->readings)
        return early_value(b, d, at);
    reading *r = &b->readings[d];
    if (r->state == 1)
        return circle(b, d, at);
    if (r->state == 0) {
        if (b->depth >= MODEL_MAX_DEPTH)
            return refuse_depth(b, at);
        bool *outer = b->mentions;
        b->mentions = r->mentions = ARENA_ARRAY(b->a, bool, b->bodies.len + 1);
        r->state = 1;
        b->depth++;
        vec_push(b->a, &b->stack, d);
        value v = compute_decl(b, d, at);
        b->stack.len--;
        b->depth--;
        b->readings[d].v = v;
        b->readings[d].state = 2;
        b->mentions = outer;
    }
    merge_mentions(b->mentions, b->readings[d].mentions, b->bodies.len);
    value v = b->readings[d].v;
    v.at = at;
    return v;
}

static value wrong_kind(builder *b, const decl *d, span at) {
    static const char *const help[] = {
        [DECL_ELEMENT] = "define the force by 'let', and use that name in both places",
        [DECL_CONSTRAINT] = "write lambda(NAME) or force(NAME)",
        [DECL_CONTACT] = "write lambda(NAME), force(NAME), open(NAME) or closed(NAME)",
        [DECL_EVENT] = "write time(NAME) or at(NAME, ...) in a report",
    };
    finding *f = refuse_kind(b, (int)(d - b->decls.at), at, "a quantity");
    if (d->kind < sizeof help / sizeof *help && help[d->kind])
        diag_help(b->m->findings, f, "%s", help[d->kind]);
    return value_bad(at);
}

static value variable(builder *b, uint32_t var, dimension dim, span at) {
    return value_scalar(expr_var(b->m->g, var), dim, at);
}

static value named(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    value held;
    if (held_stands_in(b, d, at, &held))
        return held;
    if (e->unknown)
        return value_bad(at);
    switch (e->kind) {
    case DECL_PARAM:
        read_param(b, d, at);
        if (b->decls.at[d].unknown)
            return value_bad(at);
        return variable(b, b->params.at[e->number].var, b->params.at[e->number].dim, at);
    case DECL_COORD:
        if (e->number < 0)
            return e->stmt->bad ? value_bad(at) : not_known_yet(b, d, at);
        read_coord_start(b, d, at);
        if (b->decls.at[d].unknown)
            return value_bad(at);
        return variable(b, b->coords.at[e->number].q, b->coords.at[e->number].dim, at);
    case DECL_LET:
    case DECL_BODY:
    case DECL_ENERGY:
    case DECL_OUTPUT:
    case DECL_REPORT:
        return decl_value(b, d, at);
    case DECL_ORIENTATION: {
        finding *f = refuse_kind(b, d, at, "a quantity");
        diag_help(b->m->findings, f, "write quaternion(%s) for its frame, or %s.w, %s.x, %s.y, %s.z", e->display,
                  e->display, e->display, e->display, e->display);
        return value_bad(at);
    }
    default:
        return wrong_kind(b, e, at);
    }
}

static bool is_name(const builder *b, const char *name, const char *text) {
    return name == intern_name(b->m->names, text);
}

static bool builtin(builder *b, const char *name, span at, value *out) {
    if (is_name(b, name, "t"))
        *out = variable(b, b->m->t, DIM_TIME, at);
    else if (name_is_pi(b, name))
        *out = value_scalar(expr_real(b->m->g, 3.14159265358979323846), DIM_ANGLE, at);
    else {
        int k = name_energy(b, name);
        if (k < 0)
            return false;
        *out = value_scalar(b->energy_vars[k], DIM_ENERGY, at);
    }
    return true;
}

/* SYN_NAME or SYN_INDEX to a declaration: values first, then results where they may be named. */
static int look_up(builder *b, const syn_expr *e, const scope *env, unsigned spaces, bool *failed) {
    int64_t index = 0;
    bool indexed = e->op == SYN_INDEX;
    *failed = indexed && !eval_integer(b, e->args[0], env, &index);
    if (*failed)
        return -1;
    for (int s = 0; s < SPACE_COUNT; s++) {
        int d = spaces & (1u << s) ? table_find(b, (name_space)s, e->name, indexed, index) : -1;
        if (d >= 0)
            return d;
    }
    for (int s = 0; indexed && s < SPACE_COUNT; s++)
        if ((spaces & (1u << s)) && table_find(b, (name_space)s, e->name, false, 0) >= 0) {
            diag_help(b->m->findings,
                      diag_add(b->m->findings, DIAG_E0204, e->at, "'%s' is not a family and has no members", e->name),
                      "write %s alone", e->name);
            *failed = true;
            return -1;
        }
    for (int s = 0; s < SPACE_COUNT; s++)
        if ((spaces & (1u << s)) && name_is_family(b, (name_space)s, e->name)) {
            if (indexed)
                diag_add(b->m->findings, DIAG_E0204, e->at, "there is no '%s[%lld]'", e->name, (long long)index);
            else
                diag_help(b->m->findings,
                          diag_add(b->m->findings, DIAG_E0204, e->at, "'%s' is a family, and one member is needed here",
                                   e->name),
                          "write its index: %s[1], or %s[i] in a loop or a sum", e->name, e->name);
            *failed = true;
        }
    return -1;
}

/* A function without its arguments. */
static bool refuse_function(builder *b, const syn_expr *e) {
    if (e->op != SYN_NAME || !is_function(b, e->name))
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->name_at, "'%s' is a function", e->name);
    diag_help(b->m->findings, f, "give it its arguments: %s(...)", e->name);
    return true;
}

int resolve(builder *b, const syn_expr *e, const scope *env, unsigned spaces) {
    bool failed = false;
    if (e->op != SYN_NAME && e->op != SYN_INDEX) {
        if (e->op != SYN_BAD)
            diag_add(b->m->findings, DIAG_E0205, e->at, "a name is expected here, not the expression '%s'",
                     source_text(b, e->at));
        return -1;
    }
    int d = look_up(b, e, env, spaces, &failed);
    if (d >= 0 || failed || refuse_function(b, e))
        return d;
    suggest_name(b, diag_add(b->m->findings, DIAG_E0107, e->name_at, "unknown name '%s'", e->name), e->name);
    return d;
}

static value eval_name(builder *b, const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name) {
            value v = s->v;
            v.at = e->at;
            return v;
        }
    value v;
    bool failed = false;
    unsigned results = b->in_report || b->system ? 1u << SPACE_RESULTS : 0;
    int d = look_up(b, e, env, 1u << SPACE_VALUES, &failed);
    if (failed)
        return value_bad(e->at);
    if (d >= 0)
        return named(b, d, e->at);
    if (e->op == SYN_NAME && builtin(b, e->name, e->at, &v))
        return v;
    d = resolve(b, e, env, 1u << SPACE_VALUES | results);
    return d < 0 ? value_bad(e->at) : named(b, d, e->at);
}

static value eval_component(builder *b, const syn_expr *e, const scope *env) {
    value v = eval(b, e->args[0], env);
    int k = is_name(b, e->name, "x") ? 0 : is_name(b, e->name, "y") ? 1 : is_name(b, e->name, "z") ? 2 : -1;
    if (value_is_bad(v))
        return value_bad(e->at);
    if (v.size == VALUE_FRAME && k >= 0)
        return value_frame_axis(v, k);
    if (k < 0 || v.size < 2 || k >= v.size) {
        finding *f =
            diag_add(b->m->findings, k < 0 || v.size < 2 ? DIAG_E0303 : DIAG_E0304, e->name_at,
                     v.size < 2 ? "a scalar has no component '.%s'" : "this vector has no component '.%s'", e->name);
        if (v.size > 1)
            diag_primary(b->m->findings, f, "it has .x .y%s", v.size == 3 ? " .z" : "");
        return value_bad(e->at);
    }
    v.c[0] = v.c[k];
    v.size = 1;
    v.at = e->at;
    return v;
}

/* The declaration with this name, of this kind; -1 if there is none. */
static int look_up_kind(builder *b, const syn_expr *e, const scope *env, decl_kind kind) {
    bool failed = false;
    int d = e->op == SYN_NAME || e->op == SYN_INDEX ? look_up(b, e, env, 1u << SPACE_VALUES, &failed) : -1;
    return !failed && d >= 0 && b->decls.at[d].kind == kind ? d : -1;
}

const model_orientation *freed_orientation(builder *b, const syn_expr *e, const scope *env) {
    int d = e->op == SYN_FIELD && is_name(b, e->name, "q") ? look_up_kind(b, e->args[0], env, DECL_BODY) : -1;
    for (size_t i = 0; d >= 0 && i < b->orientations.len; i++) {
        int body = b->orientations.at[i].body;
        if (body < 0 || body != b->decls.at[d].number)
            continue;
        if (b->mentions)
            b->mentions[body] = true;
        return &b->orientations.at[i];
    }
    return NULL;
}

/* q.w, q.x, q.y, q.z of an orientation, stone.q.w ... of a freed body; false if the owner is none. */
static bool orientation_part(builder *b, const syn_expr *e, const scope *env, value *out) {
    static const char letters[] = "wxyz";
    const model_orientation *o = freed_orientation(b, e->args[0], env);
    int d = o ? -1 : look_up_kind(b, e->args[0], env, DECL_ORIENTATION);
    if (!o && d < 0)
        return false;
    if (!o && b->decls.at[d].number < 0) {
        *out = not_known_yet(b, d, e->at);
        return true;
    }
    const char *letter = e->name[0] && !e->name[1] ? strchr(letters, e->name[0]) : NULL;
    if (letter) {
        o = o ? o : &b->orientations.at[b->decls.at[d].number];
        *out = variable(b, b->coords.at[o->coords[letter - letters]].q, DIM_ANGLE, e->at);
    } else {
        diag_add(b->m->findings, DIAG_E0303, e->name_at, "an orientation has the parts .w .x .y .z");
        *out = value_bad(e->at);
    }
    return true;
}

static value eval_field(builder *b, const syn_expr *e, const scope *env) {
    const syn_expr *owner = e->args[0];
    value part;
    if (orientation_part(b, e, env, &part))
        return part;
    if (is_name(b, e->name, "angle") && (owner->op == SYN_NAME || owner->op == SYN_INDEX)) {
        int body = resolve_body(b, owner, env);
        if (body < 0)
            return value_bad(e->at);
        const body_reading *r = read_body(b, body);
        if (b->mentions)
            b->mentions[body] = true;
        value v = r->angle;
        v.at = e->at;
        if (!r->has_angle && !value_is_bad(r->position))
            diag_add(b->m->findings, DIAG_E0205, e->at, "a particle has no angle");
        return r->has_angle ? v : value_bad(e->at);
    }
    return eval_component(b, e, env);
}

static value eval_vector(builder *b, const syn_expr *e, const scope *env) {
    value v = {.size = (int)e->arg_count, .at = e->at, .any_dim = true};
    if (e->arg_count < 2 || e->arg_count > 3) {
        finding *f = diag_add(b->m->findings, DIAG_E0304, e->at,
                              "a vector has two components in the plane and three in space, not %zu", e->arg_count);
        if (e->arg_count == 1)
            diag_help(b->m->findings, f, "to group, write parentheses: (%s)", source_text(b, e->args[0]->at));
        return value_bad(e->at);
    }
    bool bad = false;
    value first = {0};
    for (size_t i = 0; i < e->arg_count; i++) {
        value c = eval_scalar(b, e->args[i], env, "a component");
        if (value_is_bad(c) || (i && v.any_dim == false && !value_need_match(&b->vc, first, c, "and", e->at)))
            bad = true;
        v.c[i] = c.c[0];
        if (!bad && v.any_dim && !c.any_dim) {
            v.any_dim = false;
            v.dim = c.dim;
            first = c;
        }
    }
    if (bad)
        return value_bad(e->at);
    span *written = &b->vectors[v.size - 2];
    if (!written->end && !contains(b, v, KINDS_SOLVED))
        *written = e->at;
    return v;
}

static value eval_sum(builder *b, const syn_expr *e, const scope *env) {
    int64_t low, high;
    if (!eval_integer(b, e->args[0], env, &low) || !eval_integer(b, e->args[1], env, &high))
        return value_bad(e->at);
    if (high - low >= MODEL_MAX_LOOP) {
        diag_add(b->m->findings, DIAG_E0109, e->at, "a sum of more than %d terms", MODEL_MAX_LOOP);
        return value_bad(e->at);
    }
    value sum = value_number(&b->vc, 0, 1, e->at);
    for (int64_t i = low; i <= high; i++) {
        scope inner = {env, e->name, value_number(&b->vc, i, 1, e->name_at)};
        inner.v.any_dim = false;
        value term = eval(b, e->args[2], &inner);
        if (value_is_bad(term))
            return value_bad(e->at);
        sum = i == low ? term : value_binary(&b->vc, SYN_ADD, sum, term, e->at);
        if (value_is_bad(sum))
            return sum;
    }
    sum.at = e->at;
    return sum;
}

/* The unit that may be meant as a name of the model; NULL if there is none. In a model without units even the first. */
static const char *doubtful_unit(const builder *b, const syn_expr *e) {
    for (size_t i = 0; i < e->doubtful_count; i++)
        if (table_find(b, SPACE_VALUES, e->doubtful[i], false, 0) >= 0)
            return e->doubtful[i];
    for (size_t i = 0; i < e->unit_count && !b->m->has_units; i++)
        if (table_find(b, SPACE_VALUES, e->units[i], false, 0) >= 0)
            return e->units[i];
    return NULL;
}

static value eval_literal(builder *b, const syn_expr *e) {
    const char *doubtful = doubtful_unit(b, e);
    if (doubtful) {
        finding *f =
            diag_add(b->m->findings, DIAG_E0209, e->at, "'%s' is a unit and also a name of the model", doubtful);
        if (e->doubtful_count > 0)
            diag_help(b->m->findings, f, "if it is the unit, write (%s); if not, close the quantity before it: (2 m)*g",
                      source_text(b, e->at));
        else
            diag_help(b->m->findings, f, "if it is the unit, write (%s); if not, write the '*': %.6g*%s",
                      source_text(b, e->at), e->value, doubtful);
        return value_bad(e->at);
    }
    graph *g = b->m->g;
    expr_id x = e->exact ? expr_rational(g, e->num, e->den) : expr_real(g, e->value);
    value v = value_scalar(x, (dimension){{0}}, e->at);
    v.any_dim = e->value == 0;
    if (!e->has_unit)
        return v;
    v.any_dim = false;
    v.dim = e->unit.dim;
    b->uses_degrees = b->uses_degrees || (e->unit.pi_power != 0 && dim_is_angle(v.dim));
    v.c[0] = expr_mul(g, v.c[0], expr_rational(g, e->unit.num, e->unit.den));
    for (int k = 0; k < e->unit.pi_power; k++)
        v.c[0] = expr_mul(g, v.c[0], expr_real(g, 3.14159265358979323846));
    for (int k = 0; k > e->unit.pi_power; k--)
        v.c[0] = expr_div(g, v.c[0], expr_real(g, 3.14159265358979323846));
    return v;
}

static value eval_operator(builder *b, const syn_expr *e, const scope *env) {
    value x = eval(b, e->args[0], env), y = e->arg_count > 1 ? eval(b, e->args[1], env) : x;
    switch (e->op) {
    case SYN_PRIME:
        return prime(b, x, e->at);
    case SYN_NEG:
        return value_negate(&b->vc, x, e->at);
    case SYN_NOT:
    case SYN_AND:
    case SYN_OR:
        return value_logic(&b->vc, e->op, x, y, e->at);
    case SYN_LT:
    case SYN_LE:
    case SYN_GT:
    case SYN_GE:
        return value_compare(&b->vc, e->op, x, y, e->at);
    case SYN_IF:
        return value_select(&b->vc, x, y, eval(b, e->args[2], env), e->at);
    default:
        return value_binary(&b->vc, e->op, x, y, e->at);
    }
}

static value eval_kind(builder *b, const syn_expr *e, const scope *env) {
    switch (e->op) {
    case SYN_BAD:
        return value_bad(e->at);
    case SYN_NUMBER:
        return eval_literal(b, e);
    case SYN_NAME:
    case SYN_INDEX:
        return eval_name(b, e, env);
    case SYN_FIELD:
        return eval_field(b, e, env);
    case SYN_CALL:
        return eval_call(b, e, env);
    case SYN_VECTOR:
        return eval_vector(b, e, env);
    case SYN_SUM:
        return eval_sum(b, e, env);
    case SYN_STRING:
    case SYN_ON:
    case SYN_EQ:
        diag_add(b->m->findings, DIAG_E0104, e->at, "this expression has no value");
        return value_bad(e->at);
    default:
        return eval_operator(b, e, env);
    }
}

value eval(builder *b, const syn_expr *e, const scope *env) {
    if (graph_size(b->m->g) > MODEL_MAX_NODES) {
        if (!b->too_large)
            diag_add(b->m->findings, DIAG_E0109, e->at, "more than %d expression nodes", MODEL_MAX_NODES);
        b->too_large = true;
        return value_bad(e->at);
    }
    if (b->nesting >= MODEL_MAX_NESTING) {
        if (!b->too_deep)
            diag_add(b->m->findings, DIAG_E0108, e->at, "definitions and expressions nested more than %d deep",
                     MODEL_MAX_NESTING);
        b->too_deep = true;
        return value_bad(e->at);
    }
    b->nesting++;
    value v = eval_kind(b, e, env);
    b->nesting--;
    return v;
}

value eval_scalar(builder *b, const syn_expr *e, const scope *env, const char *what) {
    value v = eval(b, e, env);
    return value_need_scalar(&b->vc, v, what) ? v : value_bad(e->at);
}

value eval_quantity(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what) {
    value v = eval_scalar(b, e, env, what);
    return value_need_dim(&b->vc, v, dim, what) ? v : value_bad(e->at);
}

value eval_parameter(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what) {
    value v = eval_quantity(b, e, env, dim, what);
    return forbid(b, v, KINDS_MOTION, what) ? v : value_bad(e->at);
}

bool eval_number(builder *b, const syn_expr *e, const scope *env, dimension dim, const char *what, double *out) {
    value v = eval_parameter(b, e, env, dim, what);
    if (value_is_bad(v))
        return false;
    *out = number_of(b, v.c[0]);
    return true;
}

bool resolve_event(builder *b, const syn_expr *e, const scope *env, event_ref *out) {
    bool part = e->op == SYN_FIELD;
    int d = resolve(b, part ? e->args[0] : e, env, 1u << SPACE_VALUES);
    if (d < 0)
        return false;
    decl_kind kind = b->decls.at[d].kind;
    if (!part && kind == DECL_EVENT) {
        *out = (event_ref){EVENT_USER, b->decls.at[d].number};
        return true;
    }
    static const char *const parts[] = {[EVENT_OPEN] = "open", [EVENT_CLOSE] = "close", [EVENT_IMPACT] = "impact"};
    for (int k = EVENT_OPEN; part && kind == DECL_CONTACT && k <= EVENT_IMPACT; k++)
        if (is_name(b, e->name, parts[k])) {
            *out = (event_ref){(event_part)k, b->decls.at[d].number};
            return true;
        }
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "'%s' is not an event", source_text(b, e->at));
    diag_help(b->m->findings, f, "name an event, or what a contact does: NAME.open, NAME.close, NAME.impact");
    return false;
}
