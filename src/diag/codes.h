/* Every code that a finding can carry, with its title: one row each. Errors are E, warnings W. */
/* Groups: 01xx text, 02xx names, 03xx units and shapes, 04xx mechanics and start, 05xx the run. */
#ifndef LGR_DIAG_CODES_H
#define LGR_DIAG_CODES_H

#define DIAG_CODES(ROW)                                                                                                \
    ROW(E0101, "unexpected character")                                                                                 \
    ROW(E0102, "a text in quotes does not end")                                                                        \
    ROW(E0103, "a number cannot be read")                                                                              \
    ROW(E0104, "something else is expected here")                                                                      \
    ROW(E0105, "a bracket is not closed")                                                                              \
    ROW(E0106, "unknown statement")                                                                                    \
    ROW(E0107, "unknown name")                                                                                         \
    ROW(E0108, "nested too deeply")                                                                                    \
    ROW(E0109, "the model is too large")                                                                               \
    ROW(E0110, "a clause is missing")                                                                                  \
    ROW(E0111, "unknown clause")                                                                                       \
    ROW(E0112, "a clause is given twice")                                                                              \
    ROW(E0113, "a quantity with a unit needs parentheses here")                                                        \
    ROW(E0114, "not valid UTF-8")                                                                                      \
    ROW(E0115, "a table cannot be read")                                                                               \
    ROW(E0116, "a statement that can stand only once")                                                                 \
    ROW(E0201, "a name is declared twice")                                                                             \
    ROW(E0202, "definitions use each other in a circle")                                                               \
    ROW(E0203, "wrong number of arguments")                                                                            \
    ROW(E0204, "an index that does not exist")                                                                         \
    ROW(E0205, "a name of the wrong kind")                                                                             \
    ROW(E0206, "a bound must be an integer known before the run")                                                      \
    ROW(E0207, "a quantity that is known only after solving cannot be used here")                                      \
    ROW(E0208, "a reducer belongs into a report, and not into another reducer")                                        \
    ROW(E0209, "a unit name that is also a name of the model")                                                         \
    ROW(E0210, "a built-in name cannot be declared")                                                                   \
    ROW(E0211, "a time derivative that has no meaning here")                                                           \
    ROW(E0301, "dimensions do not match")                                                                              \
    ROW(E0302, "unknown unit")                                                                                         \
    ROW(E0303, "a vector and a scalar are mixed")                                                                      \
    ROW(E0304, "vectors of different sizes are mixed")                                                                 \
    ROW(E0305, "a quantity of the wrong dimension")                                                                    \
    ROW(E0306, "a condition and a number are mixed")                                                                   \
    ROW(E0307, "a value that must be constant depends on the motion")                                                  \
    ROW(E0308, "a value outside the domain of a function")                                                             \
    ROW(W0309, "a plain number where an angle in degrees was probably meant")                                          \
    ROW(E0401, "the start does not satisfy a constraint")                                                              \
    ROW(E0402, "the initial velocities do not satisfy a constraint")                                                   \
    ROW(E0403, "a coordinate without inertia")                                                                         \
    ROW(E0404, "constraints contradict each other")                                                                    \
    ROW(E0405, "a contact is penetrated at the start")                                                                 \
    ROW(E0406, "a constraint whose gradient vanishes where it holds")                                                  \
    ROW(E0409, "something that is in force names a dropped coordinate")                                                \
    ROW(E0410, "a constraint that does not constrain any coordinate")                                                  \
    ROW(E0411, "the model has no coordinates")                                                                         \
    ROW(E0412, "an event cannot do this")                                                                              \
    ROW(E0413, "a parameter that shapes the model")                                                                    \
    ROW(E0414, "an initial value cannot be reached")                                                                   \
    ROW(E0415, "an energy that is counted twice")                                                                      \
    ROW(E0416, "a start at a dead point")                                                                              \
    ROW(W0420, "a constraint is redundant")                                                                            \
    ROW(W0421, "a parameter outside its bounds")                                                                       \
    ROW(W0422, "moments of inertia that no body has")                                                                  \
    ROW(W0423, "a reaction of what nothing uses")                                                                      \
    ROW(W0424, "a table with bends that leads a motion")                                                               \
    ROW(E0501, "the step size has collapsed")                                                                          \
    ROW(E0502, "the equations of motion cannot be solved here")                                                        \
    ROW(E0503, "events follow each other without end")                                                                 \
    ROW(E0504, "a constraint that is put in force does not hold")                                                      \
    ROW(E0505, "a value that is not finite")                                                                           \
    ROW(E0506, "too many steps")                                                                                       \
    ROW(E0508, "an expectation of the model does not hold")                                                            \
    ROW(E0510, "friction leaves the motion undetermined")                                                              \
    ROW(E0511, "the method cannot run this model")                                                                     \
    ROW(W0512, "something changes too fast to be followed")                                                            \
    ROW(E0513, "a contact is penetrated")                                                                              \
    ROW(E0514, "a condition switches without end")                                                                     \
    ROW(E0515, "more rows than memory")                                                                                \
    ROW(W0516, "an impact that adds energy")                                                                           \
    ROW(E0517, "an energy that jumps")                                                                                 \
    ROW(W0518, "an energy that is not kept")                                                                           \
    ROW(E0519, "a condition on a switch that holds the motion")

typedef enum diag_code {
#define ROW(code, title) DIAG_##code,
    DIAG_CODES(ROW)
#undef ROW
        DIAG_CODE_COUNT
} diag_code;

#endif
