/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.h - the family of the computation times of steps */
#pragma once

#include "derive/claims.h"

#define FID_TIME_DIGITS 5 /* significant ones, of times in a configuration */

/* Claims a computation time whose first key is `type` (FID_DLIO_COMPUTE_TYPE,
 * FID_DLIO_EVAL_TIME_TYPE) from n > 0 times in seconds: a mean alone where they hardly differ
 * or are few, else the family of DLIO's that makes them most likely (Akaike's criterion:
 * Akaike 1974, doi:10.1109/TAC.1974.1100705).  what: "training steps".  x is sorted. */
void fid_claim_times (struct fid_claims *c, enum fid_dlio_key type, double *x, size_t n,
                      enum fid_confidence confidence, const char *what);
