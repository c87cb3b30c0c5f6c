/* fidlio-aa.c - how often does the gate cry wolf, and how often does it see one?
 *
 * fidlio-aa [--runs K] [--shift X] [--trials N] [--jitter H] [--margin D] RESULTS
 * fidlio-aa --splits [--runs K] RESULTS
 *
 * Every configuration of RESULTS (a directory of results or a baseline) with at
 * least two runs is compared with itself: both sides are K runs resampled from
 * its recorded ones, and judged as `fidlio check` does (verdict.h: the score and
 * the grades of groups are a family; the built-in prior).
 *
 * A resampled run is a recorded one, drawn with replacement, with all its
 * losses (-ln of grades); to each of them N (0, H s) is added, s being its standard
 * deviation over the recorded runs (a smoothed bootstrap, so that sides of five recorded
 * runs are not made of ties; Efron & Tibshirani 1993, ch. 16).  H is Silverman's
 * 1.06 n^-1/5 where none is given; 0: plain.  The candidate side is then lowered by X
 * times max (ln 1.05, 3 s): with X = 0 every FAIL is a false alarm, well above 1 FAIL is
 * what should come out.
 *
 * --splits resamples nothing: each side is a set of K different recorded runs, the two sets
 * share as few as possible, all such pairs of sets are tried, and the guards count, too
 * (check.h).
 *
 * Built by `make check`, not installed. */
#include "config.h"
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>
#include "base/span.h"
#include "check/gate_input.h"
#include "check/check.h"
#include "metrics/moderated.h"
#include "metrics/rng.h"
#include "model/prior.h"

#define LEAST_RUNS 2
#define LEVEL_Z    1.959963984540054 /* 95 %, two-sided */

struct args {
    const char *path;
    bool splits;
    double runs, trials, shift, jitter, margin, alpha, seed;
};

static const struct argp_option options[] = {
    {"runs", 'k', "K", 0, "runs on each side: 3", 0},
    {"splits", 'p', NULL, 0, "recorded runs only, guards too", 0},
    {"trials", 'n', "N", 0, "trials of each configuration: 200", 0},
    {"shift", 'x', "X", 0, "lower the candidate side by X margins: 0", 0},
    {"jitter", 'j', "H", 0, "bandwidth, in standard deviations; 0: plain bootstrap", 0},
    {"margin", 'm', "D", 0, "as of fidlio check", 0},
    {"alpha", 'a', "P", 0, "as of fidlio check: 0.05", 0},
    {"seed", 's', "N", 0, "of the random numbers: 1", 0},
    {0}};

static double
number (struct argp_state *state, const char *arg, double low, double high)
{
    double x = 0;
    if (!fid_span_f64 (fid_span_of (arg), &x) || !(x >= low && x <= high))
        argp_error (state, "'%s' is not a number from %g to %g", arg, low, high);
    return x;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case 'k':
        args->runs = floor (number (state, arg, 1, 1000));
        return 0;
    case 'p':
        args->splits = true;
        return 0;
    case 'n':
        args->trials = floor (number (state, arg, 1, 1e6));
        return 0;
    case 'x':
        args->shift = number (state, arg, 0, 1000);
        return 0;
    case 'j':
        args->jitter = number (state, arg, 0, 100);
        return 0;
    case 'm':
        args->margin = number (state, arg, 0, 1);
        return 0;
    case 'a':
        args->alpha = number (state, arg, 0.0001, 0.4);
        return 0;
    case 's':
        args->seed = floor (number (state, arg, 0, 1e9));
        return 0;
    case ARGP_KEY_ARG:
        if (args->path)
            argp_error (state, "one directory of results, or one baseline");
        args->path = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->path)
            argp_error (state, "a directory of results, or a baseline, is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The losses of one configuration: value[name * run_n + run]; the score comes first. */
struct table {
    size_t run_n, name_n;
    bool scored;
    double *value, *spread; /* owned */
    int *group;             /* owned; FID_GROUP_N: the score */
};

static void
clear_table (struct table *t)
{
    free (t->value);
    free (t->spread);
    free (t->group);
    *t = (struct table){0};
}

/* A name some run lacks is left out. */
static int
fill (const struct fid_gate_config *c, struct table *t, struct fid_error *err)
{
    const struct fid_gate_run *first = &c->run[0];
    t->run_n = c->run_n;
    t->value = calloc ((first->entry_n + 1) * c->run_n, sizeof *t->value);
    t->spread = calloc (first->entry_n + 1, sizeof *t->spread);
    t->group = calloc (first->entry_n + 1, sizeof *t->group);
    if (!t->value || !t->spread || !t->group)
        return fid_error_nomem (err);
    double *row = t->value;
    for (size_t i = 0; i < first->entry_n; i++) {
        const struct fid_gate_entry *e = &first->entry[i];
        int g = e->kind == FID_GATE_SCORE ? FID_GROUP_N : fid_group_find (e->name);
        if ((e->kind != FID_GATE_SCORE && e->kind != FID_GATE_GROUP) || g < 0 ||
            fid_gate_numbers (c, e->kind, e->name, row) != c->run_n)
            continue;
        for (size_t r = 0; r < c->run_n; r++)
            row[r] = fid_loss (row[r]);
        t->scored |= e->kind == FID_GATE_SCORE;
        t->group[t->name_n] = g;
        t->spread[t->name_n++] = sqrt (fid_squares (row, c->run_n) / (double)(c->run_n - 1));
        row += c->run_n;
    }
    return 0;
}

/* k resampled runs, all names, into out[name * 2 * k + run], as grades. */
static void
draw (const struct table *t, size_t k, double jitter, double shift, gsl_rng *rng, double *out)
{
    for (size_t r = 0; r < k; r++) {
        size_t from = gsl_rng_uniform_int (rng, t->run_n);
        for (size_t i = 0; i < t->name_n; i++) {
            double margin = fmax (log (FID_MARGIN), 3 * t->spread[i]);
            double x = t->value[i * t->run_n + from] + shift * margin +
                       gsl_ran_gaussian (rng, 1) * jitter * t->spread[i];
            out[i * 2 * k + r] = exp (-fmax (0, x));
        }
    }
}

struct tally {
    size_t trial_n, fail_n, inconclusive_n;
    size_t overall_n; /* FAIL of the overall number */
};

/* Wilson 1927's interval of a share, 95 %, doi:10.1080/01621459.1927.10502953. */
static void
wilson (size_t hit_n, size_t n, double out[2])
{
    double p = (double)hit_n / (double)n, z2 = LEVEL_Z * LEVEL_Z, d = 1 + z2 / (double)n;
    double centre = (p + z2 / (2 * (double)n)) / d;
    double half =
        LEVEL_Z / d * sqrt (p * (1 - p) / (double)n + z2 / (4 * (double)n * (double)n));
    out[0] = hit_n ? centre - half : 0;
    out[1] = hit_n < n ? centre + half : 1;
}

static void
print (const char *name, const struct args *args, const struct tally *t)
{
    double w[2];
    wilson (t->fail_n, t->trial_n, w);
    printf ("%s\t%.0f\t%g\t%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\t%.4f\t%zu\n", name, args->runs,
            args->shift, t->trial_n, t->fail_n, t->inconclusive_n,
            t->trial_n - t->fail_n - t->inconclusive_n, (double)t->fail_n / (double)t->trial_n,
            w[0], w[1], t->overall_n);
}

static void
count (struct tally *tally, enum fid_outcome outcome, bool overall)
{
    tally->trial_n++;
    tally->fail_n += outcome == FID_FAIL;
    tally->inconclusive_n += outcome == FID_INCONCLUSIVE;
    tally->overall_n += overall;
}

/* The trials of one configuration: any may FAIL, the score decides otherwise. */
static int
try_config (const struct table *t, const struct args *args, uint64_t stream,
            struct tally *tally, struct fid_error *err)
{
    size_t k = (size_t)args->runs;
    double h = args->jitter < 0 ? 1.06 * pow ((double)t->run_n, -0.2) : args->jitter;
    gsl_rng *rng = fid_rng_create ((uint64_t)args->seed, stream);
    double *x = calloc (t->name_n * 2 * k, sizeof *x);
    struct fid_trial *trial = calloc (t->name_n, sizeof *trial);
    struct fid_judgement *v = calloc (t->name_n, sizeof *v);
    int rc = rng && x && trial && v ? 0 : fid_error_nomem (err);
    for (size_t n = 0; !rc && n < (size_t)args->trials; n++) {
        draw (t, k, h, 0, rng, x);
        draw (t, k, h, args->shift, rng, x + k);
        for (size_t i = 0; i < t->name_n; i++) {
            struct fid_prior prior = fid_prior_of ((enum fid_group_id)t->group[i]);
            trial[i] = (struct fid_trial){
                x + i * 2 * k,  x + i * 2 * k + k, k, k, prior.deviation, prior.freedom,
                args->margin < 0 ? 0 : 1 + args->margin};
        }
        int code = fid_judge (trial, t->name_n, args->alpha, v);
        if (code) {
            rc = fid_errorf (err, FID_EINTERNAL, "cannot be judged: %s", gsl_strerror (code));
            break;
        }
        enum fid_outcome outcome = v[0].outcome;
        for (size_t i = 0; i < t->name_n; i++)
            if (v[i].outcome == FID_FAIL)
                outcome = FID_FAIL;
        count (tally, outcome, t->scored && v[0].outcome == FID_FAIL);
    }
    free (v);
    free (trial);
    free (x);
    if (rng)
        gsl_rng_free (rng);
    return rc;
}

/* The runs of a set of c, as a configuration of its own; run has room for all. */
static struct fid_gate_config
subset (const struct fid_gate_config *c, unsigned set, struct fid_gate_run *run)
{
    struct fid_gate_config s = *c;
    s.real = false;
    s.run = run;
    s.run_n = 0;
    for (size_t i = 0; i < c->run_n; i++)
        if (set >> i & 1)
            run[s.run_n++] = c->run[i];
    return s;
}

#define SPLIT_RUNS 12

/* All pairs of sets of k runs that share as few runs as possible. */
static int
try_splits (const struct fid_gate_input *book, const struct fid_gate_config *c, size_t k,
            struct tally *tally, struct fid_error *err)
{
    struct fid_gate_run a_run[SPLIT_RUNS], b_run[SPLIT_RUNS];
    int shared = k * 2 > c->run_n ? (int)(k * 2 - c->run_n) : 0;
    if (c->run_n > SPLIT_RUNS || k >= c->run_n)
        return 0;
    for (unsigned a = 0; a < 1u << c->run_n; a++)
        for (unsigned b = 0; b < 1u << c->run_n; b++) {
            if (__builtin_popcount (a) != (int)k || __builtin_popcount (b) != (int)k ||
                __builtin_popcount (a & b) != shared)
                continue;
            struct fid_gate_config ca = subset (c, a, a_run), cb = subset (c, b, b_run);
            struct fid_gate_input ia = *book, ib = *book;
            struct fid_check_opts opts = FID_CHECK_DEFAULTS;
            struct fid_check check = {0};
            ia.config = &ca;
            ib.config = &cb;
            ia.config_n = ib.config_n = 1;
            int rc = fid_check_run (&ia, &ib, &opts, &check, err);
            bool overall = false;
            for (size_t i = 0; i < check.row_n; i++)
                overall |= check.row[i].kind == FID_CHECK_TRIAL &&
                           check.row[i].outcome == FID_FAIL &&
                           strcmp (check.row[i].what, FID_OVERALL) == 0;
            if (!rc)
                count (tally, check.outcome, overall);
            fid_check_clear (&check);
            if (rc)
                return -1;
        }
    return 0;
}

static int
try_book (const struct fid_gate_input *book, const struct args *args, struct fid_error *err)
{
    struct tally all = {0};
    int rc = 0;
    printf ("configuration\truns\tshift\ttrials\tFAIL\tINCONCLUSIVE\tPASS\tfail_share\tlow\t"
            "high\toverall_FAIL\n");
    for (size_t i = 0; !rc && i < book->config_n; i++) {
        const struct fid_gate_config *c = &book->config[i];
        struct table t = {0};
        struct tally one = {0};
        if (c->run_n < LEAST_RUNS)
            continue;
        if (args->splits)
            rc = try_splits (book, c, (size_t)args->runs, &one, err);
        else if (!(rc = fill (c, &t, err)) && t.name_n)
            rc = try_config (&t, args, i, &one, err);
        clear_table (&t);
        if (rc || !one.trial_n)
            continue;
        print (c->name, args, &one);
        all.trial_n += one.trial_n;
        all.fail_n += one.fail_n;
        all.inconclusive_n += one.inconclusive_n;
        all.overall_n += one.overall_n;
    }
    if (!rc && !all.trial_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no configuration with enough runs", book->path);
    if (!rc)
        print ("all", args, &all);
    return rc;
}

int
main (int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, "RESULTS", "The gate on resampled runs of one configuration.",
        NULL,    NULL,  NULL};
    struct args args = {NULL, false, 3, 200, 0, -1, -1, 0.05, 1};
    struct fid_gate_input book = {0};
    struct fid_error err = {0};
    argp_err_exit_status = FID_EUSAGE;
    argp_parse (&argp, argc, argv, 0, NULL, &args);
    gsl_set_error_handler_off ();
    int rc = fid_gate_load (args.path, FID_BY_CONFIG, &book, &err);
    if (!rc)
        rc = try_book (&book, &args, &err);
    fid_gate_clear (&book);
    if (rc)
        fprintf (stderr, "fidlio-aa: %s\n", err.text);
    if (fflush (stdout) || ferror (stdout)) {
        fprintf (stderr, "fidlio-aa: cannot write: %s\n", strerror (errno));
        return FID_EINTERNAL;
    }
    return rc ? (int)err.status : 0;
}
