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
    s->r = (report){.frames = all,
                    .frame_count = frames,
                    .out = &s->words,
                    .tables = &s->tables,
                    .chains = ARENA_ARRAY(a, uint32_t, REPORT_CHAINS),
                    .memory = a};
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

/* What the page gets of a sheet whose numbers are all packed. */
static unpacked sent(sheet *s, size_t numbers) {
    bool first = true;
    base_strbuf_printf(&s->words, "{\"frames\": %zu, ", s->r.frame_count);
    for (size_t k = 0; k < numbers; k++)
        add(s, k, &first);
    strbuf packed = base_strbuf_make(s->memory);
    out_report_pack(&s->r, &packed);
    return unpack_text(packed.text, packed.len, s->memory);
}

static double rising(size_t k, double t) {
    return (double)(k + 1) * t;
}

/* One frame needs no table, two have one; at a single instant time does not run. */
static void hardly_any_frames(void **state) {
    (void)state;
    sheet *s = sheet_make(1, 2, (double[]){7}, rising);
    unpacked u = sent(s, 2);
    assert_string_equal(u.words, "{\"frames\": 1, \"x\": 7, \"x\": 14");
    assert_int_equal(u.frames, 1);
    assert_int_equal(u.table_count, 0);
    assert_near(u.time[0], 0, 0);
    base_arena_destroy(s->memory);
    s = sheet_make(2, 2, (double[]){-1, 3}, rising);
    u = sent(s, 2);
    assert_int_equal(u.table_count, 2);
    assert_true(u.time[0] == 0 && u.time[1] == 1);
    for (size_t k = 0; k < 2; k++) {
        assert_true(u.tables[k][0] == -(double)(k + 1));
        assert_true(u.tables[k][1] == 3 * (double)(k + 1));
    }
    base_arena_destroy(s->memory);
}

static void without_frames_the_words_come_alone(void **state) {
    (void)state;
    sheet *s = sheet_make(0, 0, NULL, rising);
    unpacked u = sent(s, 0);
    assert_string_equal(u.words, "{\"frames\": 0, ");
    assert_int_equal(u.table_count, 0);
    base_arena_destroy(s->memory);
}

/* The n-th frame of an instant, counted from 0: events there change the state again and again. */
static size_t calls;

static double counted(size_t k, double t) {
    (void)k, (void)t;
    calls++;
    return (double)(calls * calls);
}

/* Where time stands still there is no slope to divide by, neither at once nor beside frames that are apart. */
static void many_frames_of_one_instant(void **state) {
    (void)state;
    static const double times[][6] = {{4, 4, 4, 4, 4, 4}, {0, 1, 1, 1, 2, 2}, {0, 0, 0, 1e-9, 1e-9, 1e9}};
    for (int row = 0; row < 3; row++) {
        calls = 0;
        sheet *s = sheet_make(6, 1, times[row], counted);
        unpacked u = sent(s, 1);
        assert_int_equal(u.table_count, 1);
        for (size_t i = 0; i < 6; i++) {
            assert_near(u.tables[0][i], s->r.frames[i].at.q[0] - s->tables.at[0].from, 0);
            assert_near(u.time[i], (times[row][i] - times[row][0]) / fmax(times[row][5] - times[row][0], 1e-300),
                        3e-10);
        }
        base_arena_destroy(s->memory);
    }
}

/* Gaps at the start, in the middle and at the end stay where they are; numbers that a float cannot hold are gaps. */
static double holed(size_t k, double t) {
    const double all[] = {t < 3 ? NAN : t,           t > 2 && t < 6 ? NAN : -t, t > 6 ? NAN : 1 / (1 + t),
                          t > 4.5 ? 1e300 : t - 0.5, t > 4.5 ? -INFINITY : t,   (int)t % 2 ? NAN : t};
    return all[k];
}

static void gaps_stay_where_they_are(void **state) {
    (void)state;
    enum { FRAMES = 10, NUMBERS = 6 };
    double times[FRAMES];
    for (int i = 0; i < FRAMES; i++)
        times[i] = i;
    sheet *s = sheet_make(FRAMES, NUMBERS, times, holed);
    unpacked u = sent(s, NUMBERS);
    assert_int_equal(u.table_count, NUMBERS);
    for (size_t k = 0; k < NUMBERS; k++)
        for (size_t i = 0; i < FRAMES; i++) {
            double want = holed(k, times[i]);
            if (isfinite(want) && fabs(want) < 1e38)
                assert_near(u.tables[k][i] + s->tables.at[k].from, want, 1e-6 * fabs(want));
            else
                assert_true(isnan(u.tables[k][i]));
        }
    base_arena_destroy(s->memory);
}

static double offset(size_t k, double t) {
    static const double from[] = {0, 1e6, -1e6, 1e6, 1e200};
    return from[k] + (k == 4 ? 1e186 * t : t);
}

/* The same motion elsewhere is another series; what is huge and changes little is kept from its middle. */
static void places_far_away_are_told_apart(void **state) {
    (void)state;
    sheet *s = sheet_make(4, 5, (double[]){0, 1, 2, 3}, offset);
    bool first = true;
    for (size_t k = 0; k < 5; k++)
        add(s, k, &first);
    assert_string_equal(base_strbuf_text(&s->words),
                        "\"x\": {\"table\": 0}, \"x\": {\"table\": 1}, \"x\": {\"table\": 2}, \"x\": {\"table\": 1}, "
                        "\"x\": {\"table\": 3}");
    const double from[] = {0, 1e6 + 1.5, 1.5 - 1e6};
    for (int k = 0; k < 3; k++)
        assert_near(s->tables.at[k].from, from[k], 0);
    assert_near((s->tables.at[3].from - 1e200) / 1e186, 1.5, 0.1);
    base_arena_destroy(s->memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_are_kept_once),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(hardly_any_frames),
        cmocka_unit_test(without_frames_the_words_come_alone),
        cmocka_unit_test(many_frames_of_one_instant),
        cmocka_unit_test(gaps_stay_where_they_are),
        cmocka_unit_test(places_far_away_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
