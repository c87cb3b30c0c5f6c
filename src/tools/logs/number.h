/* number.h - numbers as they stand in training logs */
#ifndef FID_JOB_NUMBER_H
#define FID_JOB_NUMBER_H

#include "base/span.h"

/* The time at p: digits, a point and more, an exponent; no sign.  Returns its end,
 * NULL if there is none or it is beyond all times. */
const char *fid_job_number_at (const char *p, const char *end, double *out);

/* The number that ends a text, with blanks behind it.  Where other text runs into
 * it, "loss: 0.5137 ", the number that is due is taken if the digits end in it;
 * digits of a fraction are none.  False: there is none; *lost: but digits. */
bool fid_job_step_before (struct fid_span text, uint64_t due, uint64_t *out, bool *lost);

#endif
