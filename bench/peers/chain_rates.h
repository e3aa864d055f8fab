/* Angular accelerations of a chain of rods of length 1 and mass 1 under 9.81, in `real` arithmetic and in time
   proportional to their number. Included once for each kind of real number. */

/* Angles th from the downward vertical, rates w, accelerations out. With e = (sin, -cos) along a rod and n = (cos, sin)
   across it, the force F on the upper end of a rod and the acceleration a of that end (less gravity) are tied by F = A
   a + b, where A and b gather all that hangs below; from the tip upwards, then down again. u, k, and D give the rod's
   own acceleration:
   -(u.a + k)/D. */
static void RATES(int N, const real *th, const real *w, real *out) {
    real sine[CHAIN_MOST], cosine[CHAIN_MOST], U[CHAIN_MOST][2], K[CHAIN_MOST];
    for (int i = 0; i < N; i++)
        SINE_COSINE(th[i], &sine[i], &cosine[i]);
    real A00 = 0, A01 = 0, A11 = 0, b0 = 0, b1 = 0;
    for (int i = N - 1; i >= 0; i--) {
        real s = sine[i], c = cosine[i], w2 = w[i] * w[i];
        real p0 = A00 * c + A01 * s, p1 = A01 * c + A11 * s, by = 1 / ((real)1 / 3 + (p0 * c + p1 * s));
        real c0 = b0 - (A00 * s - A01 * c) * w2, c1 = b1 - (A01 * s - A11 * c) * w2, k = c0 * c + c1 * s;
        real u0 = p0 + c / 2, u1 = p1 + s / 2, v0 = u0 * by, v1 = u1 * by;
        A00 += 1 - u0 * v0, A01 -= u0 * v1, A11 += 1 - u1 * v1;
        b0 = c0 - s * w2 / 2 - v0 * k, b1 = c1 + c * w2 / 2 - v1 * k;
        U[i][0] = v0, U[i][1] = v1, K[i] = k * by;
    }
    real a0 = 0, a1 = (real)9.81L;
    for (int i = 0; i < N; i++) {
        real s = sine[i], c = cosine[i], w2 = w[i] * w[i];
        out[i] = -(U[i][0] * a0 + U[i][1] * a1 + K[i]);
        a0 += c * out[i] - s * w2, a1 += s * out[i] + c * w2;
    }
}
