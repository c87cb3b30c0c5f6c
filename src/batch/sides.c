/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.c - see sides.h */
#include "base/parallel.h"
#include "job/of_run.h"
#include "batch/sides.h"
#include "readers/load.h"

static int load_run (void *ctx, size_t i, struct fid_error *err)
{
    struct fid_sides *s = ctx;
    const struct fid_sides_opts *o = &s->how;
    s->run[i] =
        fid_run_load (i < o->real_n ? o->real[i] : o->emulation[i - o->real_n], o->run, err);
    return s->run[i] ? 0 : -1;
}

static bool same_configuration (const struct fid_run *a, const struct fid_run *b)
{
    size_t n = fid_configuration_length (a->id);
    return n == fid_configuration_length (b->id) && strncmp (a->id, b->id, n) == 0 &&
           strcmp (a->workload, b->workload) == 0;
}

/* Order the emulations so that repeats of one configuration follow each other, otherwise as
 * they were given; writes the first of each emulation, and the end, to first[]. */
static size_t group_emulations (struct fid_run **emu, size_t n, bool one, size_t *first)
{
    size_t group_n = 0;
    for (size_t i = 0; i < n;) {
        size_t end = one ? n : i + 1;
        for (size_t j = end; j < n; j++)
            if (same_configuration (emu[i], emu[j])) {
                struct fid_run *found = emu[j];
                memmove (emu + end + 1, emu + end, (j - end) * sizeof *emu);
                emu[end++] = found;
            }
        first[group_n++] = i;
        i = end;
    }
    first[group_n] = n;
    return group_n;
}

/* Refuse real runs of several jobs as one side. */
static int check_side (struct fid_run *const *run, size_t n, struct fid_error *err)
{
    for (size_t i = 1; i < n; i++) {
        if (strcmp (run[0]->workload, run[i]->workload) != 0)
            return fid_errorf (err, FID_EUSAGE,
                               "%s is of the workload %s, %s of %s: they do not repeat one "
                               "job (--force compares them as repeats)",
                               run[0]->id, *run[0]->workload ? run[0]->workload : "unknown",
                               run[i]->id, *run[i]->workload ? run[i]->workload : "unknown");
        if (run[0]->emulation != run[i]->emulation)
            return fid_errorf (err, FID_EUSAGE,
                               "%s is %s, %s is %s: they do not repeat one job (--force "
                               "compares them as repeats)",
                               run[0]->id, run[0]->emulation ? "an emulation" : "a real run",
                               run[i]->id, run[i]->emulation ? "an emulation" : "a real run");
    }
    return 0;
}

int fid_sides_load (struct fid_sides *s, const struct fid_sides_opts *opts,
                    struct fid_error *err)
{
    size_t n = opts->real_n + opts->emulation_n;
    *s = (struct fid_sides){.how = *opts, .compare = *opts->compare};
    s->run = calloc (n, sizeof *s->run);
    s->first = calloc (opts->emulation_n + 1, sizeof *s->first);
    FID_NEED (s->run && s->first, err);
    s->compare.thread_n = opts->thread_n;
    FID_TRY (fid_parallel (n, opts->thread_n, load_run, s, err));
    if (!opts->force)
        FID_TRY (check_side (s->run, opts->real_n, err));
    s->emulation_n =
        group_emulations (s->run + opts->real_n, opts->emulation_n, opts->force, s->first);
    /* the noise: of the file, or of the real runs where they repeat and agree */
    const struct fid_sides_opts *o = &s->how;
    const struct fid_run *const *run = (const struct fid_run *const *)s->run;
    FID_SCOPED (fid_agreement_clear) struct fid_agreement a = {.odd = NULL};
    if (o->calibration)
        FID_TRY (fid_calibration_load (o->calibration, &s->calibration, err));
    else if (o->real_n > 1 && s->run[0]->workload[0] &&
             check_side (s->run, o->real_n, err) == 0) {
        FID_TRY (fid_runs_agree (&a, run, o->real_n, err));
        if (!a.differ)
            FID_TRY (fid_calibrate (run, o->real_n, o->run, o->compare, o->thread_n,
                                    &s->calibration, err));
    }
    s->compare.calibration = s->calibration;
    return 0;
}

int fid_sides_compare (struct fid_sides *s, size_t i, const struct fid_series_size *series,
                       struct fid_compared *out, struct fid_error *err)
{
    struct fid_op_side operators = {0};
    const struct fid_run *const *run = (const struct fid_run *const *)s->run;
    size_t from = s->first[i], n = s->first[i + 1] - from;
    const struct fid_run *const *emulation = run + s->how.real_n + from;
    const struct fid_comparing how = {.run = s->how.run,
                                      .compare = &s->compare,
                                      .series = series,
                                      .dir = {run[0]->dir, emulation[0]->dir},
                                      .operators = {&s->operators, &operators}};
    return fid_compare_pair (&how, run, s->how.real_n, emulation, n, out, err);
}

void fid_sides_clear (struct fid_sides *s)
{
    for (size_t i = 0; s->run && i < s->how.real_n + s->how.emulation_n; i++)
        fid_run_destroy (s->run[i]);
    FID_FREE (s->run, s->first);
    fid_calibration_destroy (s->calibration);
    *s = (struct fid_sides){0};
}
