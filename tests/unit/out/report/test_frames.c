/* The frames of a report: few, and between them the curves of the page show the run. */
#include "out/report/frames.h"
#include "out/support.h"

static report_frames chosen(motion *x, size_t most) {
    out_columns columns = out_columns_for_people(x->of.m, x->memory);
    return out_report_choose_frames(x->of.m, x->result, &columns, most, x->memory);
}

/* What the page draws between frames (web/shared/sample.ts): a cubic with the slopes of the polynomials through five
   frames, here by Lagrange's formula. */
static double slope(const report_frames *f, int slot, size_t k) {
    double sum = 0;
    size_t low = k < 2 ? 0 : k - 2, high = k + 2 < f->count ? k + 2 : f->count - 1;
    for (size_t j = low; j <= high; j++) {
        double weight = 0;
        for (size_t m = low; m <= high; m++) {
            double product = m == j ? 0 : 1 / (f->at[j].at.t - f->at[m].at.t);
            for (size_t n = low; n <= high; n++)
                if (n != j && n != m)
                    product *= (f->at[k].at.t - f->at[n].at.t) / (f->at[j].at.t - f->at[n].at.t);
            weight += product;
        }
        sum += weight * f->at[j].at.drawn[slot];
    }
    return sum;
}

static double drawn(const report_frames *f, int slot, double at) {
    size_t i = 0;
    while (i + 2 < f->count && f->at[i + 1].at.t <= at)
        i++;
    double t = f->at[i].at.t, h = f->at[i + 1].at.t - t, s = (at - t) / h, r = 1 - s;
    return f->at[i].at.drawn[slot] * r * r * (1 + 2 * s) + slope(f, slot, i) * h * s * r * r +
           f->at[i + 1].at.drawn[slot] * s * s * (1 + 2 * r) - slope(f, slot, i + 1) * h * s * s * r;
}

/* A rod that turns keeps its length between frames, within half a pixel of a picture 1000 pixels large. */
static void rods_keep_their_lengths(void **state) {
    (void)state;
    motion x = shown_run("coord a = 2.5\nkinetic T = a'^2/2\npotential V = -9.81*cos(a)\nsimulate until 1000\n"
                         "draw beam from [0, 0] to [sin(a), -cos(a)]\n");
    report_frames f = chosen(&x, 600000);
    const model_drawing *d = &x.of.m->drawings[0];
    assert_true(f.count < x.result->frames.len && f.count > 2000);
    double worst = 0;
    for (int i = 0; i < 5000; i++) {
        double t = 1000 * (i + 0.5) / 5000;
        double length = hypot(drawn(&f, d->slot[DRAWN_B], t), drawn(&f, d->slot[DRAWN_B + 1], t));
        worst = fmax(worst, fabs(length - 1));
    }
    assert_true(worst < 5e-4);
    motion_end(&x);
}

/* A throw is a parabola: hardly any frames; jumps stay on both sides. */
static void easy_motions_need_few(void **state) {
    (void)state;
    motion x = shown_run("coord x = 0 m, y = 10 m\ninitial x' = 3 m/s\ngravity 9.81 m/s^2\n"
                         "particle p: mass 1 kg at [x, y]\ncontact floor: p.y >= 0 m restitution 0.5\n"
                         "simulate until 5 s\n");
    report_frames f = chosen(&x, 600000);
    assert_true(f.count < 400 && f.count < x.result->frames.len);
    size_t jumps = 0, all = 0;
    for (size_t i = 0; i < f.count; i++)
        jumps += f.at[i].jump;
    for (size_t i = 0; i < x.result->frames.len; i++)
        all += x.result->frames.at[i].jump;
    assert_int_equal(jumps, all);
    assert_near(f.at[0].at.t, 0, 0);
    assert_near(f.at[f.count - 1].at.t, 5, 0);
    motion_end(&x);
}

/* Where not all numbers fit, the error grows instead. */
static void too_many_are_fewer(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\nkinetic T = a'^2/2\npotential V = a^2/2\nsimulate until 400\n"
                         "draw beam from [0, 0] to [sin(a), -cos(a)]\n");
    report_frames many = chosen(&x, 600000), few = chosen(&x, 2000);
    assert_true(few.count < many.count / 2 && few.count >= 100);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rods_keep_their_lengths),
        cmocka_unit_test(easy_motions_need_few),
        cmocka_unit_test(too_many_are_fewer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
