/* Words of other languages and of books, and what is written for them here. */
#include "syntax/parser/foreign.h"

#include <string.h>

typedef struct pair {
    const char *word, *ours;
} pair;

static const pair keywords[] = {
    {"parameter", "param"},
    {"parameters", "param"},
    {"const", "param"},
    {"constant", "param"},
    {"coordinate", "coord"},
    {"coordinates", "coord"},
    {"koordinate", "coord"},
    {"coordonnee", "coord"},
    {"variable", "coord"},
    {"var", "coord"},
    {"dof", "coord"},
    {"define", "let"},
    {"def", "let"},
    {"function", "let"},
    {"mass", "particle"},
    {"masse", "particle"},
    {"point", "particle"},
    {"teilchen", "particle"},
    {"bar", "rod"},
    {"stab", "rod"},
    {"feder", "spring"},
    {"ressort", "spring"},
    {"kraft", "force"},
    {"load", "force"},
    {"moment", "torque"},
    {"kinetisch", "kinetic"},
    {"cinetique", "kinetic"},
    {"potentiell", "potential"},
    {"gravitation", "gravity"},
    {"init", "initial"},
    {"anfang", "initial"},
    {"plot", "output"},
    {"print", "output"},
    {"show", "output"},
    {"assert", "expect"},
    {"test", "expect"},
    {"lagrange", "lagrangian"},
    {"zwang", "constraint"},
    {"condition", "constraint"},
    {"import", "include"},
    {"string", "rope"},
    {"cord", "rope"},
};

static const pair clauses[] = {
    {"position", "at"},    {"pos", "at"},         {"location", "at"},    {"m", "mass"},       {"I", "inertia"},
    {"J", "inertia"},      {"k", "stiffness"},    {"c", "damping"},      {"d", "damping"},    {"damper", "damping"},
    {"natural", "length"}, {"l", "length"},       {"L", "length"},       {"r", "radius"},     {"R", "radius"},
    {"mu", "coefficient"}, {"mu", "friction"},    {"e", "restitution"},  {"between", "from"}, {"and", "to"},
    {"tol", "tolerance"},  {"Cd", "coefficient"}, {"rotation", "angle"}, {"theta", "angle"},
};

#define DAMPER                                                                                                         \
    "a damper is the clause 'damping c' of a spring, a cable, a buffer or a torsion; or write "                        \
    "'dissipation D = c*x'^2/2'"
#define JOINT "a joint is a 'constraint' between points, or a part of 'include <joints>'"
#define WALL "what cannot be passed is a 'contact' with its sides compared, as in 'contact floor: y >= 0'"
#define CONTROLLER "a controller is a force or a torque of positions, rates and states, or a part of 'include <drives>'"
#define SHAPE "a shape is a clause of 'body', as in 'body wheel: disc radius 0.3 m, mass 2 kg, at [x, y], angle phi'"
#define SIMULATE "a run is 'simulate until 10 s'"
#define SEARCH                                                                                                         \
    "the text names a report, and the command searches: report range = final(x), then "                                \
    "lagrangia optimize MODEL --maximize range --over PARAMETER"
#define ENERGY "an energy has its kind and a name, as in 'kinetic T = m*x'^2/2' or 'potential V = k*x^2/2'"
#define ROLLING                                                                                                        \
    "rolling is a 'constraint' between velocities, as in 'constraint rolling: x' = R*phi'', or the part 'wheel' of "   \
    "'include <machines>'"

static const pair helps[] = {
    {"equation",
     "equations of motion follow from energies and forces; what coordinates must satisfy is a 'constraint'"},
    {"damper", DAMPER},
    {"dashpot", DAMPER},
    {"damping", DAMPER},
    {"gear", "a gear is a 'constraint', as in 'constraint mesh: b = -2*a', or a part of 'include <gears>'"},
    {"pulley", "a pulley is a clause of 'rope': rope r: from A over P radius 0.1 m left to B, length 3 m"},
    {"brake", "a brake is 'friction', as in 'friction brake: limit 5 N m along a', or a part of 'include <stops>'"},
    {"clutch", "a clutch is 'friction', as in 'friction clutch: limit 5 N m along a - b', or a part of "
               "'include <stops>'"},
    {"controller", CONTROLLER},
    {"pid", CONTROLLER},
    {"joint", JOINT},
    {"hinge", JOINT},
    {"pendulum", "a pendulum is a 'particle' or a 'body' at a position, or a part of 'include <machines>'"},
    {"pin", JOINT},
    {"revolute", JOINT},
    {"prismatic", JOINT},
    {"link", "a distance that stays is a 'constraint', as in 'constraint link: norm(A - B) = l'"},
    {"wall", WALL},
    {"floor", WALL},
    {"ground", WALL},
    {"rolling", ROLLING},
    {"roll", ROLLING},
    {"disc", SHAPE},
    {"disk", SHAPE},
    {"ball", SHAPE},
    {"sphere", SHAPE},
    {"box", SHAPE},
    {"plate", SHAPE},
    {"cylinder", SHAPE},
    {"wheel", "a wheel is a body with a shape, as in 'body wheel: disc radius 0.3 m, mass 2 kg, at [x, y], angle phi'"},
    {"wind", "wind is a clause of 'drag': drag air: on stone, diameter 0.2 m, coefficient 0.47, wind [3 m/s, 0]"},
    {"limit", "a force that holds up to a limit is 'friction', as in 'friction brake: limit 5 N along x'"},
    {"stop", "a run ends with 'simulate until 10 s', or in an event: event down when y < 0 { stop }"},
    {"end", "a block ends with '}', and a run with 'simulate until 10 s'"},
    {"when", "what happens when a condition becomes true is an event: event down when y < 0 { stop }"},
    {"until", SIMULATE},
    {"run", SIMULATE},
    {"solve", SIMULATE},
    {"integrate", SIMULATE},
    {"motor", "a motor is a 'torque' or a 'generalized' force, or a part of 'include <drives>'"},
    {"energy", ENERGY},
    {"maximize", SEARCH},
    {"minimize", SEARCH},
    {"optimize", SEARCH},
    {"velocity", "an initial velocity is given by 'initial x' = ...'; elsewhere x' is the velocity"},
    {"units",
     "a number has its unit behind it: param l = 2 ft; results show theirs by 'in': report r = final(x) in ft"},
};

static const char *find(const pair *table, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].word, word) == 0)
            return table[i].ours;
    return NULL;
}

const char *parser_keyword_of_word(const char *word) {
    char small[16] = "";
    size_t length = strlen(word);
    for (size_t i = 0; i < length && length < sizeof small; i++)
        small[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
    return find(keywords, sizeof keywords / sizeof *keywords, small);
}

const char *parser_help_of_word(const char *word) {
    return find(helps, sizeof helps / sizeof *helps, word);
}

bool parser_clause_of_word(const char *word, uint64_t set, syn_word *out) {
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        if (strcmp(clauses[i].word, word) == 0 && syntax_find_word(clauses[i].ours, out) && set >> *out & 1)
            return true;
    return false;
}
