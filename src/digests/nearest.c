/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest.c - see nearest.h */
#include "base/parallel.h"
#include "compare/compare.h"
#include "compare/comparison.h"
#include "digests/nearest.h"
#include "digests/summary.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/several.h"

static void destroy_run (struct fid_run **run)
{
    fid_run_destroy (*run);
}

int fid_members_find (char *const *path, size_t path_n, struct fid_files *members,
                      struct fid_error *err)
{
    *members = (struct fid_files){0};
    for (size_t k = 0; k < path_n; k++) {
        FID_SCOPED (fid_files_clear) struct fid_files files = {0}, runs = {0};
        bool folder;
        FID_TRY (fid_file_is_folder (path[k], &folder, err));
        if (folder)
            FID_TRY (fid_discover (path[k], FID_SEARCH_TREE, &files, err));
        bool digests = files.n > 0; /* and nothing else: they are not opened */
        for (size_t i = 0; i < files.n && digests; i++)
            digests = fid_digest_named (files.path[i]);
        for (size_t i = 0; i < files.n && digests; i++)
            FID_TRY (fid_files_add (members, fid_format (err, "%s/%s", path[k], files.path[i]),
                                    err));
        if (!digests)
            FID_TRY (fid_runs_find (path[k], &runs, err));
        for (size_t i = 0; i < runs.n; i++)
            FID_TRY (fid_files_add (members, fid_strdup (runs.path[i], err), err));
    }
    return 0;
}

/* --- the search */

struct candidate {
    const char *path; /* borrowed */
    size_t place;     /* among the members */
    double apart;     /* fid_summary_apart */
    bool same;
    struct fid_error *err; /* owned; why it cannot be read; NULL */
};

struct search {
    const struct fid_nearest_opts *opts;
    const struct fid_run *run;
    double summary[FID_SUMMARY_N];
    const struct fid_files *members;
    struct candidate *candidate; /* owned */
    pthread_mutex_t lock;        /* of all below */
    struct fid_nearest *out;
};

/* Notes why a member cannot be read; -1 if the reason is the system. */
static int fail_candidate (struct candidate *c, const struct fid_error *why,
                           struct fid_error *err)
{
    if (why->status == FID_EINTERNAL || !(c->err = malloc (sizeof *c->err))) {
        *err = *why;
        return -1;
    }
    *c->err = *why;
    return 0;
}

/* Reads the head of a member, if it is a digest. */
static int look_at_member (void *ctx, size_t i, struct fid_error *err)
{
    struct search *s = ctx;
    struct candidate *c = &s->candidate[i];
    struct fid_digest_head head;
    struct fid_error why;
    *c = (struct candidate){.path = s->members->path[i], .place = i, .apart = FID_ABSENT};
    if (!fid_digest_named (c->path)) /* a folder: it has to be read anyway */
        return 0;
    if (fid_digest_head_read (&head, c->path, &why))
        return fail_candidate (c, &why, err);
    c->same = head.hash == s->run->hash;
    if (head.summary_n == FID_SUMMARY_N)
        c->apart = fid_summary_apart (s->summary, head.summary, &s->opts->compare);
    fid_digest_head_clear (&head);
    return 0;
}

FID_ORDER_BY (by_apart, struct candidate, FID_RISING (apart) FID_RISING (place))

/* Nearer first; of equals the path decides. */
FID_ORDER_BY (by_similarity, struct fid_near, FID_FALLING (similarity) FID_RISING_TEXT (path))

/* The least error first, those that are not known last. */
static int by_answer (const void *a, const void *b)
{
    double x = ((const struct fid_near *)a)->error, y = ((const struct fid_near *)b)->error;
    if ((x < 0) != (y < 0))
        return x < 0 ? 1 : -1;
    return x < y ? -1 : x > y ? 1 : by_similarity (a, b);
}

static void near_clear (struct fid_near *n)
{
    FID_FREE (n->id, n->workload);
    *n = (struct fid_near){.path = NULL};
}

double fid_near_off_percent (const struct fid_near *n)
{
    return n->error >= 0 ? 100 * expm1 (n->error) : FID_GAP;
}

static void put_near (struct search *s, struct fid_near *n)
{
    struct fid_nearest *out = s->out;
    int (*order) (const void *, const void *) =
        s->opts->by == FID_NEAREST_BY_ANSWER ? by_answer : by_similarity;
    pthread_mutex_lock (&s->lock);
    out->compared_n++;
    if (out->n < s->opts->k) {
        out->at[out->n++] = *n;
    } else if (order (n, &out->at[out->n - 1]) < 0) {
        near_clear (&out->at[out->n - 1]);
        out->at[out->n - 1] = *n;
    } else {
        near_clear (n);
    }
    qsort (out->at, out->n, sizeof *out->at, order);
    pthread_mutex_unlock (&s->lock);
}

/* The similarity, the answer and the verdict of a pair as fid_compare computes them. */
static int judge_pair (const struct search *s, const struct fid_run *emulation,
                       struct fid_near *out, struct fid_error *err)
{
    const struct fid_compare_opts *opts = &s->opts->compare;
    struct fid_pair pair;
    struct fid_comparison c;
    out->similarity = FID_ABSENT;
    out->validity = -1;
    out->error = out->low = out->high = FID_GAP;
    FID_TRY (fid_pair_resolve (&pair, s->run, emulation, opts, err));
    int rc = fid_comparison_make (&c, &pair, true, 1, err);
    if (!rc && fid_comparison_compared (&c) && !(rc = fid_comparison_judge (&c, opts, err))) {
        const struct fid_verdict *v = fid_comparison_verdict (&c);
        out->similarity = v->similarities.similarity;
        out->clause_n = v->clause_n;
        out->validity = out->similarity < 0 ? -1 : (int)v->validity;
        out->profile = v->profile->name;
        const struct fid_answer *a = &c.answers.of[FID_ANSWER_FOR_STORAGE];
        /* FID_ABSENT, and what no answer has, are below 0 */
        out->error = a->error >= 0 ? a->error : FID_GAP;
        out->low = a->low >= 0 ? a->low : FID_GAP;
        out->high = a->high >= 0 ? a->high : FID_GAP;
    }
    fid_comparison_clear (&c);
    return rc;
}

static int compare_candidate (void *ctx, size_t i, struct fid_error *err)
{
    struct search *s = ctx;
    struct candidate *c = &s->candidate[i];
    struct fid_error why;
    if (c->err || c->same)
        return 0;
    FID_SCOPED (destroy_run) struct fid_run *run = fid_run_load (c->path, &s->opts->run, &why);
    if (!run)
        return fail_candidate (c, &why, err);
    struct fid_near n = {.path = c->path, .kind = run->emulation};
    c->same = run->hash == s->run->hash;
    if (c->same)
        return 0;
    if (judge_pair (s, run, &n, &why))
        return fail_candidate (c, &why, err);
    n.id = fid_strdup (run->id, err);
    n.workload = fid_strdup (run->workload, err);
    if (n.id && n.workload) {
        put_near (s, &n);
        return 0;
    }
    near_clear (&n);
    return -1;
}

FID_ORDER_BY (by_path, struct fid_near, FID_RISING_TEXT (path))

static int search_members (struct search *s, struct fid_error *err)
{
    struct fid_nearest *out = s->out;
    size_t thread_n = s->opts->thread_n;
    FID_NEED (out->at = calloc (s->opts->k + 1, sizeof *out->at), err);
    FID_NEED (out->failed = calloc (out->member_n + 1, sizeof *out->failed), err);
    FID_TRY (fid_summary_make (s->run, s->summary, err));
    FID_TRY (fid_parallel (out->member_n, thread_n, look_at_member, s, err));
    FID_SORT (s->candidate, out->member_n, by_apart);
    /* candidates without a summary, and the nearest of the others */
    size_t n = s->members->n, most = s->opts->k * FID_NEAREST_EACH, unknown_n = 0;
    most = most > FID_NEAREST_FIRST ? most : FID_NEAREST_FIRST;
    for (size_t i = 0; i < n; i++)
        unknown_n += s->candidate[i].apart == FID_ABSENT;
    FID_TRY (fid_parallel (s->opts->all || n - unknown_n < most ? n : unknown_n + most,
                           thread_n, compare_candidate, s, err));
    FID_EACH_OF (const struct candidate, c, s->candidate, out->member_n) {
        out->same_n += c->same;
        if (c->err)
            out->failed[out->failed_n++] = (struct fid_near){.path = c->path, .err = *c->err};
    }
    FID_SORT (out->failed, out->failed_n, by_path);
    return 0;
}

int fid_nearest_find (const char *dir, const struct fid_files *members,
                      const struct fid_nearest_opts *opts, struct fid_nearest *out,
                      struct fid_error *err)
{
    FID_SCOPED (destroy_run) struct fid_run *run = fid_run_load (dir, &opts->run, err);
    FID_FREED struct candidate *candidate = calloc (members->n + 1, sizeof *candidate);
    struct search s = {
        .opts = opts, .run = run, .members = members, .candidate = candidate, .out = out};
    *out = (struct fid_nearest){.run = dir, .member_n = members->n};
    FID_TRY (!run);
    FID_NEED (candidate, err);
    pthread_mutex_init (&s.lock, NULL);
    int rc = search_members (&s, err);
    pthread_mutex_destroy (&s.lock);
    for (size_t i = 0; i < members->n; i++)
        free (candidate[i].err);
    return rc;
}

/* --- as a document */

static const char *const kind_names[] = {"real", "emulation"};
static const struct fid_names kinds = FID_NAMES_OF (kind_names, 2);

#define FAILED(F, T)                                                                           \
    F (T, TEXT, "path", path, .least = 1)                                                      \
    F (T, CHARS, "reason", err.text)
FID_RECORD (failed, struct fid_near, FAILED);

#define NEAR(F, T)                                                                             \
    F (T, TEXT, "run", id, .least = 1)                                                         \
    F (T, TEXT, "path", path, .least = 1)                                                      \
    F (T, TEXT, "workload", workload, .need = FID_OR_NULL)                                     \
    F (T, ID, "kind", kind, .names = &kinds)                                                   \
    F (T, TEXT, "profile", profile, .need = FID_OR_NULL)                                       \
    F (T, ID, "verdict", validity, FID_IDS (validity), .need = FID_OR_NULL)                    \
    F (T, NUMBER, "similarity", similarity, .most = 1, .need = FID_OR_NULL)                    \
    F (T, COUNT, "clauses", clause_n)                                                          \
    F (T, NUMBER, "error", error, .need = FID_OR_NULL)                                         \
    F (T, NUMBER, "low", low, .need = FID_OR_NULL)                                             \
    F (T, NUMBER, "high", high, .need = FID_OR_NULL)
FID_RECORD (near, struct fid_near, NEAR);

#define NEAREST(F, T)                                                                          \
    F (T, CONST, "schema", run, .text = FID_SCHEMA_NEAREST)                                    \
    F (T, TEXT, "run", run, .least = 1)                                                        \
    F (T, COUNT, "members", member_n)                                                          \
    F (T, COUNT, "same_traces", same_n)                                                        \
    F (T, COUNT, "compared", compared_n)                                                       \
    F (T, LIST, "failed", failed, FID_ROWS (T, failed, failed_n, failed))                      \
    F (T, LIST, "nearest", at, FID_ROWS (T, at, n, near))
FID_RECORD (nearest, struct fid_nearest, NEAREST);
const struct fid_record *const fid_nearest_record = &nearest;
