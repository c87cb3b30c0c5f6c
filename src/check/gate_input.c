/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_input.c - runs and their numbers (see gate_input.h) */
#include <gsl/gsl_errno.h>
#include "check/gate_input.h"
#include "metrics/aggregate.h"

int fid_gate_add (struct fid_gate_input *input, struct fid_gate_run *run,
                  enum fid_gate_kind kind, const char *name, double value, double tolerance,
                  struct fid_error *err)
{
    const char *copy = fid_arena_text (&input->arena, name, err);
    FID_TRY (!copy);
    FID_TRY (fid_arena_grow (&input->arena, &run->entry, &run->entry_cap, run->entry_n + 1,
                             sizeof *run->entry, err));
    run->entry[run->entry_n++] = (struct fid_gate_entry){kind, copy, value, tolerance};
    return 0;
}

const struct fid_gate_config *fid_gate_find (const struct fid_gate_input *input,
                                             const char *workload, const char *name, bool real)
{
    FID_EACH (const struct fid_gate_config, c, input->config)
        if (c->real == real && strcmp (c->name, name) == 0 &&
            strcmp (c->workload, workload) == 0)
            return c;
    return NULL;
}

struct fid_gate_config *fid_gate_config_of (struct fid_gate_input *input, const char *workload,
                                            const char *name, bool real, struct fid_error *err)
{
    const struct fid_gate_config *found = fid_gate_find (input, workload, name, real);
    if (found)
        return &input->config[found - input->config];
    struct fid_gate_config c = {.workload = fid_arena_text (&input->arena, workload, err),
                                .real = real};
    c.name = c.workload ? fid_arena_text (&input->arena, name, err) : NULL;
    if (!c.name || fid_arena_grow (&input->arena, &input->config, &input->config_cap,
                                   input->config_n + 1, sizeof c, err))
        return NULL;
    input->config[input->config_n] = c;
    return &input->config[input->config_n++];
}

struct fid_gate_run *fid_gate_run_of (struct fid_gate_input *input,
                                      struct fid_gate_config *config, const char *id,
                                      const char *hash, struct fid_error *err)
{
    for (size_t i = 0; i < config->run_n; i++)
        if (strcmp (config->run[i].id, id) == 0)
            return &config->run[i];
    struct fid_gate_run run = {.id = fid_arena_text (&input->arena, id, err)};
    run.hash = run.id ? fid_arena_text (&input->arena, hash, err) : NULL;
    if (!run.hash || fid_arena_grow (&input->arena, &config->run, &config->run_cap,
                                     config->run_n + 1, sizeof run, err))
        return NULL;
    config->run[config->run_n] = run;
    return &config->run[config->run_n++];
}

int fid_gate_refer (struct fid_gate_input *input, const char *workload, const char *id,
                    const char *hash, struct fid_error *err)
{
    for (size_t i = 0; i < input->reference_n; i++)
        if (strcmp (input->reference[i].id, id) == 0 &&
            strcmp (input->reference[i].workload, workload) == 0)
            return 0;
    struct fid_gate_reference r = {.workload = fid_arena_text (&input->arena, workload, err)};
    r.id = r.workload ? fid_arena_text (&input->arena, id, err) : NULL;
    r.hash = r.id ? fid_arena_text (&input->arena, hash, err) : NULL;
    FID_TRY (!r.hash);
    FID_TRY (fid_arena_grow (&input->arena, &input->reference, &input->reference_cap,
                             input->reference_n + 1, sizeof r, err));
    input->reference[input->reference_n++] = r;
    return 0;
}

/* ---- order */

FID_ORDER_BY (by_entry, struct fid_gate_entry, FID_RISING (kind) FID_RISING_TEXT (name))

FID_ORDER_BY (by_run, struct fid_gate_run, FID_RISING_TEXT (id))

FID_ORDER_BY (by_config, struct fid_gate_config,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (name) FID_RISING (real))

FID_ORDER_BY (by_reference, struct fid_gate_reference,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (id))

static int no_median (const char *name, int code, struct fid_error *err)
{
    return fid_errorf (err, FID_EINTERNAL, "%s: no median: %s", name, gsl_strerror (code));
}

/* entry[0] := the medians of entry[n], over those that have a value. */
static int merge_runs (struct fid_gate_entry *entry, size_t n, double *scratch,
                       struct fid_error *err)
{
    size_t have = 0;
    for (size_t i = 0; i < n; i++) {
        if (entry[i].value != FID_ABSENT)
            scratch[have++] = entry[i].value;
        entry[0].tolerance = fmax (entry[0].tolerance, entry[i].tolerance);
    }
    int code = have ? fid_median (scratch, have, &entry[0].value) : 0;
    return code ? no_median (entry->name, code, err) : 0;
}

/* The median of one number of several answers, over those that have it. */
static int median_of (const struct fid_gate_run *run, size_t at, double *scratch, double *out,
                      struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < run->each_n; i++) {
        double x = *(const double *)((const char *)&run->each[i] + at);
        if (x != FID_ABSENT)
            scratch[n++] = x;
    }
    *out = FID_ABSENT;
    int code = n ? fid_median (scratch, n, out) : 0;
    return code ? no_median ("answer", code, err) : 0;
}

/* The entries that follow from the answer of a run. */
static int settle_answer (struct fid_gate_input *input, struct fid_gate_run *run,
                          struct fid_error *err)
{
    if (run->each_n) {
        static const size_t number[] = {offsetof (struct fid_gate_answer, error),
                                        offsetof (struct fid_gate_answer, capacity[0]),
                                        offsetof (struct fid_gate_answer, capacity[1])};
        FID_FREED double *scratch = malloc (run->each_n * sizeof *scratch);
        FID_NEED (scratch, err);
        for (size_t i = 0; i < sizeof number / sizeof *number; i++)
            FID_TRY (median_of (run, number[i], scratch,
                                (double *)((char *)&run->answer + number[i]), err));
        run->answer.verdict = run->each[0].verdict;
        for (size_t i = 1; i < run->each_n; i++)
            if (run->each[i].verdict != run->answer.verdict)
                run->answer.verdict = FID_CANNOT_TELL;
        run->each_n = 0;
    }
    const struct fid_gate_answer *a = &run->answer;
    if (a->error != FID_ABSENT)
        FID_TRY (fid_gate_add (input, run, FID_GATE_ANSWER, FID_PRIOR_NAME_ANSWER, a->error, 0,
                               err));
    if (a->capacity[0] > 0 && a->capacity[1] > 0)
        return fid_gate_add (
            input, run, FID_GATE_ANSWER, FID_PRIOR_NAME_CAPACITY,
            fmin (fabs (log (a->capacity[1] / a->capacity[0])), log (FID_CAPACITY_MOST)), 0,
            err);
    return 0;
}

static int settle_run (struct fid_gate_run *run, struct fid_error *err)
{
    if (!run->entry_n)
        return 0;
    FID_FREED double *scratch = malloc (run->entry_n * sizeof *scratch);
    FID_NEED (scratch, err);
    qsort (run->entry, run->entry_n, sizeof *run->entry, by_entry);
    size_t kept = 0;
    for (size_t from = 0, to; from < run->entry_n; from = to) {
        to = from + 1;
        while (to < run->entry_n && by_entry (&run->entry[from], &run->entry[to]) == 0)
            to++;
        FID_TRY (merge_runs (&run->entry[from], to - from, scratch, err));
        run->entry[kept++] = run->entry[from];
    }
    run->entry_n = kept;
    for (size_t i = kept; i-- > 0;) {
        run->of[run->entry[i].kind].at = &run->entry[i];
        run->of[run->entry[i].kind].n++;
    }
    return 0;
}

int fid_gate_settle (struct fid_gate_input *input, struct fid_error *err)
{
    FID_SORT (input->reference, input->reference_n, by_reference);
    FID_SORT (input->config, input->config_n, by_config);
    for (size_t i = 0; i < input->config_n; i++) {
        struct fid_gate_config *c = &input->config[i];
        FID_SORT (c->run, c->run_n, by_run);
        FID_EACH (struct fid_gate_run, run, c->run) {
            FID_TRY (settle_answer (input, run, err));
            FID_TRY (settle_run (run, err));
        }
    }
    return 0;
}

const struct fid_gate_entry *fid_gate_entry_of (const struct fid_gate_run *run,
                                                enum fid_gate_kind kind, const char *name)
{
    struct fid_gate_entry key = {.kind = kind, .name = name};
    return run->entry_n ? bsearch (&key, run->entry, run->entry_n, sizeof key, by_entry) : NULL;
}

bool fid_gate_has_workload (const struct fid_gate_input *input, const char *workload)
{
    for (size_t i = 0; i < input->config_n; i++)
        if (!input->config[i].real && strcmp (input->config[i].workload, workload) == 0)
            return true;
    return false;
}

bool fid_gate_holds (const struct fid_gate_config *config, const struct fid_gate_run *run)
{
    FID_EACH (const struct fid_gate_run, other, config->run) {
        size_t same_n = 0;
        FID_EACH (const struct fid_gate_entry, e, run->entry) {
            const struct fid_gate_entry *was = fid_gate_entry_of (other, e->kind, e->name);
            /* files keep 12 digits, and no measures */
            same_n += e->kind == FID_GATE_MEASURE ||
                      (was && fabs (was->value - e->value) <= 1e-9 * fabs (e->value));
        }
        if (strcmp (other->hash, run->hash) == 0 && same_n == run->entry_n)
            return true;
    }
    return false;
}

const char *fid_gate_cause (const struct fid_gate_config *config)
{
    const struct fid_gate_run *worst = NULL;
    FID_EACH (const struct fid_gate_run, run, config->run)
        if (run->cause && (!worst || run->answer.error > worst->answer.error))
            worst = run;
    return worst ? worst->cause : NULL;
}

const char *fid_gate_why (const struct fid_gate_config *config)
{
    FID_EACH (const struct fid_gate_run, run, config->run)
        if (run->why)
            return run->why;
    return NULL;
}

size_t fid_gate_numbers (const struct fid_gate_config *config, enum fid_gate_kind kind,
                         const char *name, double *x)
{
    size_t n = 0;
    for (size_t i = 0; i < config->run_n; i++) {
        const struct fid_gate_entry *e = fid_gate_entry_of (&config->run[i], kind, name);
        if (e && e->value != FID_ABSENT)
            x[n++] = e->value;
    }
    return n;
}

int fid_gate_median (const struct fid_gate_config *config, enum fid_gate_kind kind,
                     const char *name, double *out, struct fid_error *err)
{
    FID_FREED double *x = malloc ((config->run_n + 1) * sizeof *x);
    FID_NEED (x, err);
    size_t n = fid_gate_numbers (config, kind, name, x);
    *out = FID_ABSENT;
    int code = n ? fid_median (x, n, out) : 0;
    return code ? no_median (name, code, err) : 0;
}

void fid_gate_clear (struct fid_gate_input *input)
{
    fid_arena_clear (&input->arena);
    *input = (struct fid_gate_input){0};
}
