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

/* --- members */

/* Takes a path into the list. */
static int add_member (struct fid_files *members, char *path, struct fid_error *err)
{
    if (!path ||
        fid_array_grow (&members->path, &members->cap, members->n + 1, sizeof path, err)) {
        free (path);
        return -1;
    }
    members->path[members->n++] = path;
    return 0;
}

/* The digests of a folder that holds nothing else, without opening them. */
static int add_digests (const char *folder, struct fid_files *members, bool *only,
                        struct fid_error *err)
{
    struct fid_files files;
    int rc = fid_discover (folder, FID_SEARCH_TREE, &files, err);
    *only = !rc && files.n;
    for (size_t i = 0; i < files.n && *only; i++)
        *only = fid_digest_named (files.path[i]);
    for (size_t i = 0; i < files.n && *only && !rc; i++)
        rc = add_member (members, fid_format (err, "%s/%s", folder, files.path[i]), err);
    if (!rc)
        fid_files_clear (&files);
    return rc;
}

int fid_members_find (char *const *path, size_t path_n, struct fid_files *members,
                      struct fid_error *err)
{
    int rc = 0;
    *members = (struct fid_files){0};
    for (size_t i = 0; i < path_n && !rc; i++) {
        FID_SCOPED (fid_files_clear) struct fid_files runs = {0};
        bool folder, only = false;
        rc = fid_file_is_folder (path[i], &folder, err);
        if (folder)
            rc = add_digests (path[i], members, &only, err);
        if (!rc && !only)
            rc = fid_runs_find (path[i], &runs, err);
        for (size_t k = 0; k < runs.n && !rc; k++)
            rc = add_member (members, fid_strdup (runs.path[k], err), err);
    }
    if (rc)
        fid_files_clear (members);
    return rc;
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
    *c = (struct candidate){
        .path = s->members->path[i], .place = i, .apart = FID_SUMMARY_UNKNOWN};
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

/* Puts a similarity among the best. */
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

/* An error or an end of its interval; FID_GAP if it is not known. */
static double known_or_gap (double x)
{
    return x >= 0 ? x : FID_GAP; /* FID_ANSWER_ABSENT, and what no answer has */
}

/* The similarity, the answer and the verdict of a pair as fid_compare computes them. */
static int judge_pair (const struct search *s, const struct fid_run *emulation,
                       struct fid_near *out, struct fid_error *err)
{
    const struct fid_compare_opts *opts = &s->opts->compare;
    struct fid_pair pair;
    struct fid_comparison c;
    out->similarity = FID_GRADE_NONE;
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
        out->error = known_or_gap (a->error);
        out->low = known_or_gap (a->low);
        out->high = known_or_gap (a->high);
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
    struct fid_run *run = fid_run_load (c->path, &s->opts->run, &why);
    if (!run)
        return fail_candidate (c, &why, err);
    struct fid_near n = {.path = c->path, .kind = run->emulation};
    c->same = run->hash == s->run->hash;
    int rc = 0;
    if (!c->same && judge_pair (s, run, &n, &why))
        rc = fail_candidate (c, &why, err);
    else if (!c->same) {
        n.id = fid_strdup (run->id, err);
        n.workload = fid_strdup (run->workload, err);
        if (!n.id || !n.workload)
            rc = -1;
        else
            put_near (s, &n);
    }
    if (rc)
        near_clear (&n);
    fid_run_destroy (run);
    return rc;
}

/* The candidates of which summaries say nothing, and the first of the others, which are in
 * order. */
static size_t choose_candidates (const struct search *s)
{
    size_t n = s->members->n, most = s->opts->k * FID_NEAREST_EACH, unknown_n = 0;
    most = most > FID_NEAREST_FIRST ? most : FID_NEAREST_FIRST;
    for (size_t i = 0; i < n; i++)
        unknown_n += s->candidate[i].apart == FID_SUMMARY_UNKNOWN;
    return s->opts->all || n - unknown_n < most ? n : unknown_n + most;
}

/* Lists the members that could not be read, and counts those that are the run itself. */
static int take_failures (const struct search *s, struct fid_nearest *out,
                          struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < s->members->n; i++) {
        out->same_n += s->candidate[i].same;
        n += s->candidate[i].err != NULL;
    }
    FID_NEED (out->failed = calloc (n + 1, sizeof *out->failed), err);
    for (size_t i = 0; i < s->members->n; i++)
        if (s->candidate[i].err)
            out->failed[out->failed_n++] =
                (struct fid_near){.path = s->candidate[i].path, .err = *s->candidate[i].err};
    return 0;
}

FID_ORDER_BY (by_path, struct fid_near, FID_RISING_TEXT (path))

int fid_nearest_find (const char *dir, const struct fid_files *members,
                      const struct fid_nearest_opts *opts, struct fid_nearest *out,
                      struct fid_error *err)
{
    struct search s = {.opts = opts, .members = members, .out = out};
    struct fid_run *run = fid_run_load (dir, &opts->run, err);
    *out = (struct fid_nearest){.run = dir, .member_n = members->n};
    if (!run)
        return -1;
    s.run = run;
    s.candidate = calloc (members->n + 1, sizeof *s.candidate);
    out->at = calloc (opts->k + 1, sizeof *out->at);
    pthread_mutex_init (&s.lock, NULL);
    int rc =
        s.candidate && out->at ? fid_summary_make (run, s.summary, err) : fid_error_nomem (err);
    if (!rc)
        rc = fid_parallel (members->n, opts->thread_n, look_at_member, &s, err);
    if (!rc && members->n)
        qsort (s.candidate, members->n, sizeof *s.candidate, by_apart);
    if (!rc)
        rc = fid_parallel (choose_candidates (&s), opts->thread_n, compare_candidate, &s, err);
    if (!rc)
        rc = take_failures (&s, out, err);
    FID_SORT (out->failed, out->failed_n, by_path);
    pthread_mutex_destroy (&s.lock);
    for (size_t i = 0; s.candidate && i < members->n; i++)
        free (s.candidate[i].err);
    free (s.candidate);
    fid_run_destroy (run);
    if (rc)
        fid_nearest_clear (out);
    return rc;
}

void fid_nearest_clear (struct fid_nearest *n)
{
    for (size_t i = 0; n->at && i < n->n; i++)
        near_clear (&n->at[i]);
    FID_FREE (n->at, n->failed);
    *n = (struct fid_nearest){0};
}

/* --- as a document */

static const char *kind_at (int kind)
{
    static const char *const name[] = {"real", "emulation"};
    return kind >= 0 && kind < 2 ? name[kind] : NULL;
}
static const struct fid_names kinds = {kind_at, NULL, 2};

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
