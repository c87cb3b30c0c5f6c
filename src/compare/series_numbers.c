/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_numbers.c - lists of numbers of a series; see series.h */
#include "compare/series.h"

int fid_series_room (struct fid_series *s, struct fid_numbers *to, size_t n,
                     struct fid_error *err)
{
    to->x = fid_arena_take (&s->arena, n, sizeof *to->x, err);
    to->n = to->x ? n : 0;
    return to->x ? 0 : -1;
}

int fid_series_copy (struct fid_series *s, struct fid_numbers *to, const double *x, size_t n,
                     struct fid_error *err)
{
    FID_TRY (fid_series_room (s, to, n, err));
    if (n)
        memcpy (to->x, x, n * sizeof *x);
    return 0;
}
