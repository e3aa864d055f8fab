// The response of a damped oscillator to a force of the program's own, over frequencies: C++17 with handles that
// destroy themselves, recorded columns as numbers, and the linear system as a check.
#include <lagrangia/lagrangia.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

struct destroy {
    void operator()(lgr_model *x) const { lgr_model_destroy(x); }
    void operator()(lgr_run *x) const { lgr_run_destroy(x); }
    void operator()(lgr_dynamics *x) const { lgr_dynamics_destroy(x); }
};
template <typename T> using handle = std::unique_ptr<T, destroy>;

constexpr std::string_view text = "param k = 4 N/m, c = 0.4 N s/m, w = 1 rad/s\n"
                                  "coord x = 0 m\n"
                                  "particle p: mass 1 kg at [x, 0 m]\n"
                                  "spring s: stiffness k length 0 m from [0 m, 0 m] to [x, 0 m]\n"
                                  "dissipation R = 1/2*c*x'^2\n"
                                  "generalized push: x = (1 N)*cos(w*t)\n"
                                  "simulate until 80 s\n";

handle<lgr_model> parse(std::string_view source) {
    handle<lgr_model> model{lgr_model_parse("oscillator", source.data(), source.size(), nullptr, 0)};
    if (lgr_model_status(model.get()) != LGR_STATUS_OK) {
        lgr_finding f{};
        f.size = sizeof f;
        lgr_model_finding(model.get(), 0, &f);
        throw std::runtime_error(std::string(f.code) + " in line " + std::to_string(f.at.line) + ": " + f.text);
    }
    return model;
}

// The largest displacement over the last quarter of the rows, when the start is forgotten.
double amplitude(lgr_model *model, double w) {
    if (lgr_model_set(model, "w", (std::to_string(w) + " rad/s").c_str()) != LGR_STATUS_OK)
        throw std::runtime_error(lgr_model_usage_error(model));
    lgr_run_options options = lgr_run_options_default();
    options.every = 0.005;
    handle<lgr_run> run{lgr_run_create(model, &options)};
    lgr_run_column x{};
    x.size = sizeof x;
    if (lgr_run_column_named(run.get(), "x", &x) != LGR_STATUS_OK)
        throw std::runtime_error(lgr_run_usage_error(run.get()));
    double most = 0;
    for (std::size_t i = x.count - x.count / 4; i < x.count; i++)
        most = std::fmax(most, std::fabs(x.values[i * x.stride]));
    return most;
}

// |1/(i w - A)| B from x' = A x + B u about rest.
double expected(lgr_model *model, double w) {
    handle<lgr_dynamics> d{lgr_dynamics_create(model, nullptr)};
    const double rest = 0;
    double A[4], B[2];
    lgr_dynamics_evaluate(d.get(), 0, &rest, &rest);
    lgr_dynamics_linearize(d.get(), A, B, nullptr, nullptr);
    return B[1] / std::hypot(-A[2] - w * w, A[3] * w);
}

} // namespace

int main() try {
    const handle<lgr_model> model = parse(text);
    bool agrees = true;
    for (const double w : {0.5, 1.0, 1.5, 2.0, 2.5, 3.0}) {
        const double have = amplitude(model.get(), w), want = expected(model.get(), w);
        std::printf("%.1f rad/s: %.5f m, from the linear system %.5f m\n", w, have, want);
        agrees = agrees && std::fabs(have / want - 1) < 1e-4;
    }
    return agrees ? 0 : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
