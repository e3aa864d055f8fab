/* Series of a report: each once, packed so that they come back as they were. */
#include "out/report/report.h"
#include "out/unpacking.h"

/* Frames with some numbers each, at times of their own. */
typedef struct sheet {
    arena *memory;
    strbuf words;
    report_tables tables;
    report r;
} sheet;

static sheet *sheet_make(size_t frames, size_t numbers, const double *times, double (*value)(size_t k, double t)) {
    arena *a = base_arena_create();
    sheet *s = ARENA_NEW(a, sheet);
    sim_frame *all = ARENA_ARRAY(a, sim_frame, frames);
    for (size_t i = 0; i < frames; i++) {
        all[i].at.t = times[i];
        all[i].at.q = ARENA_ARRAY(a, double, numbers);
        for (size_t k = 0; k < numbers; k++)
            all[i].at.q[k] = value(k, times[i]);
    }
    *s = (sheet){.memory = a, .words = base_strbuf_make(a)};
    s->r = (report){.frames = all, .frame_count = frames, .out = &s->words, .tables = &s->tables, .memory = a};
    return s;
}

static double place_of(const sim_point *p, const void *of) {
    return p->q[*(const size_t *)of];
}

static void add(sheet *s, size_t k, bool *first) {
    out_report_add_series(&s->r, "x", place_of, &k, first);
}

static double simple(size_t k, double t) {
    return k == 0 ? t : k == 1 ? 5 : k == 2 ? t : NAN;
}

/* What never changes is one number, what is the same is the same table. */
static void series_are_kept_once(void **state) {
    (void)state;
    sheet *s = sheet_make(3, 4, (double[]){0, 1, 3}, simple);
    bool first = true;
    for (size_t k = 0; k < 4; k++)
        add(s, k, &first);
    assert_string_equal(base_strbuf_text(&s->words),
                        "\"x\": {\"table\": 0}, \"x\": 5, \"x\": {\"table\": 0}, \"x\": null");
    assert_int_equal(s->tables.len, 1);
    base_arena_destroy(s->memory);
}

static double wild(size_t k, double t) {
    const double all[] = {sin(40 * t), 1e9 + 1e-3 * sin(9 * t),          t < 0.5 ? NAN : t * t,    floor(5 * t) * 1e30,
                          -1e-30 * t,  t > 0.3 ? INFINITY : exp(60 * t), t == 0.25 ? 1e-310 : -0.0};
    return all[k];
}

/* Smooth, far from zero, with gaps, with jumps, tiny and huge: six digits of what varies come back. */
static void numbers_come_back(void **state) {
    (void)state;
    enum { FRAMES = 400, NUMBERS = 7 };
    static const double spread[NUMBERS] = {1, 1e-3, 1, 1e30, 1e-30, 1e8, 1};
    double times[FRAMES];
    for (int i = 0; i < FRAMES; i++)
        times[i] = i == 100 ? 0.25 : i < 100 ? 0.25 * i / 99 : 0.25 + 0.75 * pow((i - 100) / 299.0, 2);
    sheet *s = sheet_make(FRAMES, NUMBERS, times, wild);
    bool first = true;
    base_strbuf_add(&s->words, "{\"frames\": 400, ");
    for (size_t k = 0; k < NUMBERS; k++)
        add(s, k, &first);
    strbuf packed = base_strbuf_make(s->memory);
    out_report_pack(&s->r, &packed);
    const unpacked u = unpack_text(packed.text, packed.len, s->memory);
    assert_string_equal(u.words, base_strbuf_text(&s->words));
    assert_int_equal(u.table_count, NUMBERS);
    for (size_t i = 0; i < FRAMES; i++) {
        assert_near(u.time[i], times[i], 3e-10);
        assert_true(i == 0 || (u.time[i] == u.time[i - 1]) == (times[i] == times[i - 1]));
        for (size_t k = 0; k < NUMBERS; k++) {
            double want = wild(k, times[i]), got = u.tables[k][i] + s->tables.at[k].from;
            assert_true(isfinite(want) == isfinite(got));
            if (isfinite(want))
                assert_near(got, want, 6e-8 * fmax(fabs(want - s->tables.at[k].from), 1e-7 * spread[k]));
        }
    }
    base_arena_destroy(s->memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_are_kept_once),
        cmocka_unit_test(numbers_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
