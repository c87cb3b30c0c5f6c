/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.c - see times.h */
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include "base/decimal.h"
#include "derive/times.h"

/* Times are taken as constant if the spread of their middle half is below this share of the
 * mean. */
#define CONSTANT 0.01
#define FEW      20 /* of fewer times no family is chosen */

struct sums {
    double n, mean, sd, mean_log, min, max;
    double middle_sd; /* of a normal distribution with this middle half */
};

static struct sums sums_of (const double *x, size_t n)
{
    struct sums s = {.n = (double)n, .min = x[0], .max = x[n - 1]};
    s.middle_sd = (x[3 * (n - 1) / 4] - x[(n - 1) / 4]) / 1.349;
    double mean = 0, squares = 0, logs = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / s.n;
    for (size_t i = 0; i < n; i++) {
        squares += (x[i] - mean) * (x[i] - mean);
        logs += log (fmax (x[i], 1e-9));
    }
    s.mean = mean;
    s.sd = n > 1 ? sqrt (squares / (s.n - 1)) : 0;
    s.mean_log = logs / s.n;
    return s;
}

/* The shape that makes a gamma distribution most likely: log k - psi (k) = log mean - mean log.
 * Newton's steps from Minka's start. */
static double gamma_shape (const struct sums *s)
{
    double d = log (s->mean) - s->mean_log;
    if (!(d > 1e-9))
        return 0;
    double k = (3 - d + sqrt ((d - 3) * (d - 3) + 24 * d)) / (12 * d);
    for (int i = 0; i < 20; i++) {
        double next = k - (log (k) - gsl_sf_psi (k) - d) / (1 / k - gsl_sf_psi_1 (k));
        if (!(next > 0))
            break;
        k = next;
    }
    return k;
}

enum family { NORMAL, GAMMA, UNIFORM, EXPONENTIAL, FAMILY_N };

/* Akaike's criterion of each family, the less the better; HUGE_VAL: not to be used. */
static void find_criteria (const struct sums *s, double shape, double out[FAMILY_N])
{
    double var = s->sd * s->sd * (s->n - 1) / s->n;
    double middle = (s->min + s->max) / 2;
    out[NORMAL] = s->n * (log (2 * M_PI * var) + 1) + 4;
    out[GAMMA] = HUGE_VAL;
    if (shape > 0) {
        double scale = s->mean / shape;
        out[GAMMA] = -2 * s->n *
                         ((shape - 1) * s->mean_log - shape - shape * log (scale) -
                          gsl_sf_lngamma (shape)) +
                     4;
    }
    /* its mean must be that of the times */
    out[UNIFORM] = fabs (middle - s->mean) < 0.02 * s->mean
                       ? 2 * s->n * log (s->max - s->min) + 4
                       : HUGE_VAL;
    out[EXPONENTIAL] = 2 * s->n * (log (s->mean) + 1) + 2;
}

static double round_time (double x)
{
    return fid_decimal_round (x, FID_TIME_DIGITS);
}

#define KEY(i) ((enum fid_dlio_key) ((int)type + (i)))
enum { TYPE, MEAN, STDEV, MIN, MAX, SHAPE, SCALE };

void fid_claim_times (struct fid_claims *c, enum fid_dlio_key type, double *x, size_t n,
                      enum fid_confidence confidence, const char *what)
{
    static const char *const names[FAMILY_N] = {"normal", "gamma", "uniform", "exponential"};
    double criterion[FAMILY_N];
    qsort (x, n, sizeof *x, fid_order_doubles);
    struct sums s = sums_of (x, n);
    for (int i = TYPE; i <= SCALE; i++)
        c->of[KEY (i)] = (struct fid_claim){0};
    if (n < FEW) {
        fid_claim_number (c, KEY (MEAN), confidence, round_time (s.mean),
                          "mean of %zu %s: too few for more", n, what);
        return;
    }
    if (!(s.middle_sd > CONSTANT * s.mean)) {
        /* a constant, which disturbances only lengthen */
        fid_claim_number (
            c, KEY (MEAN), confidence, round_time ((x[(n - 1) / 2] + x[n / 2]) / 2),
            "median of %zu %s, which hardly differ (mean %.5g s)", n, what, s.mean);
        return;
    }
    double shape = gamma_shape (&s);
    enum family best = NORMAL;
    find_criteria (&s, shape, criterion);
    for (int f = 0; f < FAMILY_N; f++)
        if (criterion[f] < criterion[best])
            best = (enum family)f;
    fid_claim_text (
        c, KEY (TYPE), confidence, names[best],
        "%zu %s, mean %.4g s, standard deviation %.3g s; Akaike's criterion: normal "
        "%.0f, gamma %.0f, uniform %s%.0f, exponential %.0f",
        n, what, s.mean, s.sd, criterion[NORMAL], criterion[GAMMA],
        isinf (criterion[UNIFORM]) ? "no, " : "",
        isinf (criterion[UNIFORM]) ? 0 : criterion[UNIFORM], criterion[EXPONENTIAL]);
    switch (best) {
    case NORMAL:
        fid_claim_number (c, KEY (MEAN), confidence, round_time (s.mean), "as above");
        fid_claim_number (c, KEY (STDEV), confidence, round_time (s.sd), "as above");
        break;
    case GAMMA:
        fid_claim_number (c, KEY (SHAPE), confidence, round_time (shape), "most likely");
        fid_claim_number (c, KEY (SCALE), confidence, round_time (s.mean / shape),
                          "mean %.5g s / shape", s.mean);
        break;
    case UNIFORM:
        fid_claim_number (c, KEY (MIN), confidence, round_time (s.min), "as above");
        fid_claim_number (c, KEY (MAX), confidence, round_time (s.max), "as above");
        break;
    default:
        fid_claim_number (c, KEY (SCALE), confidence, round_time (s.mean), "the mean");
    }
}
