/* The words of the language: statements, their clauses, and the actions of events. A new one is a row here. */
#ifndef LGR_SYNTAX_WORDS_H
#define LGR_SYNTAX_WORDS_H

/* clang-format off */

/* Clauses that say the mass and the inertia of a body. */
#define SYNTAX_SHAPES (W(BOX) | W(PLATE) | W(CYLINDER) | W(BALL) | W(DISC))

/* ROW(KIND, keyword, head, value, flags, required, optional, either, together, sample): how a statement is written. The
   columns are those of syn_grammar; W(WORD) is the set of one clause. A statement with several forms has a sample of
   each, one a line. */
#define SYNTAX_STATEMENTS(ROW) \
    ROW(MODEL, model, HEAD_NAME, VALUE_NONE, 0, 0, 0, 0, 0, NULL) \
    ROW(PARAM, param, HEAD_START, VALUE_EXPR, KIND_LIST | KIND_BOUNDS | KIND_FAMILY | KIND_BARE, 0, 0, 0, 0, NULL) \
    ROW(INPUT, input, HEAD_EQUALS, VALUE_EXPR, KIND_LIST | KIND_BOUNDS, 0, 0, 0, 0, NULL) \
    ROW(COORD, coord, HEAD_START, VALUE_EXPR, KIND_LIST | KIND_FAMILY, 0, W(NOMINAL), 0, 0, "coord h = 0 m, nominal 1 mm") \
    ROW(STATE, state, HEAD_START, VALUE_EXPR, KIND_FAMILY, W(RATE), 0, 0, 0, "state x = 0, rate -x") \
    ROW(MEMORY, memory, HEAD_EQUALS, VALUE_EXPR, KIND_LIST | KIND_FAMILY, 0, 0, 0, 0, NULL) \
    ROW(INITIAL, initial, HEAD_NONE, VALUE_START, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(LET, let, HEAD_EQUALS, VALUE_EXPR, KIND_LIST | KIND_PARAMS | KIND_BARE, 0, 0, 0, 0, NULL) \
    ROW(SPEED, speed, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(ASSUME, assume, HEAD_NONE, VALUE_COMPARISON, KIND_LIST, 0, 0, 0, 0, "assume r > 0") \
    ROW(KINETIC, kinetic, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(POTENTIAL, potential, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(LAGRANGIAN, lagrangian, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(DISSIPATION, dissipation, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(GRAVITY, gravity, HEAD_NONE, VALUE_EXPR, 0, 0, 0, 0, 0, NULL) \
    ROW(PARTICLE, particle, HEAD_COLON, VALUE_NONE, 0, W(MASS) | W(AT), 0, 0, 0, \
        "particle bob: mass 1 kg at [x, y]") \
    ROW(ROD, rod, HEAD_COLON, VALUE_NONE, 0, W(MASS) | W(FROM) | W(TO), 0, 0, 0, \
        "rod arm: mass 2 kg, from [0, 0] to [x, y]") \
    ROW(BODY, body, HEAD_COLON, VALUE_NONE, 0, W(MASS) | W(INERTIA) | W(AT), W(ABOUT) | W(DENSITY) | W(LENGTH) | W(THICKNESS) | W(HOLLOW) | SYNTAX_SHAPES, W(ANGLE) | W(FRAME), \
        W(FROM) | W(TO), \
        "body wheel: mass 2 kg, inertia 0.1 kg m^2, at [x, y], angle phi\n" \
        "body wheel: disc radius 0.3 m, mass 2 kg, at [x, y], angle phi") \
    ROW(SPRING, spring, HEAD_COLON, VALUE_NONE, 0, W(FROM) | W(TO) | W(STIFFNESS) | W(LENGTH), W(DAMPING), 0, 0, \
        "spring s: from [0, 0] to [x, y], stiffness 20 N/m, length 0.5 m") \
    ROW(CABLE, cable, HEAD_COLON, VALUE_NONE, 0, W(FROM) | W(TO) | W(STIFFNESS) | W(LENGTH), W(DAMPING), 0, 0, \
        "cable c: from [0, 0] to [x, y], stiffness 20 N/m, length 0.5 m") \
    ROW(ROPE, rope, HEAD_COLON, VALUE_NONE, KIND_OFF, W(FROM) | W(TO), \
        W(OVER) | W(RADIUS) | W(LEFT) | W(RIGHT) | W(TURNS) | W(LENGTH) | W(STIFFNESS) | W(DAMPING) | W(RESTITUTION), \
        0, 0, "rope r: from [0, 0] over [1, 2] radius 0.1 m right to [x, y], length 4 m") \
    ROW(BUFFER, buffer, HEAD_COLON, VALUE_NONE, 0, W(FROM) | W(TO) | W(STIFFNESS) | W(LENGTH), W(DAMPING), 0, 0, \
        "buffer b: from [0, 0] to [x, y], stiffness 20 N/m, length 0.5 m") \
    ROW(TORSION, torsion, HEAD_COLON, VALUE_NONE, 0, W(ANGLE) | W(STIFFNESS), W(REST) | W(DAMPING), 0, 0, \
        "torsion s: angle phi, stiffness 3 N m") \
    ROW(FORCE, force, HEAD_COLON, VALUE_EXPR, 0, W(AT), W(ON), 0, 0, "force F: [3 N, 0] at [x, y]\n" \
        "force F: [3 N, 0] on wheel at [x, y]") \
    ROW(TORQUE, torque, HEAD_COLON, VALUE_EXPR, 0, W(ON), W(REACTING), 0, 0, "torque M: 2 N m on wheel") \
    ROW(FRICTION, friction, HEAD_COLON, VALUE_NONE, 0, W(ALONG), W(STATIC), W(LIMIT) | W(COEFFICIENT), W(COEFFICIENT) | W(OF), \
        "friction bearing: limit 2 N m along theta\n" \
        "friction rub: coefficient 0.3 of floor along x") \
    ROW(DRAG, drag, HEAD_COLON, VALUE_NONE, 0, W(ON) | W(COEFFICIENT), W(AT) | W(AIR) | W(VISCOSITY) | W(WIND), \
        W(AREA) | W(DIAMETER), 0, "drag air: on stone, diameter 0.2 m, coefficient 0.47") \
    ROW(ROTOR, rotor, HEAD_COLON, VALUE_NONE, 0, W(INERTIA) | W(ON) | W(ANGLE), W(ABOUT), 0, 0, \
        "rotor r: inertia 0.1 kg m^2 on body, angle phi") \
    ROW(GENERALIZED, generalized, HEAD_COLON, VALUE_TARGET, 0, 0, 0, 0, 0, NULL) \
    ROW(CONSTRAINT, constraint, HEAD_COLON, VALUE_EQUATION, KIND_OFF, 0, 0, 0, 0, \
        "constraint rod: x^2 + y^2 = l^2") \
    ROW(CONTACT, contact, HEAD_COLON, VALUE_COMPARISON, KIND_OFF, 0, W(RESTITUTION) | W(STATIC), 0, W(FRICTION) | W(ALONG), \
        "contact floor: y >= 0, friction 0.3 along x") \
    ROW(EVENT, event, HEAD_NAME, VALUE_WHEN, KIND_ACTIONS, 0, W(AFTER) | W(FROM), 0, 0, \
        "event far when x > 1 { stop }\n" \
        "event tick every 10 ms { set u = -x }") \
    ROW(SIMULATE, simulate, HEAD_NONE, VALUE_NONE, 0, W(UNTIL), W(TOLERANCE) | W(METHOD), 0, 0, \
        "simulate until 10 s, tolerance 1e-9") \
    ROW(OUTPUT, output, HEAD_EQUALS, VALUE_EXPR, KIND_LIST | KIND_SHOWN, 0, 0, 0, 0, NULL) \
    ROW(REPORT, report, HEAD_EQUALS, VALUE_EXPR, KIND_LIST | KIND_SHOWN, 0, 0, 0, 0, NULL) \
    ROW(EXPECT, expect, HEAD_NONE, VALUE_CLAIM, KIND_AS_GIVEN, 0, W(WITHIN), 0, 0, NULL) \
    ROW(DRAW, draw, HEAD_SHAPE, VALUE_NONE, 0, \
        0, W(FROM) | W(TO) | W(AT) | W(RADIUS) | W(SIZE) | W(ANGLE) | W(OF), 0, 0, NULL) \
    ROW(FRAME, frame, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(ORIENTATION, orientation, HEAD_EQUALS, VALUE_EXPR, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(FOR, for, HEAD_NAME, VALUE_RANGE, KIND_BODY, 0, 0, 0, 0, NULL) \
    ROW(COMPONENT, component, HEAD_NAME, VALUE_ARGUMENTS, KIND_BODY | KIND_ALONE, 0, 0, 0, 0, NULL) \
    ROW(PART, part, HEAD_EQUALS, VALUE_PART, KIND_LIST, 0, 0, 0, 0, NULL) \
    ROW(INCLUDE, include, HEAD_NONE, VALUE_FILE, KIND_ALONE, 0, 0, 0, 0, NULL)

/* ROW(WORD, word): what introduces a clause. */
#define SYNTAX_CLAUSES(ROW) \
    ROW(MASS, mass) \
    ROW(INERTIA, inertia) \
    ROW(AT, at) \
    ROW(ANGLE, angle) \
    ROW(FRAME, frame) \
    ROW(FROM, from) \
    ROW(TO, to) \
    ROW(STIFFNESS, stiffness) \
    ROW(LENGTH, length) \
    ROW(DAMPING, damping) \
    ROW(REST, rest) \
    ROW(ON, on) \
    ROW(REACTING, reacting) \
    ROW(RESTITUTION, restitution) \
    ROW(FRICTION, friction) \
    ROW(ALONG, along) \
    ROW(UNTIL, until) \
    ROW(TOLERANCE, tolerance) \
    ROW(METHOD, method) \
    ROW(AFTER, after) \
    ROW(WITHIN, within) \
    ROW(RADIUS, radius) \
    ROW(SIZE, size) \
    ROW(OF, of) \
    ROW(LIMIT, limit) \
    ROW(STATIC, static) \
    ROW(ABOUT, about) \
    ROW(DENSITY, density) \
    ROW(THICKNESS, thickness) \
    ROW(HOLLOW, hollow) \
    ROW(BOX, box) \
    ROW(PLATE, plate) \
    ROW(CYLINDER, cylinder) \
    ROW(BALL, ball) \
    ROW(DISC, disc) \
    ROW(RATE, rate) \
    ROW(EVERY, every) \
    ROW(AREA, area) \
    ROW(DIAMETER, diameter) \
    ROW(COEFFICIENT, coefficient) \
    ROW(AIR, air) \
    ROW(VISCOSITY, viscosity) \
    ROW(WIND, wind) \
    ROW(OVER, over) \
    ROW(LEFT, left) \
    ROW(RIGHT, right) \
    ROW(TURNS, turns) \
    ROW(NOMINAL, nominal)

/* ROW(KIND, word, form): what an event can do; see syn_action_form. */
#define SYNTAX_ACTIONS(ROW) \
    ROW(DROP, drop, ACTION_ON_NAME) \
    ROW(HOLD, hold, ACTION_ON_NAME) \
    ROW(SET, set, ACTION_ASSIGNS) \
    ROW(FREE, free, ACTION_ON_NAME) \
    ROW(STOP, stop, ACTION_ALONE)

/* clang-format on */

#endif
