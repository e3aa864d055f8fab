/* GiNaC: mass matrix and forces of chains of rods from their Lagrangian; the accelerations from them as a check. */
#include <ginac/ginac.h>
#include <vector>

#include "row.h"

using namespace GiNaC;

struct Chain {
    std::vector<symbol> q, v;
    matrix M, Q;
    explicit Chain(int N) : q(N), v(N), M(N, N), Q(N, 1) {
    }
};

/* How an expression of the coordinates changes with time. */
static ex rate(const ex &e, const Chain &c, int upto) {
    ex sum = 0;
    for (int j = 0; j <= upto; j++)
        sum += e.diff(c.q[j]) * c.v[j];
    return sum;
}

static Chain derive(int N) {
    Chain c(N);
    ex L = 0, x = 0, y = 0, g = numeric(981, 100);
    for (int i = 0; i < N; i++) {
        ex mx = x + sin(c.q[i]) / 2, my = y - cos(c.q[i]) / 2;
        L += (pow(rate(mx, c, i), 2) + pow(rate(my, c, i), 2)) / 2 + pow(c.v[i], 2) / 24 - g * my;
        x += sin(c.q[i]), y -= cos(c.q[i]);
    }
    for (int i = 0; i < N; i++) {
        ex p = L.diff(c.v[i]);
        c.Q(i, 0) = L.diff(c.q[i]);
        for (int j = 0; j < N; j++) {
            c.M(i, j) = p.diff(c.v[j]);
            c.Q(i, 0) -= p.diff(c.q[j]) * c.v[j];
        }
    }
    return c;
}

static double last_acceleration(const Chain &c, int N) {
    exmap state;
    for (int i = 0; i < N; i++)
        state[c.q[i]] = chain_angle(i), state[c.v[i]] = chain_rate(i);
    matrix M(N, N), Q(N, 1), a(N, 1);
    lst unknown;
    for (int i = 0; i < N; i++) {
        Q(i, 0) = c.Q(i, 0).subs(state).evalf();
        for (int j = 0; j < N; j++)
            M(i, j) = c.M(i, j).subs(state).evalf();
        a(i, 0) = symbol();
    }
    return ex_to<numeric>(M.solve(a, Q)(N - 1, 0).evalf()).to_double();
}

int main() {
    for (int k = 0; k < CHAIN_SIZES && chain_sizes[k] <= 50; k++) {
        int N = chain_sizes[k];
        double begin = now();
        Chain c = derive(N);
        double seconds = now() - begin;
        row("derive", "mass matrix and forces", N, seconds, last_acceleration(c, N));
    }
}
