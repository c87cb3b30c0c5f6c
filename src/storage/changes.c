/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c - see changes.h */
#include "base/jsonbuild.h"
#include "base/wrap.h"
#include "metrics/aggregate.h"
#include "storage/changes.h"

#define WIDTH 80

/* Felt in calls, waits, and what memory served. */
#define FELT_ELSEWHERE (FID_TRAIT_BIT (FID_TRAIT_FILES) | FID_TRAIT_BIT (FID_TRAIT_SAME_ORDER))

const struct fid_change fid_change_unknown = {.error_after = FID_ABSENT,
                                              .with = FID_JOB_TRAIT_N,
                                              .error_with = FID_ABSENT,
                                              .does = FID_CHANGE_LITTLE};

struct mending {
    const struct fid_answer_run *real; /* borrowed; all */
    size_t real_n;
    const struct fid_job *as, *emulation; /* borrowed */
    double scale[FID_MODEL_N];            /* of the emulation's models (answer.h) */
    double error, as_is; /* E; and of the emulation's job alone, by the models alone */
    const struct fid_answer_opts *opts;
    struct fid_error *err;
};

/* E with some traits of the real job; UNKNOWN where nobody can tell.  Measured times and other
 * emulations know nothing of changes: E changes as it does without them. */
static int find_error_with (const struct mending *m, unsigned traits, double *error)
{
    FID_SCOPED (fid_job_clear) struct fid_job job = {.rank = NULL};
    FID_SCOPED (fid_answer_clear) struct fid_answer a = {.error = FID_ABSENT};
    struct fid_answer_run mended = {.job = &job, .name = ""};
    struct fid_answer_opts opts = *m->opts;
    opts.error_only = true;
    FID_TRY (fid_job_mend (&job, m->emulation, m->as, traits, m->err));
    job.duration_s = 0; /* nobody ran it */
    memcpy (mended.scale, m->scale, sizeof mended.scale);
    FID_TRY (fid_answer (&a, m->real, m->real_n, &mended, 1, &opts, m->err));
    *error = a.error >= 0 ? fmax (0, a.error + m->error - m->as_is) : FID_ABSENT;
    return 0;
}

/* Tries the change with each one before it.  What one hides of the other: each makes the answer
 * worse, both together do not.  Where no change helps alone, two that help together. */
static int find_hidden (const struct mending *m, struct fid_change *c, double error, size_t i,
                        bool alone)
{
    for (size_t j = 0; j < i; j++) {
        double both, least = fmin (c[i].error_after, c[j].error_after);
        bool cancel = least - error > FID_ANSWER_MODEL_ERROR;
        if (least < 0 || (!cancel && alone))
            continue;
        FID_TRY (find_error_with (m, c[i].traits | c[j].traits, &both));
        bool helps = both < error - FID_CHANGE_LEAST;
        if (both < 0 || (!helps && (!cancel || both > error + FID_ANSWER_MODEL_ERROR)) ||
            both > least - FID_ANSWER_MODEL_ERROR)
            continue;
        for (int k = 0; k < 2; k++) {
            struct fid_change *to = &c[k ? j : i];
            if (to->error_with >= 0 && to->error_with <= both)
                continue;
            to->with = c[k ? i : j].of.trait;
            to->error_with = both;
        }
    }
    return 0;
}

int fid_changes_answer (struct fid_change *c, size_t n, double error,
                        const struct fid_answer_run *real, size_t real_n,
                        const struct fid_job *emulation, const struct fid_answer_opts *opts,
                        struct fid_error *err)
{
    struct mending m = {
        .real = real, .real_n = real_n, .emulation = emulation, .opts = opts, .err = err};
    FID_SCOPED (fid_timing_clear) struct fid_timing timing;
    struct fid_storage recorded;
    size_t first;
    fid_timing_init (&timing, emulation);
    fid_storage_init (&recorded, "");
    FID_TRY (fid_answer_first (&first, real, real_n, err));
    FID_TRY (fid_timing_add (&timing, &recorded, 1, err));
    for (int k = 0; k < FID_MODEL_N; k++)
        m.scale[k] = emulation->duration_s / timing.timed->t[k].total_s;
    m.as = real[first].job;
    if (error >= 0)
        FID_TRY (find_error_with (&m, 0, &m.as_is));
    m.error = m.as_is >= 0 ? error : 0;
    m.as_is = fmax (0, m.as_is);
    for (size_t i = 0; i < n; i++) {
        struct fid_change unknown = fid_change_unknown;
        unknown.traits = c[i].traits;
        unknown.of = c[i].of;
        c[i] = unknown;
        if (error < 0 || !(c[i].traits & ~FELT_ELSEWHERE))
            continue;
        FID_TRY (find_error_with (&m, c[i].traits, &c[i].error_after));
        double moved = c[i].error_after - error;
        if (c[i].error_after >= 0 && fabs (moved) > FID_CHANGE_LEAST)
            c[i].does = moved < 0 ? FID_CHANGE_BETTER : FID_CHANGE_WORSE;
    }
    bool alone = false;
    for (size_t i = 0; i < n; i++)
        alone |= c[i].does == FID_CHANGE_BETTER;
    for (size_t i = 0; i < n; i++)
        FID_TRY (find_hidden (&m, c, error, i, alone));
    for (size_t i = 0; i < n && !alone; i++)
        if (c[i].error_with >= 0 && c[i].error_with < error - FID_CHANGE_LEAST)
            c[i].does = FID_CHANGE_TOGETHER;
    return 0;
}

int fid_changes_order (const void *va, const void *vb)
{
    const struct fid_change *a = va, *b = vb;
    double x = a->error_with >= 0 ? a->error_with : a->error_after; /* the least it leads to */
    double y = b->error_with >= 0 ? b->error_with : b->error_after;
    if (a->does != b->does)
        return (int)a->does - (int)b->does;
    if ((x >= 0) != (y >= 0))
        return x >= 0 ? -1 : 1;
    int order = fid_order (x, y);
    return order ? order : (int)a->of.trait - (int)b->of.trait;
}

int fid_changes_find (struct fid_change c[FID_JOB_TRAIT_N], size_t *n, double error,
                      const struct fid_answer_run *real, size_t real_n,
                      const struct fid_job *emulation, const struct fid_answer_opts *opts,
                      struct fid_error *err)
{
    struct fid_job_difference d[FID_JOB_TRAIT_N];
    size_t first;
    *n = 0;
    FID_TRY (fid_answer_first (&first, real, real_n, err));
    size_t found = fid_job_differences (real[first].job, emulation, d);
    for (size_t i = 0; i < found; i++)
        c[i] = (struct fid_change){.traits = FID_TRAIT_BIT (d[i].trait), .of = d[i]};
    FID_TRY (fid_changes_answer (c, found, error, real, real_n, emulation, opts, err));
    qsort (c, found, sizeof *c, fid_changes_order);
    *n = found;
    return 0;
}

/* Prints the differences that make the error smaller, or the others. */
static int print_some (const struct fid_change *c, size_t n, bool better, FILE *f,
                       struct fid_error *err)
{
    for (size_t i = 0; i < n; i++) {
        char first[16] = "        ", text[FID_TRAIT_TEXT], with[FID_TRAIT_TEXT + 80] = "";
        bool told = (c[i].does <= FID_CHANGE_TOGETHER) != better;
        for (size_t k = 0; k < i && c[i].does == FID_CHANGE_TOGETHER; k++)
            told |= c[k].of.trait == c[i].with && c[k].with == c[i].of.trait;
        if (told)
            continue;
        double after = c[i].does == FID_CHANGE_TOGETHER ? c[i].error_with : c[i].error_after;
        if (better)
            snprintf (first, sizeof first, "%4.0f %%  ", 100 * expm1 (after));
        if (c[i].with != FID_JOB_TRAIT_N && better)
            snprintf (with, sizeof with, "; together with the %s",
                      fid_job_traits[c[i].with].words);
        else if (c[i].with != FID_JOB_TRAIT_N)
            snprintf (with, sizeof with,
                      "; alone %.0f %%, %.0f %% if the %s changes, too: two errors cancel",
                      100 * expm1 (c[i].error_after), 100 * expm1 (c[i].error_with),
                      fid_job_traits[c[i].with].words);
        char *line = fid_format (err, "%s%s", fid_job_difference_text (&c[i].of, text), with);
        FID_TRY (fid_wrap_made (f, first, line, WIDTH, err));
    }
    return 0;
}

int fid_changes_print (const struct fid_change *c, size_t n, double error, FILE *f,
                       struct fid_error *err)
{
    size_t better = 0;
    bool alone = n && c[0].does == FID_CHANGE_BETTER;
    while (better < n && c[better].does <= FID_CHANGE_TOGETHER)
        better++;
    if (error >= 0 && !alone)
        fputs (better ? "no single change makes the error smaller; two together would:\n"
                      : "no single change makes the error smaller\n",
               f);
    else if (error >= 0)
        fprintf (f, "error after one change (now %.0f %%):\n", 100 * expm1 (error));
    FID_TRY (print_some (c, n, true, f, err));
    if (better < n)
        fputs (better ? "other differences, which do not make it smaller:\n" : "differences:\n",
               f);
    return print_some (c, n, false, f, err);
}

void fid_changes_put (struct fid_doc *doc, cJSON *in, const char *key,
                      const struct fid_change *c, size_t n)
{
    cJSON *list = fid_doc_list (doc, in, key);
    for (size_t i = 0; i < n; i++) {
        const struct fid_job_trait_info *info = &fid_job_traits[c[i].of.trait];
        fid_doc_row (doc, list, NULL,
                     "trait %s words %s unit %s real %g emulation %g error_after %f with %s "
                     "error_with %f",
                     info->name, info->words, fid_unit_name (info->unit), c[i].of.real,
                     c[i].of.emulation, c[i].error_after,
                     c[i].with == FID_JOB_TRAIT_N ? NULL : fid_job_traits[c[i].with].name,
                     c[i].error_with);
    }
}

int fid_answered_make (struct fid_answered *a, const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation,
                       const struct fid_answer_opts *opts, struct fid_error *err)
{
    FID_SCOPED (fid_answer_clear) struct fid_answer answer = {.point = NULL};
    size_t first;
    FID_TRY (fid_answer (&answer, real->run, real->n, emulation->run, emulation->n, opts, err));
    FID_TRY (fid_answer_doc (&answer, &a->arena, &a->doc, err));
    if (!emulation->n)
        return 0;
    FID_TRY (fid_answer_first (&first, emulation->run, emulation->n, err));
    return fid_changes_find (a->change, &a->change_n, answer.error, real->run, real->n,
                             emulation->run[first].job, opts, err);
}

void fid_answered_put (struct fid_doc *d, const char *schema, const struct fid_answered *a,
                       const struct fid_answer_sources *real,
                       const struct fid_answer_sources *emulation)
{
    static const char *const keys[] = {"real", "emulation"};
    const struct fid_answer_sources *side[] = {real, emulation};
    fid_doc_text (d, d->root, "schema", schema);
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        cJSON *list = fid_doc_list (d, d->root, keys[k]);
        for (size_t i = 0; i < side[k]->n; i++)
            fid_doc_text (d, list, NULL, side[k]->run[i].name);
    }
    fid_doc_take (d, d->root, "answer", fid_record_json (&fid_answer_record, &a->doc));
    fid_changes_put (d, d->root, "differences", a->change, a->change_n);
}

void fid_answered_clear (struct fid_answered *a)
{
    fid_arena_clear (&a->arena);
}
