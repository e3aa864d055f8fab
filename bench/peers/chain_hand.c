/* The accelerations of a chain of rods in C at the limit, and in long double as the reference. */
#include "row.h"
#include "sine_cosine.h"

#define real double
#define RATES rates
#define SINE_COSINE sine_cosine
#include "chain_rates.h"
#undef real
#undef RATES
#undef SINE_COSINE
#define real long double
#define RATES exact_rates
#define SINE_COSINE sincosl
#include "chain_rates.h"
#undef real

/* The reference in simple terms: what holds between accelerations and joint forces is not assumed, but the chain's
   Lagrangian, M a = Q. The greatest residual of `a`, as a part of the greatest force. */
static double residual(int N, const double *th, const double *w, const long double *a) {
    long double worst = 0, greatest = 0;
    for (int i = 0; i < N; i++) {
        long double force = -9.81L * (N - i - 0.5L) * sinl(th[i]), sum = 0;
        for (int j = 0; j < N; j++) {
            long double beyond = N - (i > j ? i : j) - 0.5L;
            sum += i == j ? (N - i - 1 + 1.0L / 3) * a[i] : beyond * cosl(th[i] - th[j]) * a[j];
            force -= beyond * sinl(th[i] - th[j]) * w[j] * w[j];
        }
        worst = fmaxl(worst, fabsl(sum - force));
        greatest = fmaxl(greatest, fabsl(force));
    }
    return (double)(worst / greatest);
}

int main(void) {
    for (int k = 0; k < CHAIN_SIZES; k++) {
        int N = chain_sizes[k];
        double th[CHAIN_MOST], w[CHAIN_MOST], a[CHAIN_MOST], seconds;
        long double exact_th[CHAIN_MOST], exact_w[CHAIN_MOST], exact[CHAIN_MOST];
        for (int i = 0; i < N; i++) {
            exact_th[i] = th[i] = chain_angle(i);
            exact_w[i] = w[i] = chain_rate(i);
        }
        exact_rates(N, exact_th, exact_w, exact);
        if (residual(N, th, w, exact) < 1e-14)
            row("chain", "reference", N, 0, (double)exact[N - 1]);
        rates(N, th, w, a);
        double last = a[N - 1];
        TIME(seconds, rates(N, th, w, a); th[0] += 1e-14 * a[N - 1]);
        row("chain", "hand-written C", N, seconds, last);
    }
    return 0;
}
