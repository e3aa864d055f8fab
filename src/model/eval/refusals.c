/* What declarations must not be: circular, nested too deeply, or dependent on the motion where it has not begun. */
#include "base/call.h"
#include "model/eval/eval.h"
#include "model/names/names.h"

value eval_refuse_circle(builder *b, int d, span at) {
    strbuf s = base_strbuf_make(b->a);
    size_t k = 0;
    while (k < b->stack.len && b->stack.at[k] != d)
        k++;
    for (; k < b->stack.len; k++)
        base_strbuf_printf(&s, "%s -> ", b->decls.at[b->stack.at[k]].display);
    base_strbuf_add(&s, b->decls.at[d].display);
    finding *f = diag_add(b->m->findings, DIAG_E0202, b->decls.at[d].stmt->name_at, "circular definition: %s",
                          base_strbuf_text(&s));
    diag_label_at(b->m->findings, f, at, "used here");
    return value_bad(at);
}

value eval_not_known_yet(builder *b, int d, span at) {
    finding *f =
        diag_add(b->m->findings, DIAG_E0307, at,
                 "'%s' depends on the motion, but this value must be known before the run", b->decls.at[d].display);
    diag_help(b->m->findings, f,
              "parameters, bounds and indices may depend on numbers and parameters only: define what moves by "
              "'let'");
    if (b->early_use.end)
        diag_label_at(b->m->findings, f, b->early_use, "needed here");
    return value_bad(at);
}

static size_t most_bytes(void) {
    const size_t part = base_call_most() / 5 * 4;
    return part > MODEL_MAX_BYTES + (MODEL_MAX_BYTES >> 2) ? part : MODEL_MAX_BYTES;
}

void eval_begin_budget(builder *b) {
    b->left = base_budget_begin(b->a, most_bytes(), MODEL_MAX_STEPS);
    b->too_large = false;
}

static void refuse_size(builder *b, span at, const char *what) {
    finding *f = diag_add(b->m->findings, DIAG_E0109, at, "%s than %d steps or %zu MB to read", what, MODEL_MAX_STEPS,
                          most_bytes() >> 20);
    diag_help(b->m->findings, f, "loops, sums and calls of functions multiply: use fewer, or name values by 'let'");
}

bool eval_afford(builder *b, uint64_t steps, span at) {
    if (base_budget_spend(&b->left, steps))
        return true;
    if (!b->too_large)
        refuse_size(b, at, "up to here the model takes more");
    b->too_large = true;
    return false;
}

bool eval_afford_all(builder *b, int64_t low, int64_t high, uint64_t steps_each, span at) {
    if (high < low)
        return true;
    uint64_t count = (uint64_t)high - (uint64_t)low + 1;
    if (count <= b->left.steps / steps_each)
        return eval_afford(b, count * steps_each, at);
    b->too_large = true;
    refuse_size(b, at, base_arena_printf(b->a, "%llu repetitions make the model take more", (unsigned long long)count));
    return false;
}

value eval_refuse_depth(builder *b, span at) {
    if (b->too_deep)
        return value_bad(at);
    b->too_deep = true;
    finding *f = diag_add(b->m->findings, DIAG_E0108, at, "definitions nested more than %d deep", MODEL_MAX_DEPTH);
    diag_help(b->m->findings, f, "declare them in the order in which they use each other");
    return value_bad(at);
}
