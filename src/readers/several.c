/* several.c - see several.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/path_order.h"
#include "readers/choose.h"
#include "readers/digest.h"
#include "readers/reader.h"
#include "readers/several.h"
#include "readers/sources.h"

/* A file that can show that there are several runs. */
struct mark {
    const struct fid_source *source; /* borrowed */
    const char *path;                /* its own; relative to the directory */
    size_t folder_n;                 /* length of the folder's path, with its last '/' */
    bool once;
    bool looked;               /* first_ns and last_ns are known */
    int64_t first_ns, last_ns; /* of training and what else is not INIT; first > last: none */
};

struct marks {
    const char *dir; /* borrowed */
    struct mark *at; /* owned; each folder's files before its folders */
    size_t n;
};

/* --- marks */

/* The files of a folder before its folders, so that both are together. */
static int
by_folder (const void *va, const void *vb)
{
    const char *a = ((const struct mark *)va)->path, *b = ((const struct mark *)vb)->path;
    size_t n = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        n = a[i] == '/' ? i + 1 : n;
    bool folder_a = strchr (a + n, '/'), folder_b = strchr (b + n, '/');
    return folder_a != folder_b ? folder_a - folder_b : strcmp (a, b);
}

/* Whether files of this format can show it; tables (rank 1) may be of anything. */
static bool
is_mark (const struct fid_reader *r)
{
    return r && (r->once || ((r->gives & FID_GIVES_PHASES) && r->rank > 1));
}

static int
marks_of (const struct fid_run *run, struct marks *m, struct fid_error *err)
{
    *m = (struct marks){.dir = run->dir};
    m->at = malloc ((run->source_n + 1) * sizeof *m->at);
    if (!m->at)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        const struct fid_reader *r = fid_reader_by_name (s->reader);
        const char *slash = strrchr (s->path, '/');
        if (!is_mark (r))
            continue;
        m->at[m->n++] = (struct mark){.source = s,
                                      .path = s->path,
                                      .folder_n = slash ? (size_t)(slash + 1 - s->path) : 0,
                                      .once = r->once};
    }
    qsort (m->at, m->n, sizeof *m->at, by_folder);
    return 0;
}

static void
widen (struct mark *m, int64_t from_ns, int64_t to_ns)
{
    m->first_ns = from_ns < m->first_ns ? from_ns : m->first_ns;
    m->last_ns = to_ns > m->last_ns ? to_ns : m->last_ns;
}

static int
see_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    (void)err;
    if (p->kind != FID_PHASE_INIT)
        widen (self, p->start_ns, p->end_ns);
    return 0;
}

static int
see_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    (void)err;
    widen (self, ev->start_ns, ev->start_ns);
    return 0;
}

/* Finds out when the training in a log was.  A log that cannot be read says nothing. */
static int
look (const struct marks *all, struct mark *m, struct fid_error *err)
{
    const struct fid_sink sink = {.self = m, .phase = see_phase, .event = see_event};
    struct fid_error why;
    if (m->looked)
        return 0;
    m->looked = true;
    m->first_ns = INT64_MAX;
    m->last_ns = INT64_MIN;
    if (fid_source_read (all->dir, m->source, false, &sink, NULL, &why) &&
        why.status != FID_EINPUT) {
        *err = why;
        return -1;
    }
    return 0;
}

/* --- contradictions */

static bool
same_folder (const struct mark *a, const struct mark *b)
{
    return a->folder_n == b->folder_n && memcmp (a->path, b->path, a->folder_n) == 0;
}

/* Returns 1 if the two are of different runs, 0 if they may be of one, -1 without memory. */
static int
differ (const struct marks *all, struct mark *a, struct mark *b, struct fid_error *err)
{
    bool together = same_folder (a, b);
    if (a->source->reader != b->source->reader ||
        (together && (a->once || !fid_path_alike (a->path, b->path))))
        return 0;
    if (a->once)
        return 1;
    if (look (all, a, err) || look (all, b, err))
        return -1;
    if (a->first_ns > a->last_ns || b->first_ns > b->last_ns)
        return 0;
    return a->last_ns < b->first_ns || b->last_ns < a->first_ns;
}

/* Whether marks from .. to - 1 are of several runs; as differ. */
static int
contradict (const struct marks *m, size_t from, size_t to, struct fid_error *err)
{
    for (int logs = 0; logs < 2; logs++) /* they have to be read */
        for (size_t i = from; i < to; i++)
            for (size_t k = i + 1; k < to && m->at[i].once == !logs; k++) {
                int rc = differ (m, &m->at[i], &m->at[k], err);
                if (rc)
                    return rc;
            }
    return 0;
}

/* --- the runs of a tree */

static int
add_run (struct fid_files *runs, const char *path, size_t n, struct fid_error *err)
{
    if (fid_array_grow (&runs->path, &runs->cap, runs->n + 1, sizeof *runs->path, err))
        return -1;
    char *copy = fid_strndup (path, n, err);
    if (!copy)
        return -1;
    runs->path[runs->n++] = copy;
    return 0;
}

/* The folder of marks from .. to - 1, which are of one run: the deepest that holds them all.
 * Returns the length of its path, 0 for the directory itself. */
static size_t
common_folder (const struct marks *m, size_t from, size_t to)
{
    const struct mark *a = &m->at[from];
    size_t n = a->folder_n;
    for (size_t i = from + 1; i < to; i++) {
        const struct mark *b = &m->at[i];
        size_t k = 0, folder_n = 0;
        for (; k < n && k < b->folder_n && a->path[k] == b->path[k]; k++)
            folder_n = a->path[k] == '/' ? k + 1 : folder_n;
        n = folder_n;
    }
    /* the folders of prepared traces are parts of a run */
    for (size_t k = 0, start = 0; k < n; k++)
        if (a->path[k] == '/') {
            char name[64];
            snprintf (name, sizeof name, "%.*s", (int)(k - start), a->path + start);
            if (fid_is_part_folder (name))
                return start ? start - 1 : 0;
            start = k + 1;
        }
    return n ? n - 1 : 0;
}

/* Whether some of the marks show that something ran: a log of INIT alone (the generation of
 * data) does not. */
static int
has_run (const struct marks *m, size_t from, size_t to, struct fid_error *err)
{
    for (size_t i = from; i < to; i++) {
        if (!m->at[i].once && look (m, &m->at[i], err))
            return -1;
        if (m->at[i].once || m->at[i].first_ns <= m->at[i].last_ns)
            return 1;
    }
    return 0;
}

/* Files side by side: one run, or each its own. */
static int
list_files (const struct marks *m, size_t from, size_t to, struct fid_files *runs,
            struct fid_error *err)
{
    int rc = contradict (m, from, to, err);
    int any = rc < 0 ? -1 : has_run (m, from, to, err);
    if (rc < 0 || any < 0)
        return -1;
    if (rc == 0) {
        size_t n = m->at[from].folder_n;
        return !any ? 0
               : n  ? add_run (runs, m->at[from].path, n - 1, err)
                    : add_run (runs, ".", 1, err);
    }
    for (size_t i = from; i < to; i++)
        if (m->at[i].first_ns <= m->at[i].last_ns &&
            add_run (runs, m->at[i].path, strlen (m->at[i].path), err))
            return -1;
    return 0;
}

/* Whether the folder, the first n bytes of a path, is called as runs are: "run1", "u_run-2". */
static bool
is_run_name (const char *path, size_t n)
{
    size_t end = n;
    while (end && path[end - 1] >= '0' && path[end - 1] <= '9')
        end--;
    if (end == n)
        return false;
    if (end && (path[end - 1] == '_' || path[end - 1] == '-'))
        end--;
    return end >= 3 && strncmp (path + end - 3, "run", 3) == 0;
}

/* Adds the runs among marks from .. to - 1, which share the first n bytes of their paths. */
static int
list_runs (const struct marks *m, size_t from, size_t to, size_t n, struct fid_files *runs,
           struct fid_error *err)
{
    int rc = contradict (m, from, to, err), any;
    if (rc == 0) {
        any = has_run (m, from, to, err);
        const char *path = m->at[from].path;
        size_t folder_n = common_folder (m, from, to);
        for (size_t k = n ? n - 1 : 0; k < folder_n; k++)
            if (path[k] == '/' && is_run_name (path, k))
                folder_n = k;
        return any < 1    ? any
               : folder_n ? add_run (runs, path, folder_n, err)
                          : add_run (runs, ".", 1, err);
    }
    for (size_t i = from, end; rc > 0 && i < to; i = end) {
        const char *path = m->at[i].path, *slash = strchr (path + n, '/');
        size_t deeper = slash ? (size_t)(slash + 1 - path) : n;
        for (end = i + 1; end < to && (slash ? strncmp (m->at[end].path, path, deeper) == 0
                                             : !strchr (m->at[end].path + n, '/'));)
            end++;
        if (slash ? list_runs (m, i, end, deeper, runs, err)
                  : list_files (m, i, end, runs, err))
            rc = -1;
    }
    return rc < 0 ? -1 : 0;
}

static int
by_order (const void *va, const void *vb)
{
    char *const *a = va, *const *b = vb;
    return fid_path_order (*a, *b);
}

/* Adds the digests among the sources. */
static int
add_digests (const struct fid_run *run, struct fid_files *runs, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = 0; i < run->source_n && !rc; i++) {
        bool is = false;
        if (run->source[i].reader || !fid_digest_named (run->source[i].path))
            continue;
        char *path = fid_format (err, "%s/%s", run->dir, run->source[i].path);
        rc = path ? fid_digest_is (path, &is, err) : -1;
        free (path);
        if (!rc && is)
            rc = add_run (runs, run->source[i].path, strlen (run->source[i].path), err);
    }
    return rc;
}

/* The runs among the sources, relative to the directory. */
static int
runs_of (const struct fid_run *run, struct fid_files *runs, struct fid_error *err)
{
    struct marks m;
    *runs = (struct fid_files){0};
    if (marks_of (run, &m, err))
        return -1;
    int rc = m.n ? list_runs (&m, 0, m.n, 0, runs, err) : 0;
    free (m.at);
    rc = rc ? rc : add_digests (run, runs, err);
    if (rc) {
        fid_files_clear (runs);
        return -1;
    }
    if (runs->n)
        qsort (runs->path, runs->n, sizeof *runs->path, by_order);
    return 0;
}

#define NAMED 5 /* in a message */

int
fid_runs_check (const struct fid_run *run, struct fid_error *err)
{
    struct marks m;
    struct fid_files runs;
    char list[600] = "";
    if (marks_of (run, &m, err))
        return -1;
    int rc = contradict (&m, 0, m.n, err);
    free (m.at);
    if (rc <= 0)
        return rc;
    if (runs_of (run, &runs, err))
        return -1;
    size_t at = 0;
    for (size_t i = 0; i < runs.n && i < NAMED && at < sizeof list; i++)
        at +=
            (size_t)snprintf (list + at, sizeof list - at, "%s%s", i ? ", " : "", runs.path[i]);
    if (runs.n > NAMED && at < sizeof list)
        snprintf (list + at, sizeof list - at, " and %zu more", runs.n - NAMED);
    fid_errorf (err, FID_EINPUT, "%s: holds several runs: %s; name one of them", run->dir,
                list);
    fid_files_clear (&runs);
    return -1;
}

/* Puts the directory before each path. */
static int
absolute (const char *dir, struct fid_files *runs, struct fid_error *err)
{
    for (size_t i = 0; i < runs->n; i++) {
        bool self = strcmp (runs->path[i], ".") == 0;
        char *path =
            self ? fid_strdup (dir, err) : fid_format (err, "%s/%s", dir, runs->path[i]);
        if (!path)
            return -1;
        free (runs->path[i]);
        runs->path[i] = path;
    }
    return 0;
}

/* --- one run, most of the time: that can be told without looking into every file */

/* A hash of a path that alike paths (fid_path_alike) have in common. */
static uint64_t
alike_hash (const char *path)
{
    uint64_t hash = 0;
    for (const char *c = path; *c;) {
        size_t digit_n = strspn (c, "0123456789"), n = digit_n ? 1 : strcspn (c, "0123456789");
        hash = fid_hash_bytes (digit_n ? "0" : c, n, hash);
        c += digit_n ? digit_n : n;
    }
    return hash;
}

/* Marks the files that could contradict another one, whatever they hold: those in folders, and
 * those of the directory itself that are named alike. */
static int
mark_doubtful (const struct fid_files *files, bool *doubtful, struct fid_error *err)
{
    struct fid_index alike = {0};
    int rc = 0;
    for (size_t i = 0; !rc && i < files->n; i++) {
        size_t at = 0, other;
        uint64_t hash = alike_hash (files->path[i]);
        doubtful[i] = strchr (files->path[i], '/') != NULL;
        if (fid_index_next (&alike, hash, &at, &other))
            doubtful[i] = doubtful[other] = true;
        rc = fid_index_put (&alike, hash, i, err);
    }
    fid_index_clear (&alike);
    return rc;
}

/* Adds a file to run->source; *mark: whether it can show that there are several runs. */
static int
probe_file (struct fid_run *run, const char *path, bool *mark, struct fid_error *err)
{
    if (fid_sources_list (run, path, err))
        return -1;
    *mark = is_mark (fid_reader_by_name (run->source[run->source_n - 1].reader));
    return 0;
}

/* Finds out whether the files are of one run beyond doubt: no file that could contradict
 * another one is of such a format, and there are raw traces.  The largest files are looked into
 * first. */
static int
surely_one (struct fid_run *run, const struct fid_files *files, bool *sure,
            struct fid_error *err)
{
    bool *done = calloc (files->n + 1, sizeof *done), mark = false, alone;
    int rc = done ? mark_doubtful (files, done, err) : fid_error_nomem (err);
    for (size_t i = 0; i < files->n && !rc && !mark; i++)
        if (done[i])
            rc = probe_file (run, files->path[i], &mark, err);
    while (!rc && !mark && !fid_sources_raw (run)) {
        size_t next = files->n; /* of those that are alone of their kind */
        for (size_t i = 0; i < files->n; i++)
            if (!done[i] && (next == files->n || files->byte_n[i] > files->byte_n[next]))
                next = i;
        if (next == files->n)
            break;
        done[next] = true;
        rc = probe_file (run, files->path[next], &alone, err);
    }
    *sure = !rc && !mark && fid_sources_raw (run);
    free (done);
    return rc;
}

/* Finds out whether run->dir holds one run. */
static int
is_one (struct fid_run *run, const char *only, bool *one, struct fid_error *err)
{
    struct fid_files files = {0};
    struct fid_error why;
    *one = false;
    if (!only) {
        if (fid_discover (run->dir, FID_SEARCH_RUN, &files, err))
            return -1;
        int rc = surely_one (run, &files, one, err);
        fid_files_clear (&files);
        fid_sources_clear (run);
        if (rc || *one)
            return rc;
    }
    if (fid_sources_list (run, only, err))
        return -1;
    *one = fid_sources_known (run) && fid_runs_check (run, &why) == 0;
    if (fid_sources_known (run) && !*one && why.status != FID_EINPUT) {
        *err = why;
        return -1;
    }
    return 0;
}

int
fid_runs_find (const char *path, struct fid_files *runs, struct fid_error *err)
{
    struct fid_place place;
    struct fid_run run = {0};
    bool digest, one;
    *runs = (struct fid_files){0};
    if (fid_digest_is (path, &digest, err))
        return -1;
    if (digest)
        return add_run (runs, path, strlen (path), err);
    if (fid_place_of (path, &place, err))
        return -1;
    run.dir = place.dir;
    int rc = is_one (&run, place.only, &one, err);
    if (!rc && one)
        rc = add_run (runs, path, strlen (path), err);
    else if (!rc && !place.only)
        rc = fid_sources_tree (&run, err) || runs_of (&run, runs, err) ||
                     absolute (path, runs, err)
                 ? -1
                 : 0;
    if (!rc && !runs->n)
        rc = fid_errorf (err, FID_EINPUT, "%s: holds no run that fidlio can read", path);
    fid_sources_clear (&run);
    free (run.source);
    fid_place_clear (&place);
    if (rc)
        fid_files_clear (runs);
    return rc;
}
