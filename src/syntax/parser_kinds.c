/* How each kind of statement is written: adding one is one row here and one name in syn_kind. */
#include "syntax/parser_kinds.h"

#include <string.h>

#define W(word) ((uint32_t)1 << WORD_##word)

/* Clauses: required, optional, exactly one of, all or none of; and how one looks. */
/* clang-format off */
const kind_row syn_kind_rows[SYN_KIND_COUNT] = {
    [SYN_MODEL] =       {"model",       HEAD_NAME,    VALUE_NONE,       0, 0, 0, 0, 0, NULL},
    [SYN_PARAM] =       {"param",       HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST | KIND_BOUNDS, 0, 0, 0, 0, NULL},
    [SYN_COORD] =       {"coord",       HEAD_START,   VALUE_EXPR,       KIND_LIST | KIND_FAMILY, 0, 0, 0, 0, NULL},
    [SYN_INITIAL] =     {"initial",     HEAD_NONE,    VALUE_START,      KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_LET] =         {"let",         HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST | KIND_PARAMS, 0, 0, 0, 0, NULL},
    [SYN_KINETIC] =     {"kinetic",     HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_POTENTIAL] =   {"potential",   HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_LAGRANGIAN] =  {"lagrangian",  HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_DISSIPATION] = {"dissipation", HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_GRAVITY] =     {"gravity",     HEAD_NONE,    VALUE_EXPR,       0, 0, 0, 0, 0, NULL},
    [SYN_PARTICLE] =    {"particle",    HEAD_COLON,   VALUE_NONE,       0, W(MASS) | W(AT), 0, 0, 0,
                         "particle bob: mass 1 kg at [x, y]"},
    [SYN_ROD] =         {"rod",         HEAD_COLON,   VALUE_NONE,       0, W(MASS) | W(FROM) | W(TO), 0, 0, 0,
                         "rod arm: mass 2 kg, from [0, 0] to [x, y]"},
    [SYN_BODY] =        {"body",        HEAD_COLON,   VALUE_NONE,       0,
                         W(MASS) | W(INERTIA) | W(AT), 0, W(ANGLE) | W(FRAME), 0,
                         "body wheel: mass 2 kg, inertia 0.1 kg m^2, at [x, y], angle phi"},
    [SYN_SPRING] =      {"spring",      HEAD_COLON,   VALUE_NONE,       0,
                         W(FROM) | W(TO) | W(STIFFNESS) | W(LENGTH), W(DAMPING), 0, 0,
                         "spring s: from [0, 0] to [x, y], stiffness 20 N/m, length 0.5 m"},
    [SYN_TORSION] =     {"torsion",     HEAD_COLON,   VALUE_NONE,       0,
                         W(ANGLE) | W(STIFFNESS), W(REST) | W(DAMPING), 0, 0,
                         "torsion s: angle phi, stiffness 3 N m"},
    [SYN_FORCE] =       {"force",       HEAD_COLON,   VALUE_EXPR,       0, W(AT), W(ON), 0, 0,
                         "force F: [3 N, 0] at [x, y]"},
    [SYN_TORQUE] =      {"torque",      HEAD_COLON,   VALUE_EXPR,       0, W(ON), W(REACTING), 0, 0,
                         "torque M: 2 N m on wheel"},
    [SYN_GENERALIZED] = {"generalized", HEAD_COLON,   VALUE_TARGET,     0, 0, 0, 0, 0, NULL},
    [SYN_CONSTRAINT] =  {"constraint",  HEAD_COLON,   VALUE_EQUATION,   KIND_OFF, 0, 0, 0, 0,
                         "constraint rod: x^2 + y^2 = l^2"},
    [SYN_CONTACT] =     {"contact",     HEAD_COLON,   VALUE_COMPARISON, KIND_OFF, 0,
                         W(RESTITUTION), 0, W(FRICTION) | W(ALONG),
                         "contact floor: y >= 0, friction 0.3 along x"},
    [SYN_EVENT] =       {"event",       HEAD_NAME,    VALUE_WHEN,       KIND_ACTIONS, 0, W(AFTER), 0, 0, NULL},
    [SYN_SIMULATE] =    {"simulate",    HEAD_NONE,    VALUE_NONE,       0, W(UNTIL), W(TOLERANCE) | W(METHOD), 0, 0,
                         "simulate until 10 s, tolerance 1e-9"},
    [SYN_OUTPUT] =      {"output",      HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_REPORT] =      {"report",      HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_EXPECT] =      {"expect",      HEAD_NONE,    VALUE_CLAIM,      0, 0, W(WITHIN), 0, 0, NULL},
    [SYN_DRAW] =        {"draw",        HEAD_SHAPE,   VALUE_NONE,       0, 0,
                         W(FROM) | W(TO) | W(AT) | W(RADIUS) | W(SIZE) | W(ANGLE) | W(OF), 0, 0, NULL},
    [SYN_FRAME] =       {"frame",       HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_ORIENTATION] = {"orientation", HEAD_EQUALS,  VALUE_EXPR,       KIND_LIST, 0, 0, 0, 0, NULL},
    [SYN_FOR] =         {"for",         HEAD_NAME,    VALUE_RANGE,      KIND_BODY, 0, 0, 0, 0, NULL},
};
/* clang-format on */

bool syn_find_kind(const char *keyword, syn_kind *out) {
    for (int i = 0; i < SYN_KIND_COUNT; i++)
        if (strcmp(syn_kind_rows[i].keyword, keyword) == 0) {
            *out = (syn_kind)i;
            return true;
        }
    return false;
}

size_t syn_list_keywords(const char **out) {
    for (int i = 0; i < SYN_KIND_COUNT; i++)
        out[i] = syn_kind_rows[i].keyword;
    return SYN_KIND_COUNT;
}

size_t syn_list_words(uint32_t set, const char **out) {
    size_t count = 0;
    for (int i = 0; i < WORD_COUNT; i++)
        if (set >> i & 1)
            out[count++] = syn_word_text((syn_word)i);
    return count;
}

uint32_t syn_kind_words(const kind_row *row) {
    return row->required | row->optional | row->either | row->together;
}
