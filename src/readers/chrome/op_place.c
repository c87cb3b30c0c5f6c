/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_place.c - see op_place.h */
#include "readers/discover.h"
#include "readers/chrome/op_place.h"
#include "readers/chrome/trace_events.h"

#define HEAD_N ((size_t)1 << 16)

/* The rank that the head of a trace declares (Kineto's distributedInfo); -1: none. */
static int declared_rank (struct fid_span head)
{
    static const char *const names[] = {"rank", NULL};
    static const char member[] = "\"distributedInfo\":";
    ptrdiff_t at = fid_span_find (head, member);
    struct fid_json j;
    struct fid_span rank = {"", 0};
    int64_t n;
    if (at < 0)
        return -1;
    at += (ptrdiff_t)sizeof member - 1;
    fid_json_init (&j, (struct fid_span){head.p + at, head.n - (size_t)at});
    if (fid_json_into (&j, '{'))
        fid_members_take (&j, names, &rank);
    return fid_span_i64 (rank, &n) && n >= 0 && n <= INT32_MAX ? (int)n : -1;
}

/* How surely a file is the trace of its folder: 0 it is not, 1 by its content, 2 by a name of
 * dPRO's, 3 by that of its final trace. */
static int trace_level (const char *path, int *level, int *rank, struct fid_error *err)
{
    static const char *const parts[] = {"comm.json",     "io.json",        "temp.json",
                                        "combined.json", "synthetic.json", NULL};
    static const char *const names[] = {"*.json", "*.pfw", NULL};
    struct fid_span name = fid_file_name (path), head;
    char text[256];
    FID_SCOPED (fid_text_close) struct fid_text t = {0};
    struct fid_error why;
    snprintf (text, sizeof text, "%.*s", FID_SPAN_ARG (name));
    *level = 0;
    *rank = -1;
    if (!fid_matches_any (text, names) || fid_matches_any (text, parts))
        return 0;
    if (fid_text_open (&t, path, &why)) {
        if (why.status != FID_EINPUT)
            *err = why;
        return why.status == FID_EINPUT ? 0 : -1;
    }
    FID_TRY (fid_text_peek (&t, HEAD_N, &head, err));
    *rank = declared_rank (head);
    if (fid_span_find (head, "\"ph\"") >= 0)
        *level = strstr (text, "bps_trace_final.json")             ? 3
                 : strncmp (text, "bps_trace_local_rank", 20) == 0 ? 2
                                                                   : 1;
    return 0;
}

static int add_file (struct fid_op_place *p, const char *path, int declared,
                     struct fid_error *err)
{
    char *copy = fid_strdup (path, err);
    if (!copy || fid_array_grow (&p->file, &p->cap, p->n + 1, sizeof *p->file, err)) {
        free (copy);
        return -1;
    }
    const char *slash = strrchr (path, '/');
    struct fid_span folder = {path, slash ? (size_t)(slash - path) : 0};
    uint64_t n;
    int rank = declared >= 0 ? declared : fid_rank_in_name (path);
    if (rank < 0 && fid_span_u64 (fid_span_last_part (folder), &n) && n <= INT32_MAX)
        rank = (int)n;
    if (rank < 0)
        rank = fid_number_behind (fid_span_last_part (fid_span_of (path)), "worker");
    p->file[p->n++] = (struct fid_op_file){copy, rank < 0 ? 0 : rank};
    return 0;
}

static bool same_folder (const char *a, const char *b)
{
    const char *sa = strrchr (a, '/'), *sb = strrchr (b, '/');
    size_t na = sa ? (size_t)(sa - a) : 0, nb = sb ? (size_t)(sb - b) : 0;
    return na == nb && memcmp (a, b, na) == 0;
}

/* Adds the traces of one folder, path[n], at the best of their levels. */
static int add_folder (struct fid_op_place *p, const char *dir, char *const *path, size_t n,
                       struct fid_error *err)
{
    FID_FREED int *level = calloc (2 * n, sizeof *level); /* and the rank of each */
    int best = 1, rc = level ? 0 : fid_error_nomem (err);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n && !rc; i++) {
            FID_FREED char *full = fid_format (err, "%s/%s", dir, path[i]);
            rc = !full              ? -1
                 : !pass            ? trace_level (full, &level[i], &level[n + i], err)
                 : level[i] == best ? add_file (p, full, level[n + i], err)
                                    : 0;
            best = level[i] > best ? level[i] : best;
        }
    return rc;
}

FID_ORDER_BY (by_rank, struct fid_op_file, FID_RISING (rank) FID_RISING_TEXT (path))

int fid_op_place_find (struct fid_op_place *p, const char *path, struct fid_error *err)
{
    *p = (struct fid_op_place){.n = 0};
    FID_TRY (fid_file_is_folder (path, &p->folder, err));
    if (!p->folder)
        return add_file (p, path, -1, err);
    struct fid_files files = {0};
    int rc = fid_discover (path, FID_SEARCH_TREE, &files, err);
    for (size_t i = 0, n; i < files.n && !rc; i += n) {
        for (n = 1; i + n < files.n && same_folder (files.path[i], files.path[i + n]); n++)
            ;
        rc = add_folder (p, path, files.path + i, n, err);
    }
    fid_files_clear (&files);
    bool twice = false;
    if (p->n > 1)
        qsort (p->file, p->n, sizeof *p->file, by_rank);
    for (size_t i = 1; i < p->n; i++)
        twice |= p->file[i].rank == p->file[i - 1].rank;
    for (size_t i = 0; twice && i < p->n; i++)
        p->file[i].rank = (int)i;
    return rc || p->n ? rc : fid_errorf (err, FID_EINPUT, "%s: no operator trace in it", path);
}

void fid_op_place_clear (struct fid_op_place *p)
{
    for (size_t i = 0; i < p->n; i++)
        free (p->file[i].path);
    free (p->file);
    *p = (struct fid_op_place){.n = 0};
}
