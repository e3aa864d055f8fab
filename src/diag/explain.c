/* The explanations of all codes: what is wrong, and, where a line can show it, a wrong and a mended one. */
#include "diag/explain.h"

#include <string.h>

#include "diag/codes.h"

#define EXAMPLE(wrong, right) "\n\n    wrong:  " wrong "\n    right:  " right

#define E0101_TEXT "A character that is no part of the language. Names are made of letters, digits and _."
#define E0102_TEXT                                                                                                     \
    "A text in quotes ends on the line on which it begins." EXAMPLE("param l = 2 m \"arm", "param l = 2 m \"arm\"")
#define E0103_TEXT                                                                                                     \
    "A number is written with digits, at most one point, and an exponent if wanted." EXAMPLE("param a = 1e",           \
                                                                                             "param a = 1e-3")
#define E0104_TEXT                                                                                                     \
    "The text can be read up to here, but what follows does not fit. The message says what would." EXAMPLE(            \
        "coord x 1", "coord x = 1")
#define E0105_TEXT                                                                                                     \
    "Every bracket that is opened is closed again, and by its own kind." EXAMPLE("let P = [x, (y + 1]",                \
                                                                                 "let P = [x, (y + 1)]")
#define E0106_TEXT                                                                                                     \
    "A line begins with the keyword of a statement: param, coord, let, kinetic, particle, "                            \
    "constraint, ..." EXAMPLE("parm m = 1 kg", "param m = 1 kg")
#define E0107_TEXT                                                                                                     \
    "A name is used that the model declares nowhere. The order of statements does not matter, but upper and lower "    \
    "case do." EXAMPLE("coord theta = 0; let P = l*dir(thteta)", "coord theta = 0; let P = l*dir(theta)")
#define E0108_TEXT                                                                                                     \
    "Brackets, loops or fields are nested more deeply than the reader allows. Give parts of the expression a name "    \
    "with let."
#define E0109_TEXT "The text, or what its loops and sums unfold to, is larger than the reader allows."
#define E0110_TEXT                                                                                                     \
    "A statement lacks something it cannot do without." EXAMPLE("particle bob: mass m", "particle bob: mass m at P")
#define E0111_TEXT                                                                                                     \
    "A clause begins with a word that this statement does not know." EXAMPLE("particle bob: mas m at P",               \
                                                                             "particle bob: mass m at P")
#define E0112_TEXT                                                                                                     \
    "Each clause of a statement is given once." EXAMPLE("particle bob: mass m, mass 2 at P",                           \
                                                        "particle bob: mass m at P")
#define E0113_TEXT                                                                                                     \
    "A unit is read as far as it goes; where more of the expression follows, parentheses say where the quantity "      \
    "ends." EXAMPLE("let V = 2 m*k", "let V = (2 m)*k")
#define E0114_TEXT "A model is a UTF-8 text. The bytes at this place are not."
#define E0115_TEXT                                                                                                     \
    "The file of table(\"file.csv\", x) lies beside the model. Its first two columns are numbers, the first one grows "  \
    "from row to row; lines after # and one header line are passed over."
#define E0201_TEXT                                                                                                     \
    "Two declarations give the same name. Bodies, coordinates, parameters and definitions share one set of "           \
    "names." EXAMPLE("coord x = 0; let x = 2*t", "coord x = 0; let y = 2*t")
#define E0202_TEXT                                                                                                     \
    "Definitions may stand in any order, but none may need itself, not even by way of others." EXAMPLE(                \
        "param a = b + 1, b = 2*a", "param a = 1, b = 2*a")
#define E0203_TEXT "A function is called with more or fewer arguments than it takes." EXAMPLE("atan2(y)", "atan2(y, x)")
#define E0204_TEXT                                                                                                     \
    "An indexed name has no member with this index, or a name is indexed that is no family." EXAMPLE(                  \
        "coord q[1..3] = 0; let a = q[4]", "coord q[1..3] = 0; let a = q[3]")
#define E0205_TEXT                                                                                                     \
    "The name exists, but stands for something else than what is needed here: a body for a number, say, or a "         \
    "coordinate for a constraint." EXAMPLE("event e when t > 1 { drop m }", "event e when t > 1 { drop string }")
#define E0206_TEXT                                                                                                     \
    "The bounds of loops, sums and families are integers or integer parameters, fixed before the equations are "       \
    "derived." EXAMPLE("coord q[1..2.5] = 0", "coord q[1..3] = 0")
#define E0207_TEXT                                                                                                     \
    "Multipliers, forces of constraints, accelerations, reactions and energies follow from the equations of motion. "  \
    "They may be used in outputs, reports and events, not in what makes the equations."
#define E0208_TEXT                                                                                                     \
    "initial, final, minimum, maximum, mean, integral, at and time make one number of a whole run. They stand in "     \
    "reports and expectations only, and not inside one another." EXAMPLE("output top = maximum(y)",                    \
                                                                         "report top = maximum(y)")
#define E0209_TEXT                                                                                                     \
    "After a number this could be a unit or a name of the model. Parentheses or * say which." EXAMPLE(                 \
        "param m = 2; let a = 3 m*g", "param m = 2; let a = 3*m*g")
#define E0210_TEXT "t and pi are built in: t is the time, pi the number. Choose another name."
#define E0211_TEXT "The prime takes the time derivative of what moves. This has none, or one too many, at this place."
#define E0301_TEXT                                                                                                     \
    "Only quantities of the same dimension can be added, compared or set equal." EXAMPLE(                              \
        "potential V = m*g*y + k*y", "potential V = m*g*y + k*y^2/2")
#define E0302_TEXT                                                                                                     \
    "The name after the number is no unit. Known are the SI units with their prefixes, min, h, deg, rev, rpm, and "    \
    "ft, in, mi, lb, oz, slug, lbf, mph." EXAMPLE("param l = 2 metres", "param l = 2 m")
#define E0303_TEXT                                                                                                     \
    "A vector stands where a number is needed, or the other way round. Components are P.x and P.y, lengths "           \
    "norm(P)." EXAMPLE("constraint c: P = 0 m", "constraint c: norm(P) = 2 m")
#define E0304_TEXT                                                                                                     \
    "A model lies in a plane or in space: all its vectors have two components, or all have three." EXAMPLE(            \
        "let P = [x, y], Q = [0, 0, 1]", "let P = [x, y], Q = [0, 1]")
#define E0305_TEXT                                                                                                     \
    "This place asks for a quantity of another dimension: a mass in kg, a time in s, an energy in J." EXAMPLE(         \
        "particle bob: mass 2 m at P", "particle bob: mass 2 kg at P")
#define E0306_TEXT                                                                                                     \
    "A comparison is true or false, which is no number; if ... then ... else makes one of it." EXAMPLE(                \
        "let a = (x > 0)*2", "let a = if x > 0 then 2 else 0")
#define E0307_TEXT                                                                                                     \
    "A parameter, a start value or a setting must be known before the motion, so it may depend on parameters "         \
    "only." EXAMPLE("param a = 2*x'", "let a = 2*x'")
#define E0308_TEXT                                                                                                     \
    "The value is one for which this is not defined: the square root of a negative number, a division by zero, a "     \
    "negative time."
#define E0401_TEXT                                                                                                     \
    "The coordinates given by '=' cannot satisfy this constraint, and no coordinate given by '~' may move to make "    \
    "it hold." EXAMPLE("coord x = 1, y = 1; constraint c: x^2 + y^2 = 1",                                              \
                       "coord x = 1, y ~ 0; constraint c: x^2 + y^2 = 1")
#define E0402_TEXT                                                                                                     \
    "The initial velocities that were given violate the derivative of this constraint. Leave out those that follow "   \
    "from others."
#define E0403_TEXT                                                                                                     \
    "Nothing in the kinetic energy or in the constraints decides how this coordinate accelerates. Give it a mass, "    \
    "tie it to others, or make it a let."
#define E0404_TEXT "Two or more constraints demand what cannot hold together. Remove one, or correct its value."
#define E0405_TEXT                                                                                                     \
    "A contact keeps its expression at or above zero, and it starts below. Move the start, or demand contact with "    \
    "'initial closed(NAME)', so that a coordinate given by '~' moves."
#define E0406_TEXT "Vectors with three components, frames and bodies in space cannot be computed yet."
#define E0407_TEXT "Contacts with Coulomb friction cannot be computed yet."
#define E0409_TEXT                                                                                                     \
    "A coordinate is dropped while a force, a constraint or an energy that stays in force still depends on it. "       \
    "Drop those as well, or free the body that needs it."
#define E0410_TEXT "A constraint without coordinates is true or false whatever happens; it cannot guide the motion."
#define E0411_TEXT "A model needs at least one coordinate." EXAMPLE("let theta = 0.5", "coord theta = 0.5")
#define E0412_TEXT                                                                                                     \
    "Events can drop and hold constraints, contacts and forces, set coordinates and velocities, free bodies, drop "    \
    "coordinates, and stop."
#define E0413_TEXT                                                                                                     \
    "This parameter decides how many coordinates or statements there are, so it is fixed when the model is read, and no "  \
    "reaction can hold it."
#define E0414_TEXT                                                                                                     \
    "No values near the given ones satisfy this start condition. A guess given by '~' may have to start nearer."
#define W0420_TEXT                                                                                                     \
    "This constraint follows from the others. The motion is the same without it, but the forces of the constraints "   \
    "are not unique: the smallest are given."
#define W0421_TEXT "The value lies outside the bounds that the model gives for this parameter. It is used all the same."
#define E0501_TEXT                                                                                                     \
    "Smaller and smaller steps were needed until time stood still: a force grows without bound, or the motion ends "   \
    "in a singular place. What was reached before is there."
#define E0502_TEXT "At this place the masses and constraints no longer determine the accelerations."
#define E0503_TEXT "Events at one instant set each other off again and again. Let one of them change less."
#define E0504_TEXT                                                                                                     \
    "A constraint can be put in force only at an instant at which the positions satisfy it. Let the event fire when "  \
    "they do, or set the coordinates in the same event."
#define E0505_TEXT "An expression has become infinite or undefined during the run: a division by zero, say."
#define E0506_TEXT                                                                                                     \
    "The run needs more steps than it may take. A shorter run or a larger tolerance needs fewer; stiff springs need "  \
    "many."
#define E0507_TEXT                                                                                                     \
    "Constraints that were independent say the same thing at this instant, so the motion may go on in more than one "  \
    "way. Changing a length a little, or another choice of constraints, avoids the place."
#define E0508_TEXT                                                                                                     \
    "The model states by expect what should come out, and something else did. Either the model or the expectation "    \
    "is wrong, or the tolerance is too small." EXAMPLE("expect final(x) = 0.96", "expect final(x) = 0.96 within 1e-3")
#define E0509_TEXT "The run was stopped from outside. What was reached before is there."
#define E0510_TEXT                                                                                                     \
    "With this much friction the equations have no motion, or more than one, at this instant: the contact is jammed. " \
    "A smaller friction, or bodies that can give way, decide it."
#define E0511_TEXT                                                                                                     \
    "The method that the model or the command line asks for is left out of this build, or cannot honour something in " \
    "the model. The message says which. Without a method the default one is taken, which runs every model."

static const struct {
    const char *code, *text;
} explanations[] = {
#define ROW(code, title) {#code, #code ": " title "\n\n" code##_TEXT},
    DIAG_CODES(ROW)
#undef ROW
};

const char *diag_explain(const char *code) {
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++)
        if (strcmp(explanations[i].code, code) == 0)
            return explanations[i].text;
    return NULL;
}
