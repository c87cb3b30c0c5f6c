/* dtw_band.c - which cells of a table the band allows; see dtw_band.h */
#include "metrics/dtw.h"
#include "metrics/dtw_band.h"

static struct fid_band
make_band (int64_t num, int64_t den, int64_t slack, size_t m)
{
    return (struct fid_band){num, den, slack, (int64_t)m - 1, num / den, num % den};
}

struct fid_band
fid_band_slanted (size_t n, size_t m, size_t band_n)
{
    size_t longer = n > m ? n : m;
    if (n == 1) /* no slope: the one row has all */
        return make_band (0, 1, (int64_t)m - 1, m);
    if (n != m && band_n == 0)
        band_n = 1; /* see dtw.h: a path must exist */
    if (band_n > longer)
        band_n = longer;
    return make_band ((int64_t)m - 1, (int64_t)n - 1, (int64_t)(band_n * (longer - 1)), m);
}

struct fid_band
fid_band_literal (size_t n, size_t m, size_t band_n)
{
    size_t longer = n > m ? n : m;
    return make_band (1, 1, (int64_t)(band_n < longer ? band_n : longer), m);
}

/* Rounded down, also below zero. */
static int64_t
floor_quotient (int64_t a, int64_t den, int64_t *rest)
{
    int64_t q = a / den;
    *rest = a % den;
    if (*rest < 0) {
        *rest += den;
        q--;
    }
    return q;
}

struct fid_band_row
fid_band_row (const struct fid_band *b, size_t i)
{
    struct fid_band_row r;
    int64_t centre = (int64_t)i * b->num;
    r.lo_q = floor_quotient (centre - b->slack + b->den - 1, b->den, &r.lo_rest);
    r.hi_q = floor_quotient (centre + b->slack, b->den, &r.hi_rest);
    fid_band_cut (b, &r);
    return r;
}

size_t
fid_dtw_cells (size_t n, size_t m, size_t band_n)
{
    if (!n || !m)
        return 0;
    struct fid_band b = fid_band_slanted (n, m, band_n);
    struct fid_band_row r = fid_band_row (&b, 0);
    size_t cells = 0;
    for (size_t i = 0; i < n; i++, fid_band_next (&b, &r))
        cells += (size_t)(r.hi - r.lo + 1);
    return cells;
}
