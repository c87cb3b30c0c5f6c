/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fidlio-aa.c - how often does the gate raise a false alarm, and how often does it see a loss?
 *
 * fidlio-aa [--runs K] [--shift X] [--trials N] [--jitter H] RESULTS
 *
 * Compares every configuration of RESULTS (a directory of results or a baseline) that has
 * at least two runs with itself: both sides are K runs resampled from its recorded ones,
 * judged as `fidlio check` does (verdict.h: the similarity and the grades of groups are a family;
 * the built-in prior).
 *
 * A resampled run is a recorded one, drawn with replacement, with all its
 * losses (-ln of grades); to each of them N (0, H s) is added, s being its standard
 * deviation over the recorded runs (a smoothed bootstrap, so that sides of five recorded
 * runs are not made of ties; Efron & Tibshirani 1993, ch. 16).  H is Silverman's
 * 1.06 n^-1/5 where none is given; 0: plain.  The candidate side is then lowered by X
 * times max (ln 1.05, 3 s): with X = 0 every FAIL is a false alarm, well above 1 every trial
 * should FAIL.
 *
 * Built by `make check`, not installed. */
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include "base/span.h"
#include "check/gate_input.h"
#include "check/check.h"
#include "metrics/moderated.h"
#include "metrics/rng.h"
#include "model/profile.h"

#define LEAST_RUNS 2
#define SEED       1
#define ALPHA      0.05

struct args {
    const char *path;
    double runs, trials, shift, jitter;
};

static const struct argp_option options[] = {
    {"runs", 'k', "K", 0, "runs on each side: 3", 0},
    {"trials", 'n', "N", 0, "trials of each configuration: 200", 0},
    {"shift", 'x', "X", 0, "lower the candidate side by X margins: 0", 0},
    {"jitter", 'j', "H", 0, "bandwidth, in standard deviations; 0: plain bootstrap", 0},
    {0}};

static double number (struct argp_state *state, const char *arg, double low, double high)
{
    double x = 0;
    if (!fid_span_f64 (fid_span_of (arg), &x) || !(x >= low && x <= high))
        argp_error (state, "'%s' is not a number from %g to %g", arg, low, high);
    return x;
}

static error_t parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case 'k':
        args->runs = floor (number (state, arg, 1, 1000));
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

/* The losses of one configuration: value[name * run_n + run]; the similarity comes first. */
struct table {
    size_t run_n, name_n;
    double *value, *spread; /* owned */
    int *group;             /* owned; FID_GROUP_N: the similarity */
};

static void clear_table (struct table *t)
{
    free (t->value);
    free (t->spread);
    free (t->group);
    *t = (struct table){0};
}

/* A name some run lacks is left out. */
static int fill (const struct fid_gate_config *c, struct table *t, struct fid_error *err)
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
        int g = fid_prior_find (fid_span_of (e->name));
        if ((e->kind != FID_GATE_SIMILARITY && e->kind != FID_GATE_ANSWER) || g < 0 ||
            fid_gate_numbers (c, e->kind, e->name, row) != c->run_n)
            continue;
        for (size_t r = 0; r < c->run_n && e->kind == FID_GATE_SIMILARITY; r++)
            row[r] = fid_loss (row[r]);
        t->group[t->name_n] = g;
        t->spread[t->name_n++] = sqrt (fid_squares (row, c->run_n) / (double)(c->run_n - 1));
        row += c->run_n;
    }
    return 0;
}

/* k resampled runs, all names, into out[name * 2 * k + run]. */
static void draw (const struct table *t, size_t k, double jitter, double shift, gsl_rng *rng,
                  double *out)
{
    for (size_t r = 0; r < k; r++) {
        size_t from = gsl_rng_uniform_int (rng, t->run_n);
        for (size_t i = 0; i < t->name_n; i++) {
            double margin = fmax (log (FID_MARGIN), 3 * t->spread[i]);
            double x = t->value[i * t->run_n + from] + shift * margin +
                       gsl_ran_gaussian (rng, 1) * jitter * t->spread[i];
            out[i * 2 * k + r] = fmax (0, x);
        }
    }
}

struct tally {
    size_t trial_n, of[3]; /* by enum fid_outcome */
};

static void print (const char *name, const struct args *args, const struct tally *t)
{
    printf ("%s\t%.0f\t%g\t%zu\t%zu\t%zu\t%zu\n", name, args->runs, args->shift, t->trial_n,
            t->of[FID_FAIL], t->of[FID_INCONCLUSIVE], t->of[FID_PASS]);
}

/* The trials of one configuration: any may FAIL, the first decides otherwise. */
static int try_config (const struct table *t, const struct args *args, uint64_t stream,
                       struct tally *tally, struct fid_error *err)
{
    size_t k = (size_t)args->runs;
    double h = args->jitter < 0 ? 1.06 * pow ((double)t->run_n, -0.2) : args->jitter;
    gsl_rng *rng = fid_rng_create (SEED, stream);
    double *x = calloc (t->name_n * 2 * k, sizeof *x);
    struct fid_trial *trial = calloc (t->name_n, sizeof *trial);
    struct fid_judgement *v = calloc (t->name_n, sizeof *v);
    int rc = rng && x && trial && v ? 0 : fid_error_nomem (err);
    for (size_t n = 0; !rc && n < (size_t)args->trials; n++) {
        draw (t, k, h, 0, rng, x);
        draw (t, k, h, args->shift, rng, x + k);
        for (size_t i = 0; i < t->name_n; i++) {
            struct fid_prior prior = fid_prior_of (t->group[i]);
            trial[i] = (struct fid_trial){x + i * 2 * k,   x + i * 2 * k + k, k, k,
                                          prior.deviation, prior.freedom,     0};
        }
        int code = fid_judge (trial, t->name_n, ALPHA, v);
        if (code) {
            rc = fid_errorf (err, FID_EINTERNAL, "cannot be judged: %s", gsl_strerror (code));
            break;
        }
        enum fid_outcome outcome = v[0].outcome;
        for (size_t i = 0; i < t->name_n; i++)
            if (v[i].outcome == FID_FAIL)
                outcome = FID_FAIL;
        tally->trial_n++;
        tally->of[outcome]++;
    }
    free (v);
    free (trial);
    free (x);
    if (rng)
        gsl_rng_free (rng);
    return rc;
}

static int try_book (const struct fid_gate_input *book, const struct args *args,
                     struct fid_error *err)
{
    struct tally all = {0};
    int rc = 0;
    printf ("configuration\truns\tshift\ttrials\tFAIL\tINCONCLUSIVE\tPASS\n");
    for (size_t i = 0; !rc && i < book->config_n; i++) {
        const struct fid_gate_config *c = &book->config[i];
        struct table t = {0};
        struct tally one = {0};
        if (c->run_n < LEAST_RUNS)
            continue;
        if (!(rc = fill (c, &t, err)) && t.name_n)
            rc = try_config (&t, args, i, &one, err);
        clear_table (&t);
        if (rc || !one.trial_n)
            continue;
        print (c->name, args, &one);
        all.trial_n += one.trial_n;
        for (int o = 0; o < 3; o++)
            all.of[o] += one.of[o];
    }
    if (!rc && !all.trial_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no configuration with enough runs", book->path);
    if (!rc)
        print ("all", args, &all);
    return rc;
}

int main (int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, "RESULTS", "The gate on resampled runs of one configuration.",
        NULL,    NULL,  NULL};
    struct args args = {NULL, 3, 200, 0, -1};
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
