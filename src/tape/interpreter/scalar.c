/* The backend for one point at a time. */
#define LANES 1
#include "base/check.h"
#include "tape/interpreter/operations.inc"

/* Every operator that can stand in an instruction. */
#define OPERATORS(ROW)                                                                                                 \
    TAPE_MEANING(ROW, ROW, ROW)                                                                                        \
    ROW(SIN, )                                                                                                         \
    ROW(COS, )                                                                                                         \
    ROW(SINCOS, )                                                                                                      \
    ROW(POWI, )

#ifdef __GNUC__

#define PLACE(op, value) [TAPE_##op] = __extension__ && at_##op,
#define JUMP __extension__({ goto *places[ip->op]; })
#define STEP(op, value)                                                                                                \
    at_##op : do_##op(ip, slots);                                                                                      \
    if (++ip == end) {                                                                                                 \
        return;                                                                                                        \
    }                                                                                                                  \
    JUMP;

/* Each instruction jumps to the next by itself, so that the processor predicts every kind of jump separately. */
static void run(const tape *t, size_t segment, double *slots) {
    static const void *const places[TAPE_OP_COUNT] = {OPERATORS(PLACE)};
    LGR_ASSERT(segment < t->segment_count);
    const tape_instr *ip = t->code + t->segments[segment].first, *const end = t->code + t->segments[segment].last;
    if (ip == end) {
        return;
    }
    JUMP;
    OPERATORS(STEP)
}

#else

#define STEP(op, value)                                                                                                \
    case TAPE_##op:                                                                                                    \
        do_##op(ip, slots);                                                                                            \
        break;

static void run(const tape *t, size_t segment, double *slots) {
    LGR_ASSERT(segment < t->segment_count);
    const tape_instr *ip = t->code + t->segments[segment].first, *const end = t->code + t->segments[segment].last;
    for (; ip != end; ip++) {
        switch ((tape_op)ip->op) {
            OPERATORS(STEP)
        default:
            LGR_ASSERT(ip->op > TAPE_VAR && ip->op < TAPE_OP_COUNT);
        }
    }
}

#endif

static bool everywhere(void) {
    return true;
}

const tape_backend tape_scalar = {"scalar", "interpreter for one point at a time", LANES, everywhere, init, run, NULL,
                                  NULL};
