/* The smallest program that uses the installed library: a mass on a spring after one period is where it was. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lagrangia/lagrangia.h>

static const char text[] = "model oscillator\n"
                           "coord x = 1\n"
                           "kinetic T = 1/2*x'^2\n"
                           "potential V = 1/2*x^2\n"
                           "simulate until 2*pi\n"
                           "report back = final(x)\n";

int main(void) {
    lgr_model *model = lgr_model_parse("oscillator.lgr", text, strlen(text), NULL, 0);
    if (lgr_model_status(model) != LGR_STATUS_OK) {
        return 1;
    }
    lgr_run_options options = lgr_run_options_default();
    lgr_run *run = lgr_run_create(model, &options);
    double back = lgr_run_report(run, "back");
    printf("lagrangia %s: back at %.12f\n", lgr_version(), back);
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    return fabs(back - 1.0) < 1e-7 ? 0 : 1;
}
