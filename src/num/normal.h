/* The normal distribution. */
#ifndef LGR_NUM_NORMAL_H
#define LGR_NUM_NORMAL_H

/* The z below which a share (above 0, below 1) of the standard normal distribution lies. */
double num_normal_quantile(double share);

#endif
