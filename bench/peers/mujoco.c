/* MuJoCo: a chain of rods, the four-bar linkage closed by an equality, one launch of the trebuchet from a plane. Its
   closure and its contact are stiff springs; its steps are fixed. */
#include <mujoco/mujoco.h>
#include <string.h>
#include <unistd.h>

#include "row.h"

/* Reads a model through a file, the only way there is; NULL if the reader refuses it. */
static mjModel *read_model(const char *text) {
    char name[] = "/tmp/bench_mujoco_XXXXXX.xml", error[500];
    int file = mkstemps(name, 4);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
        return NULL;
    close(file);
    mjModel *m = mj_loadXML(name, NULL, error, sizeof error);
    unlink(name);
    return m;
}

#define ROD                                                                                                            \
    "<inertial pos='0 0 -0.5' mass='1' diaginertia='0.083333333333333333 0.083333333333333333 1e-9'/>"                 \
    "<joint type='hinge' axis='0 -1 0'/>"

static mjModel *chain_model(int N) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fprintf(f, "<mujoco><size nconmax='1' njmax='1'/><option gravity='0 0 -9.81'>"
               "<flag contact='disable' constraint='disable'/></option><worldbody>");
    for (int i = 0; i < N; i++)
        fprintf(f, "<body pos='0 0 %d'>" ROD, i ? -1 : 0);
    for (int i = 0; i < N; i++)
        fprintf(f, "</body>");
    fprintf(f, "</worldbody></mujoco>");
    fclose(f);
    mjModel *m = read_model(text);
    free(text);
    return m;
}

static void chain(int N) {
    mjModel *m = chain_model(N);
    if (!m)
        return;
    mjData *d = mj_makeData(m);
    double seconds, last = 0;
    for (int i = 0; i < N; i++) {
        d->qpos[i] = chain_angle(i) - (i ? chain_angle(i - 1) : 0);
        d->qvel[i] = chain_rate(i) - (i ? chain_rate(i - 1) : 0);
    }
    mj_forward(m, d);
    for (int i = 0; i < N; i++)
        last += d->qacc[i];
    TIME(seconds, mj_forward(m, d));
    row("chain", "mj_forward", N, seconds, last);
    mj_deleteData(d);
    mj_deleteModel(m);
}

static void fourbar(double step, const char *who) {
    char text[4000];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='%g' gravity='0 0 -9.81' integrator='RK4' tolerance='1e-14' iterations='200'>"
             "<flag contact='disable'/></option><worldbody><body>" ROD "<body pos='0 0 -1'>" ROD
             "<body name='c' pos='0 0 -1'>" ROD "</body></body></body></worldbody><equality>"
             "<connect body1='c' anchor='0 0 -1' solref='%g 1' solimp='0.9999 0.9999 0.001'/></equality></mujoco>",
             step, 2 * step);
    mjModel *m = read_model(text);
    if (!m)
        return;
    mjData *d = mj_makeData(m);
    double pin[6] = {0, 0, -1, 2, 0, 0}; /* where body and world are joined; the reader knows only the first */
    memcpy(m->eq_data, pin, sizeof pin);
    double a = M_PI / 3, dx = 2 - sin(a), dz = cos(a), times[3];
    double middle = atan2(dx, -dz), half = acos(sqrt(dx * dx + dz * dz) / 2);
    for (int k = 0; k < 3; k++) {
        mj_resetData(m, d);
        d->qpos[0] = a, d->qpos[1] = middle - half - a, d->qpos[2] = 2 * half;
        double begin = now();
        for (int i = (int)round(10 / step); i > 0; i--)
            mj_step(m, d);
        times[k] = now() - begin;
    }
    row("fourbar", who, 0, median(times, 3), d->qpos[0]);
    mj_deleteData(d);
    mj_deleteModel(m);
}

static const char *const trebuchet =
    "<mujoco><compiler angle='radian'/>"
    "<option timestep='%g' gravity='0 0 -9.80665' integrator='RK4' tolerance='1e-14' iterations='200' cone='elliptic'/>"
    "<worldbody><geom type='plane' size='50 50 1' condim='1' solref='%g 1' solimp='0.9999 0.9999 0.001'/>"
    "<body pos='0 0 3.1'><inertial pos='1.5 0 0' mass='50' diaginertia='1e-6 104.1666666666666667 "
    "104.1666666666666667'/>"
    "<joint type='hinge' axis='0 -1 0'/>"
    "<body pos='-1 0 0'><inertial pos='1 0 0' mass='1000' diaginertia='1e-6 1e-6 1e-6'/>"
    "<joint type='hinge' axis='0 -1 0'/></body>"
    "<body pos='4 0 0'><inertial pos='3.5 0 0' mass='10' diaginertia='1e-6 1e-6 1e-6'/>"
    "<joint type='hinge' axis='0 -1 0'/>"
    "<geom type='sphere' size='0.1' pos='3.5 0 0' condim='1' solref='%g 1' solimp='0.9999 0.9999 0.001'/>"
    "</body></body></worldbody></mujoco>";

/* The range at the first step after the release. */
static double throw_stone(const mjModel *m, mjData *d) {
    double a = M_PI + asin(3.0 / 4), release = -2 * M_PI + 0.6, g = 9.80665;
    mj_resetData(m, d);
    d->qpos[0] = a, d->qpos[1] = -M_PI / 2 - a, d->qpos[2] = -a;
    while (d->qpos[2] > release && d->time < 3)
        mj_step(m, d);
    double arm = d->qpos[0], sling = arm + d->qpos[2], wa = d->qvel[0], ws = wa + d->qvel[2];
    double vx = -4 * wa * sin(arm) - 3.5 * ws * sin(sling), vz = 4 * wa * cos(arm) + 3.5 * ws * cos(sling);
    double x = 4 * cos(arm) + 3.5 * cos(sling), z = 3 + 4 * sin(arm) + 3.5 * sin(sling);
    return x + vx * (vz + sqrt(vz * vz + 2 * g * z)) / g;
}

static void launch(double step, const char *who) {
    char text[4000];
    snprintf(text, sizeof text, trebuchet, step, 2 * step, 2 * step);
    mjModel *m = read_model(text);
    if (!m)
        return;
    mjData *d = mj_makeData(m);
    double seconds, range = 0;
    TIME(seconds, range = throw_stone(m, d));
    row("launch", who, 0, seconds, range);
    mj_deleteData(d);
    mj_deleteModel(m);
}

int main(void) {
    fourbar(1e-3, "RK4, steps of 1 ms");
    fourbar(1e-4, "RK4, steps of 0.1 ms");
    launch(1e-3, "RK4, steps of 1 ms");
    launch(1e-4, "RK4, steps of 0.1 ms");
    for (int k = 0; k < CHAIN_SIZES && chain_sizes[k] < 100; k++) /* the reader refuses trees 100 deep */
        chain(chain_sizes[k]);
    return 0;
}
