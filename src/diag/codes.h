/* Every code that a finding can carry, with its title: one row each. Errors are E, warnings W. */
/* Groups: 01xx text, 02xx names, 03xx units and shapes, 04xx mechanics and start, 05xx the run. */
#ifndef LGR_DIAG_CODES_H
#define LGR_DIAG_CODES_H

#define DIAG_CODES(ROW)                                                                                                \
    ROW(E0101, "unexpected character")                                                                                 \
    ROW(E0102, "a quoted text is not closed")                                                                          \
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
    ROW(E0116, "a statement that may be given only once")                                                              \
    ROW(E0117, "a file cannot be included")                                                                            \
    ROW(E0118, "a statement that does not belong here")                                                                \
    ROW(E0201, "a name is declared twice")                                                                             \
    ROW(E0202, "circular definitions")                                                                                 \
    ROW(E0203, "wrong number of arguments")                                                                            \
    ROW(E0204, "an index that does not exist")                                                                         \
    ROW(E0205, "a name of the wrong kind")                                                                             \
    ROW(E0206, "a bound must be an integer known before the run")                                                      \
    ROW(E0207, "a quantity that is known only after solving cannot be used here")                                      \
    ROW(E0208, "a reducer outside of a report, or inside another reducer")                                             \
    ROW(E0209, "a unit name that is also a name of the model")                                                         \
    ROW(E0210, "a built-in name cannot be declared")                                                                   \
    ROW(E0211, "a time derivative that has no meaning here")                                                           \
    ROW(E0212, "arguments that do not fit a component")                                                                \
    ROW(E0213, "a speed that is not linear in the velocities")                                                         \
    ROW(E0301, "dimensions do not match")                                                                              \
    ROW(E0302, "unknown unit")                                                                                         \
    ROW(E0303, "a vector and a scalar are mixed")                                                                      \
    ROW(E0304, "vectors of different sizes are mixed")                                                                 \
    ROW(E0305, "a quantity of the wrong dimension")                                                                    \
    ROW(E0306, "a condition and a number are mixed")                                                                   \
    ROW(E0307, "a value that must be constant depends on the motion")                                                  \
    ROW(E0308, "a value outside the domain of a function")                                                             \
    ROW(W0309, "a plain number where an angle in degrees was probably meant")                                          \
    ROW(E0401, "the initial positions do not satisfy a constraint")                                                    \
    ROW(E0402, "the initial velocities do not satisfy a constraint")                                                   \
    ROW(E0403, "a coordinate without inertia")                                                                         \
    ROW(E0404, "constraints contradict each other")                                                                    \
    ROW(E0405, "a contact is penetrated at the start")                                                                 \
    ROW(E0406, "a constraint whose gradient vanishes where it holds")                                                  \
    ROW(E0408, "a form of the equations that the model does not have")                                                 \
    ROW(E0409, "something active depends on a dropped coordinate")                                                     \
    ROW(E0410, "a constraint that does not constrain any coordinate")                                                  \
    ROW(E0411, "a model without coordinates and results")                                                              \
    ROW(E0412, "an action that an event cannot perform")                                                               \
    ROW(E0413, "a structural parameter")                                                                               \
    ROW(E0414, "an initial value cannot be reached")                                                                   \
    ROW(E0415, "an energy that is counted twice")                                                                      \
    ROW(E0416, "a start at a singular configuration")                                                                  \
    ROW(E0417, "a rope that cannot be laid")                                                                           \
    ROW(E0418, "a parameter without a number, a function without a formula")                                           \
    ROW(E0419, "an unknown parameter that the start does not determine")                                               \
    ROW(W0420, "a constraint is redundant")                                                                            \
    ROW(W0421, "a parameter outside its bounds")                                                                       \
    ROW(W0422, "moments of inertia that no body has")                                                                  \
    ROW(W0423, "a reaction of a quantity on which nothing depends")                                                    \
    ROW(W0424, "a table with jumps of its second derivative prescribes a motion")                                      \
    ROW(E0425, "an assumption that the start contradicts")                                                             \
    ROW(W0426, "a rope that does not touch its disc")                                                                  \
    ROW(W0427, "a pulley that its rope does not turn")                                                                 \
    ROW(W0428, "a length that is not the distance between the ends")                                                   \
    ROW(E0501, "the step size has become too small")                                                                   \
    ROW(E0502, "the equations of motion cannot be solved here")                                                        \
    ROW(E0503, "events trigger each other endlessly")                                                                  \
    ROW(E0504, "an activated constraint does not hold")                                                                \
    ROW(E0505, "a value that is not finite")                                                                           \
    ROW(E0506, "too many steps")                                                                                       \
    ROW(E0508, "an expectation of the model does not hold")                                                            \
    ROW(E0510, "friction leaves the motion undetermined")                                                              \
    ROW(E0511, "the method cannot run this model")                                                                     \
    ROW(W0512, "a quantity changes too fast to be resolved")                                                           \
    ROW(E0513, "a contact is penetrated")                                                                              \
    ROW(E0514, "a condition switches endlessly")                                                                       \
    ROW(E0515, "more results than memory")                                                                             \
    ROW(W0516, "an impact that adds energy")                                                                           \
    ROW(E0517, "a discontinuous energy")                                                                               \
    ROW(W0518, "the energy is not conserved")                                                                          \
    ROW(E0519, "an event condition on a switch along which the motion slides")                                         \
    ROW(W0520, "more events than are listed")                                                                          \
    ROW(E0521, "a rope that leaves its description")                                                                   \
    ROW(E0522, "equations that another language cannot hold")                                                          \
    ROW(E0523, "an assumption that the motion violates")                                                               \
    ROW(W0524, "an event that comes ever sooner, and no more")

typedef enum diag_code {
#define ROW(code, title) DIAG_##code,
    DIAG_CODES(ROW)
#undef ROW
        DIAG_CODE_COUNT
} diag_code;

#endif
