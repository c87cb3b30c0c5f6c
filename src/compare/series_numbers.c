/* series_numbers.c - numbers as series files store them; see series.h */
#include "config.h"
#include <math.h>
#include "base/decimal.h"
#include "compare/series.h"

const char *const fid_series_side[2] = {"real", "emulation"};

void
fid_series_value (struct fid_doc *d, cJSON *in, const char *key, double x)
{
    fid_doc_maybe (d, in, key, x != FID_GAP,
                   x == FID_GAP ? 0 : fid_decimal_round (x, FID_SERIES_DIGITS));
}

void
fid_series_time (struct fid_doc *d, cJSON *in, const char *key, double s)
{
    fid_doc_number (d, in, key, rint (s * 1e6) / 1e6);
}

void
fid_series_values (struct fid_doc *d, cJSON *in, const char *key, const double *x, size_t n)
{
    cJSON *list = fid_doc_list (d, in, key);
    for (size_t i = 0; i < n; i++)
        fid_series_value (d, list, NULL, x[i]);
}
