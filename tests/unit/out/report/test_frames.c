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

/* None, one and two frames are what they are. */
static void hardly_any_frames(void **state) {
    (void)state;
    motion x = shown_run("coord a = 1\ninitial a' = 1\nkinetic T = a'^2/2\nsimulate until 2\n"
                         "draw ball at [a, 0]\ndraw ground at 0\n");
    const size_t all = x.result->frames.len;
    assert_true(all > 2);
    for (size_t count = 0; count <= 2; count++) {
        x.result->frames.len = count;
        report_frames f = chosen(&x, 600000);
        assert_int_equal(f.count, count);
        for (size_t i = 0; i < count; i++)
            assert_near(f.at[i].at.t, x.result->frames.at[i].at.t, 0);
    }
    x.result->frames.len = all;
    report_frames f = chosen(&x, 1); /* whatever is allowed, both ends are there */
    assert_true(f.count >= 2);
    assert_near(f.at[f.count - 1].at.t, 2, 0);
    motion_end(&x);
}

/* Frames of a report are frames of the run, in its order, and the same ones whatever the units are. */
static void units_do_not_matter(void **state) {
    (void)state;
    static const double lengths[] = {1, 0x1p-30, 0x1p30};
    size_t count[3];
    for (int k = 0; k < 3; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "param u = %.17g\ncoord a = 2.5\nkinetic T = u^2*a'^2/2\npotential V = -9*u^2*cos(a)\n"
                 "simulate until 20\ndraw beam from [0, 0] to [u*sin(a), -u*cos(a)]\n",
                 lengths[k]);
        motion x = shown_run(text);
        report_frames f = chosen(&x, 600000);
        size_t at = 0;
        for (size_t i = 0; i < f.count; i++, at++) {
            while (at < x.result->frames.len && x.result->frames.at[at].at.q != f.at[i].at.q)
                at++;
            assert_true(at < x.result->frames.len);
        }
        count[k] = f.count;
        motion_end(&x);
    }
    assert_true(count[0] > 100);
    assert_in_range(count[1], count[0] - 3, count[0] + 3);
    assert_in_range(count[2], count[0] - 3, count[0] + 3);
}

/* What is dropped on the way is drawn up to there: the rest of the run is still followed. */
static void what_vanishes_hides_nothing(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2/2\npotential V = 20*x^2\n"
                         "spring s: from [0, 0] to [x, 0], stiffness 1, length 0\n"
                         "simulate until 20\nevent e when t > 5 { drop s }\ndraw ball at [x, 0] radius 0.1\n");
    report_frames f = chosen(&x, 600000);
    int slot = x.of.m->drawings[x.of.m->drawing_count - 1].slot[DRAWN_A];
    for (size_t k = 0; k < x.of.m->drawing_count; k++)
        slot = x.of.m->drawings[k].shape == DRAW_BALL ? x.of.m->drawings[k].slot[DRAWN_A] : slot;
    assert_true(f.count < x.result->frames.len);
    double worst = 0;
    for (size_t i = 0; i < x.result->frames.len; i++) {
        const sim_point *p = &x.result->frames.at[i].at;
        if (p->t > 7 && p->t < 18)
            worst = fmax(worst, fabs(drawn(&f, slot, p->t) - p->q[0]));
    }
    assert_true(worst < 1e-2);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rods_keep_their_lengths), cmocka_unit_test(easy_motions_need_few),
        cmocka_unit_test(too_many_are_fewer),      cmocka_unit_test(hardly_any_frames),
        cmocka_unit_test(units_do_not_matter),     cmocka_unit_test(what_vanishes_hides_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
