/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ucr_nn.c - nearest neighbours by the distances of published tables; see ucr.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw.h"
#include "tests/validate/ucr.h"

static const char *const kind_names[] = {
    [UCR_ED] = "ed", [UCR_CDTW] = "cdtw", [UCR_DTW] = "dtw", [UCR_ADTW] = "adtw"};

const char *ucr_kind_name (enum ucr_kind kind)
{
    return kind_names[kind];
}

int ucr_method_parse (struct fid_span name, struct fid_span parameter, struct ucr_method *out,
                      struct fid_error *err)
{
    struct ucr_method m = {UCR_ED, 0};
    while (!fid_span_is (name, kind_names[m.kind]))
        if (++m.kind > UCR_ADTW)
            return fid_errorf (err, FID_EUSAGE, "no method '%.*s' (ed, cdtw, dtw, adtw)",
                               FID_SPAN_ARG (name));
    bool bare = m.kind == UCR_ED || m.kind == UCR_DTW;
    if (bare ? !fid_span_is (parameter, "-")
             : !fid_span_f64 (parameter, &m.parameter) || m.parameter < 0 ||
                   (m.kind == UCR_CDTW && m.parameter > 100))
        return fid_errorf (err, FID_EUSAGE, "%s takes %s, not '%.*s'", kind_names[m.kind],
                           bare                 ? "'-' as its parameter"
                           : m.kind == UCR_CDTW ? "a window from 0 to 100 %"
                                                : "an omega of 0 or more",
                           FID_SPAN_ARG (parameter));
    *out = m;
    return 0;
}

void ucr_znorm (const double *x, size_t n, double *out)
{
    double mean = 0, var = 0;
    bool flat = true;
    for (size_t i = 0; i < n; i++) {
        mean += x[i];
        flat = flat && x[i] == x[0];
    }
    mean /= (double)n;
    for (size_t i = 0; i < n; i++)
        var += (x[i] - mean) * (x[i] - mean);
    double sigma = sqrt (var / (double)n);
    /* the mean of equal samples may be off by a rounding: ask them, not sigma */
    for (size_t i = 0; i < n; i++)
        out[i] = flat || sigma == 0 ? 0 : (x[i] - mean) / sigma;
}

size_t ucr_band (double percent, size_t len)
{
    /* 7 % of 100 is 7, whatever the product's last bit says */
    return (size_t)ceil (percent * (double)len / 100 - 1e-9);
}

double ucr_error (struct ucr_score score)
{
    return (double)(score.total_n - score.correct_n) / (double)score.total_n;
}

/* All series of a set, one after the other, z-normalised where asked for. */
static double *prepare (const struct ucr_set *set, bool znorm, struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < set->n; i++)
        n += set->series[i].n;
    double *all = malloc (n * sizeof *all), *at = all;
    if (!all) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < set->n; i++) {
        const struct ucr_series *s = &set->series[i];
        if (znorm)
            ucr_znorm (s->x, s->n, at);
        else
            memcpy (at, s->x, s->n * sizeof *at);
        at += s->n;
    }
    return all;
}

/* The nearest series of the set, whose values are all[], to x[n]; NULL if none is at a finite
 * distance or memory ran out. */
static const struct ucr_series *nearest (const struct ucr_set *set, const double *all,
                                         const double *x, size_t n, size_t band_n, double omega)
{
    const struct ucr_series *found = NULL;
    double best = INFINITY, d;
    for (size_t i = 0; i < set->n; i++) {
        const struct ucr_series *s = &set->series[i];
        if (fid_dtw_amerced (x, n, all, s->n, band_n, omega, best, &d))
            return NULL;
        if (d < best) { /* strictly: the first wins ties */
            best = d;
            found = s;
        }
        all += s->n;
    }
    return found;
}

/* The literal band of published tables has no path between lengths that differ
 * by more than its half-width. */
static int check_lengths (const struct ucr_set *train, const struct ucr_set *test,
                          struct ucr_method method, size_t band_n, struct fid_error *err)
{
    size_t lo = test->shortest_n < train->shortest_n ? test->shortest_n : train->shortest_n;
    size_t hi = test->longest_n > train->longest_n ? test->longest_n : train->longest_n;
    if (hi - lo <= band_n)
        return 0;
    return fid_errorf (err, FID_EINPUT,
                       "%s: series of %zu to %zu samples cannot be compared by %s with a band "
                       "of %zu samples",
                       test->path, lo, hi, kind_names[method.kind], band_n);
}

int ucr_classify (const struct ucr_set *train, const struct ucr_set *test,
                  struct ucr_method method, struct ucr_score *score, struct fid_error *err)
{
    bool raw = method.kind == UCR_ADTW;
    size_t longest = test->longest_n > train->longest_n ? test->longest_n : train->longest_n;
    size_t band_n = method.kind == UCR_ED     ? 0
                    : method.kind == UCR_CDTW ? ucr_band (method.parameter, longest)
                                              : FID_DTW_NO_BAND;
    double omega = raw ? method.parameter : 0, *a = NULL, *b = NULL;
    struct ucr_score got = {0, test->n};
    int rc = -1;
    if (check_lengths (train, test, method, band_n, err))
        return -1;
    a = prepare (train, !raw, err);
    b = a ? prepare (test, !raw, err) : NULL;
    if (!b)
        goto done;
    const double *x = b;
    for (size_t i = 0; i < test->n; i++) {
        const struct ucr_series *s = &test->series[i];
        const struct ucr_series *found = nearest (train, a, x, s->n, band_n, omega);
        if (!found) {
            fid_errorf (err, FID_EINPUT, "%s: series %zu has no nearest neighbour in %s",
                        test->path, i + 1, train->path);
            goto done;
        }
        got.correct_n += strcmp (found->label, s->label) == 0;
        x += s->n;
    }
    *score = got;
    rc = 0;
done:
    free (a);
    free (b);
    return rc;
}
