/* series_numbers.c - a list of numbers of a series file (see series_read.h) */
#include <stdlib.h>
#include "results/series_read.h"

struct fid_numbers
fid_series_numbers (struct fid_reading *w, const cJSON *o, const char *key, size_t n, bool gaps)
{
    struct fid_numbers out = {0};
    const cJSON *list = fid_get (o, key);
    if (!cJSON_IsArray (list))
        fid_reading_fail (w, "'%s' is missing or not a list", key);
    if (w->bad)
        return out;
    out.n = fid_get_length (list);
    out.x = calloc (out.n + 1, sizeof *out.x);
    if (!out.x) {
        out.n = 0;
        fid_reading_nomem (w);
        return out;
    }
    size_t good_n = fid_get_numbers (list, gaps, out.x);
    if (good_n < out.n)
        fid_reading_fail (w, "element %zu of '%s' is no number", good_n, key);
    if (out.n != n)
        fid_reading_fail (w, "'%s' has %zu elements, not %zu", key, out.n, n);
    return out;
}
