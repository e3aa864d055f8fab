/* Unit quaternions of rotations. */
#include "num/quaternion.h"

#include <math.h>

/* The quaternion of a rotation matrix (Shepperd's choice of the largest part) and its rate q' = q (0, w)/2. */
void num_quaternion(const double *R, const double *w, double *q, double *q_dot) {
    double trace = R[0] + R[4] + R[8], square[4] = {trace, 2 * R[0] - trace, 2 * R[4] - trace, 2 * R[8] - trace};
    int big = 0;
    for (int k = 1; k < 4; k++)
        if (square[k] > square[big])
            big = k;
    double r = 0.5 * sqrt(1 + square[big]), f = 0.25 / r;
    double off[3] = {R[7] - R[5], R[2] - R[6], R[3] - R[1]}, sum[3] = {R[7] + R[5], R[2] + R[6], R[3] + R[1]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        if (big == 0)
            q[1 + i] = off[i] * f;
        else if (big == 1 + i) {
            q[0] = off[i] * f;
            q[1 + j] = sum[k] * f;
            q[1 + k] = sum[j] * f;
        }
    }
    q[big] = r;
    q_dot[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
    q_dot[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    q_dot[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    q_dot[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}
