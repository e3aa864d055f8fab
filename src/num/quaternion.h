/* Unit quaternions of rotations. */
#ifndef LGR_NUM_QUATERNION_H
#define LGR_NUM_QUATERNION_H

/* The quaternion q (4) of a rotation matrix R (3 x 3, by rows), and its rate q_dot (4) for angular velocities w (3)
   about the body's axes. */
void num_quaternion(const double *R, const double *w, double *q, double *q_dot);

#endif
