/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claims.c - see claims.h */
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include "base/decimal.h"
#include "derive/claims.h"

#define NAME_CONFIDENCE(id, name) name,
const char *const fid_confidence_names[] = {FID_CONFIDENCES (NAME_CONFIDENCE)};

#define SAY(buf, fmt)                                                                          \
    do {                                                                                       \
        va_list ap;                                                                            \
        va_start (ap, fmt);                                                                    \
        vsnprintf (buf, sizeof (buf), fmt, ap);                                                \
        va_end (ap);                                                                           \
    } while (0)

enum fid_confidence fid_job_confidence (struct fid_job_known known)
{
    return known.from == FID_JOB_UNKNOWN   ? FID_CONFIDENCE_NONE
           : known.sure >= FID_JOB_CERTAIN ? FID_CONFIDENCE_HIGH
           : known.sure >= FID_JOB_SURE    ? FID_CONFIDENCE_MEDIUM
                                           : FID_CONFIDENCE_LOW;
}

void fid_claim_number (struct fid_claims *c, enum fid_dlio_key k,
                       enum fid_confidence confidence, double v, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){.confidence = confidence, .number = v};
    SAY (c->of[k].evidence, fmt);
}

void fid_claim_text (struct fid_claims *c, enum fid_dlio_key k, enum fid_confidence confidence,
                     const char *text, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){.confidence = confidence};
    snprintf (c->of[k].text, sizeof c->of[k].text, "%s", text);
    SAY (c->of[k].evidence, fmt);
}

void fid_claim_unknown (struct fid_claims *c, enum fid_dlio_key k, const char *fmt, ...)
{
    c->of[k] = (struct fid_claim){0};
    SAY (c->of[k].evidence, fmt);
}

static void add_remark (struct fid_claims *c, const char *text)
{
    for (size_t i = 0; i < c->remark_n; i++)
        if (strcmp (c->remark[i], text) == 0)
            return;
    if (fid_array_grow (&c->remark, &c->remark_cap, c->remark_n + 1, sizeof *c->remark, NULL) ||
        !(c->remark[c->remark_n] = fid_strdup (text, NULL)))
        c->no_memory = true;
    else
        c->remark_n++;
}

void fid_claim_remark (struct fid_claims *c, const char *fmt, ...)
{
    char text[FID_EVIDENCE];
    SAY (text, fmt);
    add_remark (c, text);
}

void fid_claims_clear (struct fid_claims *c)
{
    for (size_t i = 0; i < c->remark_n; i++)
        free (c->remark[i]);
    free (c->remark);
    for (int i = 0; i < 2; i++)
        free (c->time[i].x);
    free (c->tensors.byte_n);
    *c = (struct fid_claims){0};
}

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

/* Claims a computation time whose first key is `type` (FID_DLIO_COMPUTE_TYPE,
 * FID_DLIO_EVAL_TIME_TYPE) from n > 0 times in seconds: a mean alone where they hardly differ
 * or are few, else the family of DLIO's that makes them most likely (Akaike's criterion:
 * Akaike 1974, doi:10.1109/TAC.1974.1100705).  what: "training steps".  x is sorted. */
static void claim_times (struct fid_claims *c, enum fid_dlio_key type, double *x, size_t n,
                         enum fid_confidence confidence, const char *what)
{
    static const char *const names[FAMILY_N] = {"normal", "gamma", "uniform", "exponential"};
    double criterion[FAMILY_N];
    bool slowest = c->time[0].slowest && type == FID_DLIO_COMPUTE_TYPE;
    qsort (x, n, sizeof *x, fid_order_doubles);
    struct sums s = sums_of (x, n);
    for (int i = TYPE; i <= SCALE; i++)
        c->of[KEY (i)] = (struct fid_claim){0};
    if (n < FEW || slowest) {
        fid_claim_number (c, KEY (MEAN), confidence, round_time (s.mean), "mean of %zu %s: %s",
                          n, what,
                          slowest ? "of the slowest rank, for which all ranks wait; ranks that "
                                    "drew their times would wait longer"
                                  : "too few for a distribution");
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
    fid_claim_text (c, KEY (TYPE), confidence, names[best],
                    "%zu %s, mean %.4g s, standard deviation %.3g s; Akaike's criterion: "
                    "normal %.0f, gamma %.0f, uniform %s%.0f, exponential %.0f",
                    n, what, s.mean, s.sd, criterion[NORMAL], criterion[GAMMA],
                    isinf (criterion[UNIFORM]) ? "no, " : "",
                    isinf (criterion[UNIFORM]) ? 0 : criterion[UNIFORM],
                    criterion[EXPONENTIAL]);
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

#define AGREE       0.02 /* numbers that differ by less agree */
#define MEANS_AGREE 0.05 /* so do means of times */

/* The claim in the middle of n known ones, as they are ordered by number; of texts the most
 * frequent. */
static const struct fid_claim *middle_claim (const struct fid_claim *const *known, size_t n,
                                             double *v)
{
    size_t best = 0, best_n = 0;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += strcmp (known[i]->text, known[k]->text) == 0;
        if (same > best_n) {
            best_n = same;
            best = i;
        }
        v[i] = known[i]->number;
    }
    if (*known[best]->text)
        return known[best];
    qsort (v, n, sizeof *v, fid_order_doubles);
    for (size_t i = 0; i < n; i++)
        if (known[i]->number == v[(n - 1) / 2])
            return known[i];
    return known[0];
}

static void join_key (enum fid_dlio_key k, const struct fid_claim *const *known, size_t n,
                      size_t run_n, double *v, struct fid_claim *out)
{
    enum fid_dlio_type type = fid_dlio_keys[k].type;
    const struct fid_claim *m = middle_claim (known, n, v);
    bool exact =
        type != FID_DLIO_IS_NUMBER && k != FID_DLIO_RECORD && k != FID_DLIO_RECORD_STDEV;
    size_t agree_n = 0;
    char more[120] = "";
    *out = *m;
    if (type == FID_DLIO_IS_NUMBER && n % 2 == 0)
        out->number = (v[n / 2 - 1] + v[n / 2]) / 2;
    for (size_t i = 0; i < n; i++) {
        double x = known[i]->number, most = fmax (fabs (x), fabs (out->number));
        agree_n += strcmp (known[i]->text, out->text) == 0 &&
                   fabs (x - out->number) <= (exact ? 0 : AGREE * most);
        if (known[i]->confidence < out->confidence)
            out->confidence = known[i]->confidence;
    }
    if (agree_n < n) {
        if (out->confidence > FID_CONFIDENCE_LOW)
            out->confidence--;
        if (*m->text)
            snprintf (more, sizeof more, "; %zu of %zu runs say otherwise", n - agree_n, n);
        else
            snprintf (more, sizeof more, "; the runs differ, %.6g to %.6g", v[0], v[n - 1]);
    } else if (n < run_n)
        snprintf (more, sizeof more, "; known of %zu of %zu runs", n, run_n);
    size_t at = strlen (out->evidence);
    snprintf (out->evidence + at, sizeof out->evidence - at, "%s", more);
}

/* Chooses a family for the times of all runs together. */
static int join_times (const struct fid_claims *of, size_t n, int eval, struct fid_claims *out,
                       struct fid_error *err)
{
    struct fid_derived_times *all = &out->time[eval];
    size_t total = 0;
    double low = HUGE_VAL, high = 0;
    for (size_t i = 0; i < n; i++)
        total += of[i].time[eval].n;
    if (!total)
        return 0;
    FID_NEED (all->x = malloc (total * sizeof *all->x), err);
    enum fid_confidence least = FID_CONFIDENCE_HIGH;
    for (size_t i = 0; i < n; i++) {
        const struct fid_derived_times *t = &of[i].time[eval];
        double sum = 0;
        if (t->n && t->confidence < least)
            least = t->confidence;
        all->slowest |= t->slowest;
        for (size_t k = 0; k < t->n; k++) {
            all->x[all->n++] = t->x[k];
            sum += t->x[k];
        }
        if (t->n) {
            low = fmin (low, sum / (double)t->n);
            high = fmax (high, sum / (double)t->n);
        }
    }
    bool differ = high > (1 + MEANS_AGREE) * low;
    if (differ && least > FID_CONFIDENCE_MEDIUM)
        least = FID_CONFIDENCE_MEDIUM;
    char what[80];
    snprintf (what, sizeof what, eval ? "steps of evaluations" : "training steps");
    if (differ)
        snprintf (what + strlen (what), sizeof what - strlen (what),
                  " (means of runs %.3g to %.3g s)", low, high);
    claim_times (out, eval ? FID_DLIO_EVAL_TIME_TYPE : FID_DLIO_COMPUTE_TYPE, all->x, all->n,
                 least, what);
    return 0;
}

int fid_claims_join (const struct fid_claims *of, size_t n, struct fid_claims *out,
                     struct fid_error *err)
{
    FID_FREED const struct fid_claim **known = malloc ((n + 1) * sizeof *known);
    FID_FREED double *v = malloc ((n + 1) * sizeof *v);
    FID_NEED (known && v, err);
    for (enum fid_dlio_key k = 0; k < FID_DLIO_KEY_N; k++) {
        size_t known_n = 0;
        for (size_t i = 0; i < n; i++) {
            if (of[i].of[k].confidence)
                known[known_n++] = &of[i].of[k];
            else if (*of[i].of[k].evidence && !*out->of[k].evidence)
                out->of[k] = of[i].of[k];
        }
        if (known_n)
            join_key (k, known, known_n, n, v, &out->of[k]);
    }
    for (size_t i = 0; i < n; i++)
        out->ranks = fmax (out->ranks, of[i].ranks);
    for (int eval = 0; eval < 2; eval++)
        FID_TRY (join_times (of, n, eval, out, err));
    for (size_t i = 0; i < n && !out->tensors.n; i++) { /* of the first run that has them */
        const struct fid_tensors *t = &of[i].tensors;
        if (!t->n)
            continue;
        FID_NEED (out->tensors.byte_n = malloc (t->n * sizeof *t->byte_n), err);
        memcpy (out->tensors.byte_n, t->byte_n, t->n * sizeof *t->byte_n);
        out->tensors.n = t->n;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < of[i].remark_n; r++)
            add_remark (out, of[i].remark[r]);
    return out->no_memory ? fid_error_nomem (err) : 0;
}
