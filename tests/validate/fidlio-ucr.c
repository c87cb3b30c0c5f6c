/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fidlio-ucr.c - 1-NN classification of UCR-format data sets by fidlio's own DTW
 *
 * fidlio-ucr [--window PCT] [--omega W] TRAIN TEST
 * fidlio-ucr --expect TABLE [--data DIR]
 *
 * The engine held against published numbers; doc/developers/oracles.md has the protocol.
 * Built by `make check`, not installed. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/text.h"
#include "tests/validate/ucr.h"

struct args {
    struct ucr_method method[16];
    size_t method_n;
    const char *table, *data;
    const char *set[2]; /* TRAIN, TEST */
    size_t set_n;
};

static const struct argp_option options[] = {
    {"window", 'w', "PCT", 0, "constrained DTW, window in percent of the length", 0},
    {"omega", 'a', "W", 0, "amerced DTW of the raw data with this penalty", 0},
    {"expect", 'e', "TABLE", 0, "run every line of TABLE whose files exist, and compare", 0},
    {"data", 'd', "DIR", 0, "the files of TABLE are below DIR, not beside TABLE", 0},
    {0}};

static void add_method (struct args *args, const char *name, const char *parameter,
                        struct argp_state *state)
{
    struct fid_error err;
    if (args->method_n == sizeof args->method / sizeof *args->method)
        argp_error (state, "14 windows and omegas at most");
    if (ucr_method_parse (fid_span_of (name), fid_span_of (parameter),
                          &args->method[args->method_n++], &err))
        argp_error (state, "%s", err.text);
}

static error_t parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case 'w':
        add_method (args, "cdtw", arg, state);
        return 0;
    case 'a':
        add_method (args, "adtw", arg, state);
        return 0;
    case 'e':
        args->table = arg;
        return 0;
    case 'd':
        args->data = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (args->set_n == 2)
            argp_error (state, "more than TRAIN and TEST");
        args->set[args->set_n++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->table ? args->set_n || args->method_n > 2 : args->set_n != 2 || args->data)
            argp_error (state, "either TRAIN and TEST or --expect TABLE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Classify the series of the file test by those of the file train. */
static int classify (const char *train_path, const char *test_path, struct ucr_method method,
                     struct ucr_score *score, struct fid_error *err)
{
    struct ucr_set train = {0}, test = {0};
    int rc = ucr_read (&train, train_path, err);
    if (!rc)
        rc = ucr_read (&test, test_path, err);
    if (!rc)
        rc = ucr_classify (&train, &test, method, score, err);
    ucr_clear (&train);
    ucr_clear (&test);
    return rc;
}

static void print_method (struct ucr_method m)
{
    if (m.kind == UCR_ED || m.kind == UCR_DTW)
        printf ("%s\t-", ucr_kind_name (m.kind));
    else
        printf ("%s\t%.12g", ucr_kind_name (m.kind), m.parameter);
}

/* Every method asked for; one that cannot compare the lengths says so. */
static int run_sets (const struct args *args, struct fid_error *err)
{
    struct ucr_set train = {0}, test = {0};
    int rc = ucr_read (&train, args->set[0], err);
    if (!rc)
        rc = ucr_read (&test, args->set[1], err);
    size_t done_n = 0;
    if (!rc)
        printf ("method\tparameter\terror\tcorrect/total\n");
    for (size_t i = 0; !rc && i < args->method_n; i++) {
        struct ucr_score score;
        bool scored = !ucr_classify (&train, &test, args->method[i], &score, err);
        print_method (args->method[i]);
        if (scored)
            printf ("\t%.4f\t%zu/%zu\n", ucr_error (score), score.correct_n, score.total_n);
        else
            printf ("\t-\t%s\n", err->text);
        done_n += scored;
    }
    ucr_clear (&train);
    ucr_clear (&test);
    return rc || !done_n ? -1 : 0;
}

struct tally {
    size_t agree, differ, failed, missing;
};

/* Hold one line of the table against what comes out here, and print both. */
static int run_line (const struct ucr_expect *want, const char *dir, struct tally *tally,
                     struct fid_error *err)
{
    struct fid_error why;
    struct ucr_score got;
    int rc = -1;
    char *test = NULL;
    char *train = *want->train == '/' ? fid_strdup (want->train, err)
                                      : fid_format (err, "%s/%s", dir, want->train);
    if (train)
        test = *want->test == '/' ? fid_strdup (want->test, err)
                                  : fid_format (err, "%s/%s", dir, want->test);
    if (!test)
        goto done;
    rc = 0;
    char result[64] = "-";
    const char *verdict, *reason = "";
    if (access (train, F_OK) || access (test, F_OK)) {
        verdict = "not run";
        reason = access (train, F_OK) ? train : test;
        tally->missing++;
    } else if (classify (train, test, want->method, &got, &why)) {
        verdict = "failed";
        reason = why.text;
        tally->failed++;
    } else {
        bool met = ucr_expect_met (want, got);
        verdict = met ? "agrees" : "differs";
        *(met ? &tally->agree : &tally->differ) += 1;
        snprintf (result, sizeof result, "%.4f (%zu/%zu)", ucr_error (got), got.correct_n,
                  got.total_n);
    }
    printf ("%s\t%s\t", verdict, want->name);
    print_method (want->method);
    printf ("\t%s\t%s%s%s\n", want->want, result, *reason ? "\t" : "", reason);
    fflush (stdout); /* a line may take minutes */
done:
    free (train);
    free (test);
    return rc;
}

static char *folder_of (const char *path, struct fid_error *err)
{
    const char *slash = strrchr (path, '/');
    if (!slash)
        return fid_strdup (".", err);
    return fid_strndup (path, slash == path ? 1 : (size_t)(slash - path), err);
}

/* Returns 0, or -1 with the reason (FID_EFAIL: the table is not met). */
static int run_table (const struct args *args, struct fid_error *err)
{
    struct fid_text in;
    struct fid_span line;
    struct tally t = {0};
    struct fid_error why;
    int rc = -1, more;
    if (fid_text_open (&in, args->table, err))
        return -1;
    char *dir = args->data ? fid_strdup (args->data, err) : folder_of (args->table, err);
    if (!dir)
        goto done;
    printf ("verdict\tname\tmethod\tparameter\texpected\tfound\treason\n");
    while ((more = fid_text_next (&in, &line, err)) > 0) {
        struct ucr_expect want = {0};
        int parsed = ucr_expect_parse (line, &want, &why);
        if (parsed < 0) {
            fid_errorf (err, why.status, "%s:%zu: %s", in.path, in.line_n, why.text);
            goto done;
        }
        if (parsed && run_line (&want, dir, &t, err)) {
            ucr_expect_clear (&want);
            goto done;
        }
        ucr_expect_clear (&want);
    }
    if (more < 0)
        goto done;
    printf ("# %zu agree, %zu differ, %zu failed, %zu not run (no files)\n", t.agree, t.differ,
            t.failed, t.missing);
    if (t.differ + t.failed)
        fid_errorf (err, FID_EFAIL, "%s: %zu of %zu lines do not agree", in.path,
                    t.differ + t.failed, t.agree + t.differ + t.failed);
    else if (!t.agree)
        fid_errorf (err, FID_EINPUT, "%s: nothing was run", in.path);
    else
        rc = 0;
done:
    free (dir);
    fid_text_close (&in);
    return rc;
}

int main (int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "TRAIN TEST\n--expect TABLE",
                                     "1-NN classification errors of UCR-format data sets.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args args = {.method = {{UCR_ED, 0}, {UCR_DTW, 0}}, .method_n = 2};
    struct fid_error err = {0};
    argp_err_exit_status = FID_EUSAGE;
    argp_parse (&argp, argc, argv, 0, NULL, &args);
    int rc = args.table ? run_table (&args, &err) : run_sets (&args, &err);
    if (rc)
        fprintf (stderr, "fidlio-ucr: %s\n", err.text);
    if (fflush (stdout) || ferror (stdout)) {
        fprintf (stderr, "fidlio-ucr: cannot write: %s\n", strerror (errno));
        return FID_EINTERNAL;
    }
    return rc ? (int)err.status : 0;
}
