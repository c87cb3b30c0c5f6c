/* packed.h - numbers as 16-bit multiples of a step, in text
 *
 *   x = offset + (q - 1) step,   q = 1 .. FID_QUANTA_MAX;   q = 0: a gap
 *
 * In text q stands as base64 of bytes: each element's difference to the one
 * before (of the first: to 0) as a zigzag LEB128 number; a run of equal elements
 * as a byte 0 and the run's length, LEB128.  Series of events, which are 0 most
 * of the time, take about a byte a value so. */
#ifndef FID_QUANTA_H
#define FID_QUANTA_H

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

#define FID_QUANTA_MAX 65535

struct fid_quanta {
    double offset, step; /* step > 0 */
};

/* The finest ruler for values from low to high: the offset is 0, or low where that
 * is negative, the step the smallest unit * 2^k, k = 0, 1 ..., that reaches high.
 * Whole multiples of a unit are kept as they are while k is 0. */
struct fid_quanta fid_quanta_ruler (double low, double high, double unit);

/* The nearest one, or the next below (-1) or above (1); what lies within 1e-6 of a
 * step is taken for that.  FID_GAP, and what is no number, is 0. */
uint16_t fid_quanta_of (const struct fid_quanta *r, double x, int side);

/* FID_GAP for 0. */
double fid_quanta_value (const struct fid_quanta *r, uint16_t q);

/* q[n] in text, to be freed by the caller; NULL with FID_EINTERNAL. */
char *fid_quanta_text (const uint16_t *q, size_t n, struct fid_error *err);

/* The other way.  -1, without err, unless the text is of exactly n elements. */
int fid_quanta_read (const char *text, uint16_t *q, size_t n);

#endif
