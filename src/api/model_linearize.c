/* Equations linearised at a state, and their eigenvalues over a parameter, through the public interface. */
#include <math.h>
#include <string.h>

#include "api/found.h"
#include "base/print.h"
#include "linear/linear.h"
#include "out/drawing/camera.h"
#include "out/writers.h"

void lgr_linear_options_init(lgr_linear_options *options, size_t size) {
    const lgr_linear_options usual = {.size = sizeof usual};
    api_write_options(options, size, &usual, sizeof usual);
}

static lgr_status refuse(lgr_model *handle, const char *why) {
    api_refuse(handle, why);
    return LGR_STATUS_USAGE;
}

typedef struct range {
    int param;
    double low, high;
    size_t count;
} range;

/* What is wrong with the axis; NULL: it is in `out`. */
static const char *read_axis(const lgr_model *handle, const lgr_axis *axis, range *out, arena *a) {
    const model *m = handle->m;
    const char *why;
    if (!axis->name || !axis->low || !axis->high)
        return "a parameter's range needs a name and two ends";
    out->param = model_find_param(m, axis->name);
    out->count = axis->count;
    if (out->param < 0)
        return api_unknown_param(a, m, axis->name);
    if (m->params[out->param].structural)
        return base_arena_printf(a, "'%s' decides sizes, so that each value has other equations", axis->name);
    if (axis->count < 2 || axis->count > 100000)
        return base_arena_printf(a, "'%s' needs a count of values, 2 to 100000: %s..%s:101", axis->name, axis->low,
                                 axis->high);
    if (!model_read_value(m, out->param, axis->low, &out->low, &why, a) ||
        !model_read_value(m, out->param, axis->high, &out->high, &why, a))
        return why;
    return out->low < out->high ? NULL
                                : base_arena_printf(a, "the range of '%s' is the wrong way round: write %s..%s",
                                                    axis->name, axis->high, axis->low);
}

enum { MOST_ORDERS = 12 };

/* Ends that are no parameter's. */
static const char *read_ends(model *m, const lgr_axis *axis, dimension dim, range *out) {
    out->param = -1;
    out->count = axis->count;
    if (axis->count < 2 || axis->count > 10000)
        return base_arena_printf(m->memory, "'%s' needs a count of values, 2 to 10000", axis->name);
    if (!axis->low || !axis->high)
        return "a range needs two ends";
    const char *why = model_read_number(m, axis->name, axis->low, dim, &out->low);
    why = why ? why : model_read_number(m, axis->name, axis->high, dim, &out->high);
    if (!why && !(isfinite(out->low) && isfinite(out->high)))
        return "the ends of a range are finite";
    return why || out->low < out->high ? why : "the range is the wrong way round";
}

/* Of motions of a mode: the energy above that of the equilibrium. */
static const char *read_energies(model *m, const lgr_axis *axis, range *out) {
    if (!axis->name || strcmp(axis->name, "energy") != 0)
        return "the motions of a mode are followed over their energy: --vary energy=LO..HI:COUNT";
    const char *why = read_ends(m, axis, DIM_ENERGY, out);
    return why || out->low > 0 ? why : "energies are above that of the equilibrium: --vary energy=0.1..2:20";
}

/* "1, 2, 0.5" */
static const char *read_orders(const model *m, const char *text, int param, double *orders, size_t *count, arena *a) {
    const dimension d = m->params[param].dim;
    const dimension turns = dim_mul(d, DIM_TIME);
    if (m->has_units && !dim_is_one(turns) && !dim_is_angle(turns))
        return base_arena_printf(a, "orders are multiples of a speed: '%s' is no number of turns in a time",
                                 m->params[param].name);
    *count = 0;
    for (const char *at = text;; at++) {
        const char *end;
        const double x = base_read_number(at, &end);
        if (end == at || !(x > 0) || !isfinite(x))
            return base_arena_printf(a, "'%s' are no orders: write positive numbers, as in 1, 2", text);
        if (*count == MOST_ORDERS)
            return base_arena_printf(a, "there may be %d orders at most", MOST_ORDERS);
        orders[(*count)++] = x;
        at = end + strspn(end, " ");
        if (*at == '\0')
            return NULL;
        if (*at != ',')
            return base_arena_printf(a, "'%s' are no orders: write positive numbers, as in 1, 2", text);
    }
}

static const char *read_period(model *m, const char *text, double *period) {
    const char *why = model_read_number(m, "period", text, DIM_TIME, period);
    return why || (*period > 0 && isfinite(*period)) ? why : "a period is a positive, finite time";
}

typedef struct request {
    lgr_linear_options o;
    const linear_writer *writer;
    range range;
    double *orders;
    size_t order_count;
    linear_wish wish;
    out_page page;
} request;

/* From those that a search finds at both ends, in the middle, and between. */
static linear_branches find_branches(linear_problem *p, const request *r, arena *a) {
    enum { PLACES = 5, MOST = 120 };
    linear_seed *seeds = ARENA_ARRAY(a, linear_seed, MOST);
    size_t count = 0;
    for (int k = 0; k < PLACES; k++) {
        const double part = (double)(k * 2 % PLACES) / (PLACES - 1),
                     value = r->range.low + part * (r->range.high - r->range.low);
        count += linear_search(p, r->range.param, value, seeds + count, MOST - count, a);
    }
    return linear_follow(p, r->range.param, r->range.low, r->range.high, seeds, count, a);
}

static bool wants_equilibria(const request *r) {
    return r->o.at && strcmp(r->o.at, "equilibria") == 0;
}

/* Over the time: the run itself. */
static bool is_along(const request *r) {
    return r->o.vary && r->o.vary->name && strcmp(r->o.vary->name, "t") == 0;
}

/* NULL, or what is wrong with the request; what the page shows lives in `a`. */
static const char *find_and_write(linear_problem *p, const request *r, out_linear *page, out_stream *out, arena *a) {
    linear_study *study = ARENA_NEW(a, linear_study);
    linear_about *about = ARENA_NEW(a, linear_about);
    linear_branches *branches = ARENA_NEW(a, linear_branches);
    linear_response *response = ARENA_NEW(a, linear_response);
    linear_film *film = ARENA_NEW(a, linear_film);
    linear_periodic *periodic = ARENA_NEW(a, linear_periodic);
    linear_family *family = ARENA_NEW(a, linear_family);
    linear_along *along = ARENA_NEW(a, linear_along);
    if (r->o.vary && wants_equilibria(r) && !linear_can_search(p))
        return "equilibria of a model with states are not searched for: --at rest finds the one near the start";
    if (r->o.periodic && r->o.vary) {
        const char *why = NULL;
        const range *x = &r->range;
        *family = r->o.mode ? linear_vary_energy(p, r->o.mode, x->low, x->high, x->count, &why, a)
                            : linear_vary_periodic(p, &r->wish, x->param, x->low, x->high, x->count, a);
        page->family = family;
        if (why)
            return why;
    } else if (is_along(r)) {
        *along = linear_follow_run(p, r->range.low, r->range.high, r->range.count, a);
        page->along = along;
    } else if (r->o.periodic) {
        *periodic = linear_find_periodic(p, &r->wish, a);
        page->periodic = periodic;
    } else if (r->o.vary && wants_equilibria(r)) {
        *branches = find_branches(p, r, a);
        page->branches = branches;
    } else if (r->o.vary) {
        *study = linear_vary(p, r->range.param, r->range.low, r->range.high, r->range.count, a);
        linear_find_orders(p, study, r->orders, r->order_count, a);
        page->study = study;
    } else {
        *about = linear_find(p, a);
        page->about = about;
    }
    if (r->o.response && !about->trouble) {
        *response = linear_respond(about, r->o.response, a);
        page->response = response;
    }
    if (response->trouble)
        return response->trouble;
    if (r->writer->instants && page->about && !r->o.response) {
        if (!out_camera_sees_something(linear_model(p)))
            return "the model has nothing to draw, so there are no pictures of its modes";
        if (!about->trouble && !about->has_modes)
            return "without LAPACK no eigenvalues are found, so there are no modes to draw";
        *film = about->trouble ? (linear_film){0} : linear_draw(p, about, r->writer->instants, a);
        page->film = about->trouble ? NULL : film;
    }
    r->writer->write(page, out);
    return NULL;
}

/* --- What took long to find is kept, for other formats of the same --- */

static void add_word(strbuf *s, const char *word) {
    base_strbuf_printf(s, "%zu:%s,", word ? strlen(word) + 1 : 0, word ? word : "");
}

/* All that decides what is found. */
static const char *describe(const request *r, arena *a) {
    const lgr_linear_options *o = &r->o;
    strbuf s = base_strbuf_make(a);
    const char *const words[] = {o->at,     o->vary ? o->vary->name : NULL, o->vary ? o->vary->low : NULL,
                                 o->orders, o->vary ? o->vary->high : NULL, o->period};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_word(&s, words[i]);
    base_strbuf_printf(&s, "%d,%d,%d,%zu", o->vary != NULL, o->periodic, o->mode, o->vary ? o->vary->count : 0);
    return base_strbuf_text(&s);
}

static bool is_worth_keeping(const out_linear *page) {
    return page->study || page->branches || page->periodic || page->family || page->along;
}

static lgr_status status_of(const out_linear *page, bool written) {
    const bool has_trouble = (page->about && page->about->trouble) || (page->periodic && page->periodic->trouble);
    return !written || has_trouble ? LGR_STATUS_RUN : LGR_STATUS_OK;
}

static lgr_status write_again(lgr_model *handle, struct api_found *x, const request *r, lgr_sink sink, void *user) {
    base_taken half_written;
    base_take(&half_written, api_found_dispose, x);
    arena *a = base_arena_create();
    out_stream out = out_stream_make(a, sink, user);
    x->page.page = r->page;
    r->writer->write(&x->page, &out);
    const lgr_status status = status_of(&x->page, out_stream_flush(&out));
    base_arena_destroy(a);
    base_keep(&half_written);
    api_found_keep(handle, x);
    return status;
}

/* m and `a` live as long. */
static struct api_found *make_found(const lgr_model *handle, const out_linear *page, model *m, const request *r,
                                    arena *a) {
    struct api_found *x = ARENA_NEW(a, struct api_found);
    *x = (struct api_found){a, handle->m, m, describe(r, a), *page};
    x->page.at = page->at ? base_arena_copy(a, page->at, strlen(page->at)) : NULL;
    return x;
}

/* `found`: what is worth keeping; else NULL. */
static lgr_status linearize_copy(lgr_model *handle, model *m, const request *r, out_stream *out,
                                 struct api_found **found, arena *a) {
    const char *why;
    linear_problem *p = linear_create(m, wants_equilibria(r) ? NULL : r->o.at, &why, a);
    if (why)
        return refuse(handle, why);
    out_linear page = {.m = m, .at = r->o.at, .page = r->page};
    if (p)
        why = find_and_write(p, r, &page, out, a);
    else
        r->writer->write(&page, out);
    if (why) {
        linear_dispose(p);
        return refuse(handle, why);
    }
    const lgr_status status = status_of(&page, out_stream_flush(out));
    if (!p)
        return status == LGR_STATUS_OK ? LGR_STATUS_MODEL : status;
    linear_dispose(p);
    *found = is_worth_keeping(&page) ? make_found(handle, &page, m, r, a) : NULL;
    return status;
}

/* What of a request contradicts the rest of it; NULL: nothing. */
static const char *contradiction(const request *r) {
    if (r->o.mode < 0)
        return "modes are counted from 1";
    if (r->writer->modes_alone && (r->o.vary || r->o.response || r->o.periodic))
        return "a film is one of the modes about a state: --at STATE alone";
    if (r->o.vary && r->o.response)
        return "a frequency response is that of one state: leave out --vary";
    if (r->o.orders && (!r->o.vary || wants_equilibria(r)))
        return "orders are lines over a speed that varies: --vary NAME=LO..HI:COUNT, about one state";
    if (wants_equilibria(r) && !r->o.vary)
        return "equilibria are followed over a parameter: --vary NAME=LO..HI:COUNT";
    if (r->o.periodic && (r->o.response || wants_equilibria(r)))
        return "a periodic motion is found from one state, without a response";
    if (r->o.at && strcmp(r->o.at, "rest") == 0 && !r->o.mode && (r->o.periodic || is_along(r)))
        return "a motion begins at the start or at a state: at rest there is none";
    if (r->o.mode && !r->o.vary)
        return "the motions of a mode are followed over their energy: --vary energy=LO..HI:COUNT";
    if (is_along(r) && (r->o.periodic || r->o.orders || wants_equilibria(r)))
        return "along the run there are matrices alone";
    if (r->o.period && !r->o.periodic)
        return "a period is that of a periodic motion: --periodic";
    return NULL;
}

static lgr_status linearize(lgr_model *handle, const lgr_linear_options *options, const char *format, out_page page,
                            lgr_sink sink, void *user, bool too_large) {
    request r = {
        .o = lgr_linear_options_default(), .writer = format ? out_linear_writer_find(format) : NULL, .page = page};
    if (!handle || !sink || !r.writer || handle->status == LGR_STATUS_USAGE)
        return LGR_STATUS_USAGE;
    if (options && !api_read_options(&r.o, options, sizeof r.o))
        return refuse(handle, API_UNKNOWN_SIZE);
    r.o.periodic = r.o.periodic || r.o.mode;
    const char *why = contradiction(&r);
    if (why)
        return refuse(handle, why);
    if (handle->status != LGR_STATUS_OK)
        return handle->status;
    arena *a = base_arena_create();
    struct api_found *again = too_large ? NULL : api_found_take(handle, describe(&r, a));
    if (again) {
        base_arena_destroy(a);
        return write_again(handle, again, &r, sink, user);
    }
    r.orders = ARENA_ARRAY(a, double, MOST_ORDERS);
    why = r.o.vary && !r.o.mode && !is_along(&r) ? read_axis(handle, r.o.vary, &r.range, a) : NULL;
    if (!why && r.o.orders)
        why = read_orders(handle->m, r.o.orders, r.range.param, r.orders, &r.order_count, a);
    model *m = model_copy(handle->m, a);
    if (!why && is_along(&r))
        why = read_ends(m, r.o.vary, DIM_TIME, &r.range);
    if (!why && r.o.mode)
        why = read_energies(m, r.o.vary, &r.range);
    if (!why && r.o.period)
        why = read_period(m, r.o.period, &r.wish.period);
    arena *text = base_arena_create();
    out_stream out = out_stream_make(text, sink, user);
    lgr_status status = LGR_STATUS_MODEL;
    struct api_found *found = NULL;
    if (too_large)
        api_refuse_size(m, m->findings);
    else if (why || model_need_numbers(m, m->findings, &r.range.param, r.o.vary && r.range.param >= 0 ? 1 : 0))
        status = why ? refuse(handle, why) : linearize_copy(handle, m, &r, &out, &found, a);
    api_tell(handle, m->findings);
    base_arena_destroy(text);
    if (found) {
        base_arena_keep(a);
        api_found_keep(handle, found);
    } else {
        model_dispose(m);
        base_arena_destroy(a);
    }
    return status;
}

lgr_status lgr_model_linearize(lgr_model *handle, const lgr_linear_options *options, const char *format, bool color,
                               int width, lgr_sink sink, void *user) {
    const out_page page = {.version = LGR_VERSION, .color = color, .width = width};
    API_RETURN_LIMITED(linearize(handle, options, format, page, sink, user, too_large));
}
