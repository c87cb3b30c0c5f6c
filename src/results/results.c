/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.c - see results.h */
#include "base/listing.h"
#include "base/outfile.h"
#include "base/parallel.h"
#include "results/results.h"
#include "results/series.h"

#define KEPT "kept" /* in the fourth column of failed.tsv */

int fid_results_fail (struct fid_results *all, const char *real, const char *emulation,
                      const char *file, const char *reason, struct fid_error *err)
{
    const char *text[] = {real, emulation, file, reason};
    for (int i = 0; i < 4; i++)
        if (text[i]) {
            text[i] = fid_arena_text (&all->arena, text[i], err);
            FID_TRY (!text[i]);
        }
    FID_TRY (fid_arena_grow (&all->arena, &all->failure, &all->failure_cap, all->failure_n + 1,
                             sizeof *all->failure, err));
    all->failure[all->failure_n++] = (struct fid_failure){
        .real = text[0], .emulation = text[1], .file = text[2], .reason = text[3]};
    return 0;
}

/* The files of a directory while they are read. */
struct loading {
    const char *dir;
    char **name;
    struct fid_result_head *head; /* path NULL: why not is in why */
    char **why;
    struct fid_seen *seen;   /* NULL: none */
    struct fid_stamp *stamp; /* of their files, before they were read */
};

static int load_file (void *ctx, size_t i, struct fid_error *err)
{
    struct loading *l = ctx;
    FID_FREED char *path = fid_format (err, "%s/%s", l->dir, l->name[i]);
    FID_TRY (!path);
    if (l->seen && fid_seen_head (l->seen, path, &l->stamp[i], &l->head[i]))
        return 0;
    struct fid_error why;
    int rc = fid_result_head_load (&l->head[i], path, &why);
    if (rc && why.status == FID_EINPUT) {
        const char *rest = fid_error_after (why.text, l->dir, strlen (l->dir));
        l->head[i] = (struct fid_result_head){.path = NULL};
        l->why[i] = fid_strdup (rest && *rest == '/' ? rest + 1 : why.text, err);
        rc = l->why[i] ? 0 : -1;
    } else if (rc) {
        *err = why;
    }
    return rc;
}

/* Read the files of these names; what cannot be used is a failure, in the order of names. */
static int load_files (struct fid_results *all, const char *dir, char **name, size_t n,
                       size_t thread_n, struct fid_seen *seen, struct fid_error *err)
{
    struct loading l = {.dir = dir,
                        .name = name,
                        .seen = seen,
                        .why = calloc (n + 1, sizeof *l.why),
                        .stamp = calloc (n + 1, sizeof *l.stamp),
                        .head = calloc (n + 1, sizeof *l.head)};
    int rc = l.why && l.head && l.stamp ? 0 : fid_error_nomem (err);
    rc = rc || !seen ? rc : fid_seen_begin (seen, dir, n, err);
    rc = rc ? rc : fid_parallel (n, thread_n, load_file, &l, err);
    for (size_t i = 0; seen && !rc && i < n; i++)
        if (l.head[i].path)
            rc = fid_seen_keep_head (seen, &l.head[i], &l.stamp[i], err);
    for (size_t i = 0; l.why && l.head && i < n; i++) {
        if (l.head[i].path)
            l.head[all->result_n++] = l.head[i];
        else if (rc == 0)
            rc = fid_results_fail (all, NULL, NULL, name[i], l.why[i], err);
        free (l.why[i]);
    }
    free (l.why);
    free (l.stamp);
    all->result = l.head;
    all->result_cap = n + 1;
    return rc;
}

size_t fid_results_find (const struct fid_results *all, const char *real_id,
                         const char *emulation_id)
{
    size_t from = 0, to = all->result_n; /* ordered by pair */
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        const struct fid_result_head *r = &all->result[mid];
        int c = strcmp (real_id, r->real.id);
        if (c == 0)
            c = strcmp (emulation_id, r->emulation.id);
        if (c == 0)
            return mid;
        if (c < 0)
            to = mid;
        else
            from = mid + 1;
    }
    return all->result_n;
}

static int add_failed (struct fid_results *all, struct fid_span line, struct fid_error *err)
{
    struct fid_span real, emulation, reason;
    if (!fid_span_field (&line, '\t', &real) || !fid_span_field (&line, '\t', &emulation) ||
        !fid_span_field (&line, '\t', &reason))
        return 0;
    bool kept = fid_span_is (line, KEPT);
    struct fid_arena *a = &all->arena;
    const char *r = fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (real));
    const char *e = r ? fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (emulation)) : NULL;
    const char *why = e ? fid_arena_format (a, err, "%.*s", FID_SPAN_ARG (reason)) : NULL;
    FID_TRY (!why);
    if (!kept && fid_results_find (all, r, e) < all->result_n)
        return 0;
    FID_TRY (fid_results_fail (all, r, e, NULL, why, err));
    all->failure[all->failure_n - 1].kept = kept;
    return 0;
}

int fid_results_load_failed (struct fid_results *all, const char *dir, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    const char *path = fid_arena_format (&all->arena, err, "%s/" FID_FAILED_FILE, dir);
    bool none = false;
    int rc = path ? fid_file_missing (path, &none, err) : -1;
    if (rc || none)
        return rc;
    FID_TRY (fid_text_open (&text, path, err));
    while ((rc = fid_text_next (&text, &line, err)) > 0)
        if ((rc = add_failed (all, line, err)))
            break;
    return rc < 0 ? -1 : 0;
}

FID_ORDER_BY (by_pair, struct fid_result_head,
              FID_RISING_TEXT (real.id) FID_RISING_TEXT (emulation.id) FID_RISING_TEXT (path))

static int drop_doubles (struct fid_results *all, struct fid_error *err)
{
    size_t kept_n = all->result_n > 0;
    int rc = 0;
    for (size_t i = 1; i < all->result_n; i++) {
        struct fid_result_head *r = &all->result[i], *before = &all->result[kept_n - 1];
        if (strcmp (r->real.id, before->real.id) != 0 ||
            strcmp (r->emulation.id, before->emulation.id) != 0) {
            all->result[kept_n++] = *r;
            continue;
        }
        const char *name = strrchr (r->path, '/') + 1;
        struct fid_error why;
        fid_errorf (&why, FID_EINPUT, "%s: the same pair as %s", name,
                    strrchr (before->path, '/') + 1);
        if (rc == 0)
            rc = fid_results_fail (all, NULL, NULL, name, why.text, err);
        fid_result_head_clear (r);
    }
    all->result_n = kept_n;
    return rc;
}

int fid_results_load (struct fid_results *all, const char *dir, size_t thread_n,
                      struct fid_seen *seen, struct fid_error *err)
{
    FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
    size_t n = 0;
    *all = (struct fid_results){0};
    int rc = fid_listing_read (&names, dir, ".json", 0, err);
    for (size_t i = 0; i < names.n; i++) {
        struct fid_span name = fid_span_of (names.at[i]);
        if (fid_span_find (name, "__") > 0 && !fid_span_ends (name, FID_SERIES_SUFFIX))
            names.at[n++] = names.at[i];
        else
            free (names.at[i]);
    }
    names.n = n;
    FID_TRY (rc);
    FID_TRY (load_files (all, dir, names.at, n, thread_n, seen, err));
    FID_SORT (all->result, all->result_n, by_pair);
    FID_TRY (drop_doubles (all, err));
    FID_TRY (fid_results_load_failed (all, dir, err));
    for (size_t i = 0; i < all->result_n; i++) {
        all->incomplete_n += all->result[i].incomplete != NULL;
        all->mixed_key |= strcmp (all->result[i].key, all->result[0].key) != 0;
        all->mixed_window |= strcmp (all->result[i].window, all->result[0].window) != 0;
    }
    return 0;
}

int fid_results_complete (const struct fid_results *all, const char *dir, struct fid_error *err)
{
    FID_EACH (const struct fid_result_head, r, all->result)
        if (r->incomplete)
            return fid_errorf (err, FID_EPARTIAL, "%s: %s x %s is incomplete: %s", dir,
                               r->real.id, r->emulation.id, r->incomplete);
    return 0;
}

/* Tabs and line ends would break the table. */
static void put_field (FILE *f, const char *s, char end)
{
    for (; *s; s++)
        fputc (*s == '\t' || *s == '\n' || *s == '\r' ? ' ' : *s, f);
    fputc (end, f);
}

int fid_results_write_failed (const struct fid_results *all, const char *dir,
                              struct fid_error *err)
{
    struct fid_outfile o;
    FID_FREED char *path = fid_format (err, "%s/" FID_FAILED_FILE, dir);
    FID_TRY (!path);
    size_t pair_n = 0;
    for (size_t i = 0; i < all->failure_n; i++)
        pair_n += all->failure[i].real != NULL;
    int rc;
    if (pair_n == 0) {
        rc = fid_remove_file (path, dir, err);
    } else {
        rc = fid_outfile_open (&o, path, dir, err);
        for (size_t i = 0; rc == 0 && i < all->failure_n; i++) {
            const struct fid_failure *fail = &all->failure[i];
            if (!fail->real)
                continue;
            put_field (o.f, fail->real, '\t');
            put_field (o.f, fail->emulation, '\t');
            put_field (o.f, fail->reason, fail->kept ? '\t' : '\n');
            if (fail->kept)
                fputs (KEPT "\n", o.f);
        }
        if (rc == 0)
            rc = fid_outfile_commit (&o, err);
    }
    return rc;
}

void fid_results_clear (struct fid_results *all)
{
    for (size_t i = 0; i < all->result_n; i++)
        fid_result_head_clear (&all->result[i]);
    fid_arena_clear (&all->arena);
    free (all->result);
    *all = (struct fid_results){0};
}
