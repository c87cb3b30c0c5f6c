/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - trials and their rows (see check.h) */
#include <gsl/gsl_errno.h>
#include "check/check.h"
#include "results/answer_words.h"

const char *const fid_outcome_names[] = {"PASS", "INCONCLUSIVE", "FAIL"};

const char *const fid_check_kind_names[] = {
    [FID_CHECK_TRIAL] = "trial",         [FID_CHECK_AMOUNT] = "amount",
    [FID_CHECK_PHASE] = "phase",         [FID_CHECK_COVERAGE] = "coverage",
    [FID_CHECK_THRESHOLD] = "threshold", [FID_CHECK_VERDICT] = "verdict",
    [FID_CHECK_LIMIT] = "limit",         [FID_CHECK_CHANGE] = "change",
};

int fid_check_note (struct fid_check *check, struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    const char *text = fid_arena_vformat (&check->arena, err, fmt, ap);
    va_end (ap);
    FID_TRY (!text);
    FID_TRY (fid_arena_grow (&check->arena, &check->note, &check->note_cap, check->note_n + 1,
                             sizeof *check->note, err));
    check->note[check->note_n++] = text;
    return 0;
}

/* ---- trials */

/* A family: the trials of one configuration. */
struct family {
    const struct fid_gate_config *accepted, *candidate;
    bool equal; /* both are the same recordings: nothing changed, however few they are */
    struct fid_trial trial[FID_CHECK_TRIALS];
    enum fid_gate_kind kind[FID_CHECK_TRIALS];
    const char *what[FID_CHECK_TRIALS];
    size_t n;
};

/* What is tried. */
static const struct {
    enum fid_gate_kind kind;
    const char *name;
    int prior;
} tried[FID_CHECK_TRIALS] = {
    {FID_GATE_ANSWER, FID_PRIOR_NAME_ANSWER, FID_PRIOR_ANSWER},
    {FID_GATE_ANSWER, FID_PRIOR_NAME_CAPACITY, FID_PRIOR_CAPACITY},
    {FID_GATE_SIMILARITY, FID_OVERALL, FID_PRIOR_SIMILARITY},
};

/* The losses of the runs that have one; returns how many. */
static size_t losses_of_runs (const struct fid_gate_config *c, enum fid_gate_kind kind,
                              const char *name, double *x)
{
    size_t n = fid_gate_numbers (c, kind, name, x);
    for (size_t i = 0; kind == FID_GATE_SIMILARITY && i < n; i++)
        x[i] = fid_loss (x[i]);
    return n;
}

/* Append "1 more run" or "2 more runs"; nothing for 0. */
static void say_runs (char *text, size_t size, size_t n, const char *before, const char *after)
{
    size_t used = strlen (text);
    if (n)
        snprintf (text + used, size - used, "%s%zu more run%s%s", before, n, n == 1 ? "" : "s",
                  after);
}

/* How many runs are missing on each side. */
static void explain_runs (const struct fid_trial *t, const struct fid_judgement *v, char *text,
                          size_t size)
{
    size_t new_n = v->needed_n > t->candidate_n ? v->needed_n - t->candidate_n : 0;
    size_t old_n = v->needed_n > t->accepted_n ? v->needed_n - t->accepted_n : 0;
    snprintf (text, size, "%s: ", v->few ? "too few runs" : "the runs differ too much");
    say_runs (text, size, new_n, "", "");
    say_runs (text, size, old_n, new_n ? " and " : "", " of the accepted configuration");
    size_t used = strlen (text);
    snprintf (text + used, size - used, "%s", v->few ? " needed" : " would do");
}

/* The loss of which `ratio' is left: 0, and not -0, of 1. */
static double loss_of (double ratio)
{
    return 0. - log (ratio);
}

/* Why a trial has its outcome; "" for PASS. */
static void explain_verdict (enum fid_gate_kind kind, const struct fid_trial *t,
                             const struct fid_judgement *v, char *text, size_t size)
{
    text[0] = '\0';
    if (v->outcome == FID_PASS)
        return;
    if (v->outcome == FID_INCONCLUSIVE && (v->few || v->needed_n)) {
        explain_runs (t, v, text, size);
        return;
    }
    /* "26 % off, was 4 %: farther by 21 % (15 % to 27 %), 5 % is allowed" or "0.351, was
     * 0.612: 0.57 times as good (0.54 to 0.61), at least 0.89 is needed" */
    char is[16], was[16], by[16], low[16], high[16], allowed[16];
    if (kind == FID_GATE_ANSWER)
        snprintf (text, size, "%s off, was %s: farther by %s (%s to %s), limit %s",
                  fid_answer_percent (loss_of (v->candidate), is),
                  fid_answer_percent (loss_of (v->accepted), was),
                  fid_answer_percent (loss_of (v->ratio), by),
                  fid_answer_percent (loss_of (v->high), low),
                  fid_answer_percent (loss_of (v->low), high),
                  fid_answer_percent (loss_of (v->allowed), allowed));
    else
        snprintf (text, size, "%.3f, was %.3f: %.2f times as good (%.2f to %.2f), limit %.2f",
                  v->candidate, v->accepted, v->ratio, v->low, v->high, v->allowed);
    size_t used = strlen (text);
    if (v->outcome == FID_INCONCLUSIVE)
        snprintf (text + used, size - used,
                  ": undecided even with %d runs a side; accept them, or set --margin",
                  FID_RUNS_LAST);
}

static int judge_family (struct family *f, const struct fid_check_opts *opts,
                         struct fid_check *check, struct fid_error *err)
{
    struct fid_judgement v[FID_CHECK_TRIALS];
    char text[240];
    /* the answer if it is known, else the similarity, which comes last */
    size_t decider = f->n && strcmp (f->what[0], FID_PRIOR_NAME_ANSWER) ? f->n - 1 : 0;
    int code = fid_judge (f->trial, f->n, opts->alpha, v);
    if (code)
        return fid_errorf (err, code == GSL_EINVAL ? FID_EUSAGE : FID_EINTERNAL,
                           "%s: cannot be judged: %s", f->candidate->name, gsl_strerror (code));
    for (size_t i = 0; i < f->n; i++) {
        struct fid_check_row *row =
            fid_check_new_row (check, f->candidate, f->what[i], FID_CHECK_TRIAL, err);
        if (f->equal)
            v[i].outcome = FID_PASS;
        explain_verdict (f->kind[i], &f->trial[i], &v[i], text, sizeof text);
        FID_TRY (!row);
        row->verdict = v[i];
        if ((row->error = f->kind[i] == FID_GATE_ANSWER)) {
            row->verdict.accepted = loss_of (v[i].accepted);
            row->verdict.candidate = loss_of (v[i].candidate);
        }
        row->aside = i != decider;
        row->accepted_n = f->trial[i].accepted_n;
        row->candidate_n = f->trial[i].candidate_n;
        FID_TRY (fid_check_set_outcome (check, row, v[i].outcome, text,
                                        fid_gate_cause (f->candidate), err));
    }
    return 0;
}

static int try_config (const struct fid_gate_config *accepted,
                       const struct fid_gate_config *candidate, bool equal,
                       const struct fid_check_opts *opts, const struct fid_priors *priors,
                       struct fid_check *check, struct fid_error *err)
{
    struct family f = {.accepted = accepted, .candidate = candidate, .equal = equal};
    check->config_n++;
    FID_FREED double *room =
        calloc (FID_CHECK_TRIALS * (accepted->run_n + candidate->run_n) + 1, sizeof *room);
    FID_NEED (room, err);
    /* at: room for the samples of all trials */
    double *at = room;
    size_t wide = f.accepted->run_n + f.candidate->run_n;
    for (size_t i = 0; i < FID_CHECK_TRIALS; i++, at += wide) {
        struct fid_trial t = {.accepted = at,
                              .s0 = priors->of[tried[i].prior].deviation,
                              .d0 = priors->of[tried[i].prior].freedom,
                              .margin = opts->margin < 0 ? 0 : 1 + opts->margin};
        t.accepted_n = losses_of_runs (f.accepted, tried[i].kind, tried[i].name, at);
        t.candidate = at + t.accepted_n;
        t.candidate_n =
            losses_of_runs (f.candidate, tried[i].kind, tried[i].name, at + t.accepted_n);
        if (!t.accepted_n || !t.candidate_n) /* a guard reports what is lost */
            continue;
        f.kind[f.n] = tried[i].kind;
        f.what[f.n] = tried[i].name;
        f.trial[f.n++] = t;
    }
    return judge_family (&f, opts, check, err);
}

/* Adds ", name" to a list of them, which is NULL at first. */
static int list_name (struct fid_check *check, const char **list, const char *name,
                      struct fid_error *err)
{
    *list = fid_arena_format (&check->arena, err, "%s%s%s", *list ? *list : "",
                              *list ? ", " : "", name);
    return *list ? 0 : -1;
}

/* Judges a configuration by its new recordings.  Those of the baseline are added to *copies, and
 * are left out where there are others. */
static int judge_config (const struct fid_gate_config *a, const struct fid_gate_config *c,
                         const struct fid_check_opts *opts, const struct fid_priors *priors,
                         const char **copies, struct fid_check *check, struct fid_error *err)
{
    struct fid_gate_config fresh = *c;
    FID_FREED struct fid_gate_run *run = malloc ((c->run_n + 1) * sizeof *run);
    FID_NEED (fresh.run = run, err);
    fresh.run_n = 0;
    for (size_t i = 0; i < c->run_n; i++) {
        if (fid_gate_holds (a, &c->run[i]))
            FID_TRY (list_name (check, copies, c->run[i].id, err));
        else
            run[fresh.run_n++] = c->run[i];
    }
    bool equal = !fresh.run_n && c->run_n == a->run_n;
    c = fresh.run_n ? &fresh : c;
    FID_TRY (try_config (a, c, equal, opts, priors, check, err));
    FID_TRY (fid_check_guards (a, c, check, err));
    return fid_check_verdict (a, c, opts->strict, check, err);
}

/* A configuration of the baseline of which there are no runs.  Without results of its workload
 * it is added to *others: that may be all that was asked for. */
static int miss_config (const struct fid_gate_config *a, const struct fid_gate_input *candidate,
                        bool strict, const char **others, struct fid_check *check,
                        struct fid_error *err)
{
    if (fid_gate_has_workload (candidate, a->workload))
        return fid_check_add (check, a, "runs", FID_CHECK_COVERAGE,
                              "the baseline has runs of it, the results do not", NULL, err);
    FID_TRY (list_name (check, others, a->name, err));
    if (!strict)
        return 0;
    struct fid_check_row *row = fid_check_new_row (check, a, "runs", FID_CHECK_COVERAGE, err);
    FID_TRY (!row);
    return fid_check_set_outcome (check, row, FID_INCONCLUSIVE,
                                  "its workload has no results: record it, too", NULL, err);
}

int fid_check_run (const struct fid_gate_input *accepted,
                   const struct fid_gate_input *candidate, const struct fid_check_opts *opts,
                   struct fid_check *check, struct fid_error *err)
{
    const char *copies = NULL, *others = NULL;
    struct fid_priors priors;
    FID_TRY (fid_gate_comparable (accepted, candidate, err));
    FID_TRY (fid_priors_load (opts->prior, &priors, err));
    FID_EACH (const struct fid_gate_config, a, accepted->config) {
        const struct fid_gate_config *c =
            fid_gate_find (candidate, a->workload, a->name, false);
        if (c && !a->real)
            FID_TRY (judge_config (a, c, opts, &priors, &copies, check, err));
        else if (!a->real)
            FID_TRY (miss_config (a, candidate, opts->strict, &others, check, err));
    }
    if (!check->config_n)
        return fid_errorf (err, FID_EINPUT, "%s and %s have no configuration in common",
                           accepted->path, candidate->path);
    FID_EACH (const struct fid_gate_config, c, candidate->config)
        if (!c->real && !fid_gate_find (accepted, c->workload, c->name, false))
            FID_TRY (
                fid_check_note (check, err, "%s: not in the baseline, not judged", c->name));
    if (copies)
        FID_TRY (fid_check_note (
            check, err, "recordings that the baseline has already are not judged: %s", copies));
    return others ? fid_check_note (check, err,
                                    "not judged, because their workloads have no results: %s",
                                    others)
                  : 0;
}

int fid_check_self (const struct fid_gate_input *input, const struct fid_check_opts *opts,
                    struct fid_check *check, struct fid_error *err)
{
    struct fid_priors priors;
    FID_TRY (fid_priors_load (opts->prior, &priors, err));
    FID_EACH (const struct fid_gate_config, c, input->config) {
        if (!c->real)
            continue;
        FID_TRY (try_config (c, c, false, opts, &priors, check, err));
        /* each repeat against the guards of the others */
        FID_FREED struct fid_gate_run *order = malloc (c->run_n * sizeof *order);
        FID_NEED (order, err);
        for (size_t i = 0; i < c->run_n && c->run_n > 1; i++) {
            struct fid_gate_config others = *c, one = *c;
            others.run = order;
            others.run_n = 0;
            for (size_t j = 0; j < c->run_n; j++)
                if (j != i)
                    order[others.run_n++] = c->run[j];
            one.run = &c->run[i];
            one.run_n = 1;
            FID_TRY (fid_check_guards (&others, &one, check, err));
        }
    }
    return check->config_n
               ? 0
               : fid_errorf (
                     err, FID_EINPUT,
                     "%s: no real run was compared with a repeat (give the real runs as "
                     "emulations too)",
                     input->path);
}

void fid_check_clear (struct fid_check *check)
{
    fid_arena_clear (&check->arena);
    *check = (struct fid_check){0};
}
