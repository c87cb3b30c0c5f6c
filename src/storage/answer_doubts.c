/* answer_doubts.c - what is to be known of the runs of a side before anything is concluded */
#include "config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "job/agree.h"
#include "storage/answer_priv.h"

/* Adds a sentence to what is said of a side. */
static void FID_PRINTF (2, 3)
say (struct fid_answer_side *side, const char *format, ...)
{
    va_list list;
    size_t at = strlen (side->said);
    va_start (list, format);
    if (at && at + 2 < sizeof side->said) {
        memcpy (side->said + at, "; ", 3);
        at += 2;
    }
    vsnprintf (side->said + at, sizeof side->said - at, format, list);
    va_end (list);
}

/* Keeps the runs of a side that are no outliers. */
static int
keep_runs (struct answering_side *side, const struct fid_agreement *a, struct fid_error *err)
{
    size_t n = 0;
    if (!a->odd_n)
        return 0;
    if (!(side->kept = malloc (side->n * sizeof *side->kept)))
        return fid_error_nomem (err);
    for (size_t i = 0; i < side->n; i++)
        if (fid_agreement_keeps (a, i))
            side->kept[n++] = side->run[i];
    side->run = side->kept;
    side->n = n;
    return 0;
}

static int
hold_repeats (struct answering *w, int k)
{
    struct answering_side *side = &w->side[k];
    struct fid_answer_side *to = &w->a->side[k];
    const struct fid_job **job = malloc ((side->n + 1) * sizeof *job);
    struct fid_agreement a = {.odd = NULL};
    char text[300];
    if (!job)
        return fid_error_nomem (w->err);
    for (size_t i = 0; i < side->n; i++)
        job[i] = side->run[i].job;
    int rc = fid_jobs_agree (&a, job, side->n, w->err);
    for (size_t i = 0; i < a.odd_n && !rc; i++)
        say (to, "left out: %s",
             fid_odd_repeat_text (&a.odd[i], side->run[a.odd[i].run].name, NULL, text,
                                  sizeof text));
    if (!rc && a.differ) {
        to->doubt = k ? FID_ANSWER_REASON_REPEATS_EMULATION : FID_ANSWER_REASON_REPEATS_REAL;
        say (to, "%s",
             fid_odd_repeat_text (&a.by, side->run[a.by.run].name,
                                  a.by.other < side->n ? side->run[a.by.other].name : NULL, text,
                                  sizeof text));
    }
    if (!rc)
        rc = keep_runs (side, &a, w->err);
    fid_agreement_clear (&a);
    free (job);
    return rc;
}

/* Findings about a run that leave open what it did. */
static void
find_flaws (struct answering *w, int k)
{
    struct fid_answer_side *to = &w->a->side[k];
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; i < w->side[k].n; i++) {
        const struct fid_run_findings *list = w->side[k].run[i].findings;
        for (size_t j = 0; list && j < list->n; j++) {
            if (!fid_run_finding_forbids (&list->at[j]))
                continue;
            if (!to->doubt)
                to->doubt = k ? FID_ANSWER_REASON_FLAW_EMULATION : FID_ANSWER_REASON_FLAW_REAL;
            say (to, "%s: %s", w->side[k].run[i].name,
                 fid_run_finding_text (&list->at[j], text, sizeof text));
        }
    }
}

int
fid_answer_doubt (struct answering *w)
{
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        if (hold_repeats (w, k))
            return -1;
        find_flaws (w, k);
    }
    return 0;
}
