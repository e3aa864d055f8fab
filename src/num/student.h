/* Student's t distribution: how many standard errors an interval of confidence reaches. */
#ifndef LGR_NUM_STUDENT_H
#define LGR_NUM_STUDENT_H

/* The t with which a share `inside` (0 to 1) lies between -t and t, for a number of degrees of freedom above 0. */
double num_student_reach(double inside, double freedom);

#endif
