/* SPDX-License-Identifier: GPL-3.0-or-later */
/* several.c - see several.h */
#include "base/path_order.h"
#include "readers/choose.h"
#include "readers/digest.h"
#include "readers/hosts.h"
#include "readers/one_run.h"
#include "readers/several.h"

/* A file that can show that there are several runs. */
struct mark {
    const struct fid_source *source; /* borrowed */
    const char *path;                /* its own; relative to the directory */
    size_t folder_n;                 /* length of the folder's path, with its last '/' */
    bool once;
    bool looked;               /* the members below are known */
    int64_t first_ns, last_ns; /* of training and what else is not INIT; first > last: none */
    uint64_t hash;             /* of all its instants: copies of a log have the same */
    size_t part_of; /* traces that follow each other without a pause have the same; 0: a log */
};

#define PAUSE_NS INT64_C (1000000000) /* a longer one is between runs, not within a trace */

struct marks {
    const char *dir;                /* borrowed */
    const struct fid_hosts *listed; /* borrowed; the names of hosts that meta.json has */
    struct mark *at;                /* owned; each folder's files before its folders */
    size_t n;
};

/* --- marks */

/* The files of a folder before its folders, so that both are together. */
static int by_folder (const void *va, const void *vb)
{
    const char *a = ((const struct mark *)va)->path, *b = ((const struct mark *)vb)->path;
    size_t n = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        n = a[i] == '/' ? i + 1 : n;
    bool folder_a = strchr (a + n, '/'), folder_b = strchr (b + n, '/');
    return folder_a != folder_b ? folder_a - folder_b : strcmp (a, b);
}

static int marks_of (const struct fid_run *run, struct marks *m, struct fid_error *err)
{
    *m = (struct marks){.dir = run->dir, .listed = &run->hosts};
    FID_NEED (m->at = malloc ((run->source_n + 1) * sizeof *m->at), err);
    FID_EACH (const struct fid_source, s, run->source) {
        const struct fid_reader *r = fid_reader_by_name (s->reader);
        const char *slash = strrchr (s->path, '/');
        if (!fid_reader_marks_runs (r))
            continue;
        m->at[m->n++] = (struct mark){.source = s,
                                      .path = s->path,
                                      .folder_n = slash ? (size_t)(slash + 1 - s->path) : 0,
                                      .once = r->once};
    }
    qsort (m->at, m->n, sizeof *m->at, by_folder);
    return 0;
}

static void widen_mark (struct mark *m, int64_t from_ns, int64_t to_ns)
{
    const int64_t both[] = {from_ns, to_ns};
    m->first_ns = from_ns < m->first_ns ? from_ns : m->first_ns;
    m->last_ns = to_ns > m->last_ns ? to_ns : m->last_ns;
    m->hash = fid_hash_bytes ((const char *)both, sizeof both, m->hash);
}

static int see_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    (void)err;
    if (p->kind != FID_PHASE_INIT)
        widen_mark (self, p->start_ns, p->end_ns);
    return 0;
}

static int see_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    (void)err;
    widen_mark (self, ev->start_ns, ev->start_ns);
    return 0;
}

/* Finds out when the training in a log was.  A log that cannot be read says nothing. */
static int look_into (const struct marks *all, struct mark *m, struct fid_error *err)
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

static bool same_folder (const struct mark *a, const struct mark *b)
{
    return a->folder_n == b->folder_n && memcmp (a->path, b->path, a->folder_n) == 0;
}

/* The length of the path of the deepest folder that holds both, with its last '/'. */
static size_t shared_folder (const struct mark *a, const struct mark *b)
{
    size_t n = 0;
    for (size_t k = 0; k < a->folder_n && k < b->folder_n && a->path[k] == b->path[k]; k++)
        n = a->path[k] == '/' ? k + 1 : n;
    return n;
}

/* The length of the path of the folder in it, without a '/' at its end, where a mark is; n - 1
 * or 0 if it is in the folder itself. */
static size_t folder_inside (const struct mark *m, size_t n)
{
    if (m->folder_n == n)
        return n ? n - 1 : 0;
    return (size_t)(strchr (m->path + n, '/') - m->path);
}

/* The length of the path of the folder above that which is its first n bytes. */
static size_t folder_above (const char *path, size_t n)
{
    while (n && path[n - 1] != '/')
        n--;
    return n ? n - 1 : 0;
}

/* Finds a log with training at or below a folder, the first n bytes of a path; at: only in the
 * folder itself.  Sets *log to NULL if it finds no such log. */
static int find_log (const struct marks *all, const char *path, size_t n, bool at,
                     struct mark **log, struct fid_error *err)
{
    *log = NULL;
    FID_EACH_OF (struct mark, m, all->at, all->n) {
        size_t with_slash = n ? n + 1 : 0;
        bool inside = m->folder_n >= with_slash && memcmp (m->path, path, n) == 0 &&
                      (!n || m->path[n] == '/');
        if (m->once || !inside || (at && m->folder_n != with_slash))
            continue;
        FID_TRY (look_into (all, m, err));
        if (m->first_ns <= m->last_ns) {
            *log = m;
            return 0;
        }
    }
    return 0;
}

/* Whether a folder is called as runs are: "run1", "u_run-2". */
static bool is_run_name (struct fid_span name)
{
    size_t end = name.n;
    while (end && name.p[end - 1] >= '0' && name.p[end - 1] <= '9')
        end--;
    if (end == name.n)
        return false;
    if (end && (name.p[end - 1] == '_' || name.p[end - 1] == '-'))
        end--;
    return end >= 3 && strncmp (name.p + end - 3, "run", 3) == 0;
}

static bool belong_together (const struct mark *a, const struct mark *b)
{
    return a->last_ns >= b->first_ns && b->last_ns >= a->first_ns;
}

/* Whether some folder of a mark behind the first n bytes of its path is named as that of a
 * host. */
static bool is_declared (const struct marks *all, const struct mark *m, size_t n)
{
    for (size_t k = n; k < m->folder_n; k++)
        if (m->path[k] == '/' && fid_host_declared (all->listed, m->path, k))
            return true;
    return false;
}

/* Whether marks in different folders, of a format that each host has in one folder, may be of
 * two hosts of one run: they were logged at the same time, or the folders are named as those of
 * hosts, or one log above them is that of both.  Returns 1, 0, or -1. */
static int are_hosts (const struct marks *all, const struct mark *a, const struct mark *b,
                      struct fid_error *err)
{
    size_t n = shared_folder (a, b), a_n = folder_inside (a, n), b_n = folder_inside (b, n);
    struct fid_span x = fid_host_name (a->path, a_n), y = fid_host_name (b->path, b_n);
    struct mark *log[2], *above = NULL;
    if (is_run_name (x) || is_run_name (y))
        return 0;
    FID_TRY (find_log (all, a->path, a_n, a->folder_n == n, &log[0], err) ||
             find_log (all, b->path, b_n, b->folder_n == n, &log[1], err));
    if (log[0] && log[1])
        return belong_together (log[0], log[1]) && log[0]->hash != log[1]->hash;
    bool a_named = a->folder_n == n || is_declared (all, a, n);
    bool b_named = b->folder_n == n || is_declared (all, b, n);
    if (a_named && b_named)
        return 1;
    if (log[0] || log[1])
        return 0;
    /* the folder of both, and those above it */
    for (size_t up_n = n ? n - 1 : 0;; up_n = folder_above (a->path, up_n)) {
        FID_TRY (find_log (all, a->path, up_n, true, &above, err));
        if (above || !up_n)
            return above != NULL;
    }
}

/* Logs are of whole runs; of traces a process may have its own, that lives for an epoch. */
static bool is_trace (const struct mark *m)
{
    return !m->once && (m->source->gives & FID_GIVES_EVENTS);
}

static int by_reader_and_start (const void *va, const void *vb)
{
    const struct mark *a = *(struct mark *const *)va, *b = *(struct mark *const *)vb;
    int order = strcmp (a->source->reader, b->source->reader);
    order = order ? order : (a->first_ns > b->first_ns) - (a->first_ns < b->first_ns);
    return order ? order : strcmp (a->path, b->path);
}

/* Numbers traces by those that overlap, or follow each other in a folder. */
static int join_traces (const struct marks *all, struct fid_error *err)
{
    struct mark **m = malloc ((all->n + 1) * sizeof *m), *last = NULL;
    size_t n = 0, trace_n = 0;
    for (size_t i = 0; i < all->n; i++)
        trace_n += is_trace (&all->at[i]);
    int rc = m ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < all->n && !rc && trace_n > 1;
         i++) /* to look into one is to read it */
        if (is_trace (&all->at[i]) && !(rc = look_into (all, &all->at[i], err)) &&
            all->at[i].first_ns <= all->at[i].last_ns)
            m[n++] = &all->at[i];
    if (n)
        qsort (m, n, sizeof *m, by_reader_and_start);
    for (size_t i = 0; i < n && !rc; i++) { /* last: of those before, the one that ends last */
        bool follows =
            last && last->source->reader == m[i]->source->reader &&
            m[i]->first_ns <= last->last_ns + (same_folder (last, m[i]) ? PAUSE_NS : 0);
        m[i]->part_of = follows ? last->part_of : i + 1;
        if (!follows || m[i]->last_ns > last->last_ns)
            last = m[i];
    }
    free (m);
    return rc;
}

/* Returns 1 if the two are of different runs, 0 if they may be of one, -1 without memory. */
static int runs_differ (const struct marks *all, struct mark *a, struct mark *b,
                        struct fid_error *err)
{
    bool side_by_side = same_folder (a, b);
    if (a->source->reader != b->source->reader ||
        (side_by_side && (a->once || !fid_path_alike (a->path, b->path))))
        return 0;
    if (a->once) {
        int hosts = are_hosts (all, a, b, err);
        return hosts < 0 ? -1 : !hosts;
    }
    FID_TRY (look_into (all, a, err) || look_into (all, b, err));
    if (a->first_ns > a->last_ns || b->first_ns > b->last_ns)
        return 0;
    return !belong_together (a, b) && (!a->part_of || a->part_of != b->part_of);
}

/* Whether marks from .. to - 1 are of several runs; as differ. */
static int marks_contradict (const struct marks *m, size_t from, size_t to,
                             struct fid_error *err)
{
    for (int logs = 0; logs < 2; logs++) { /* they have to be read */
        FID_TRY (logs && join_traces (m, err));
        for (size_t i = from; i < to; i++)
            for (size_t k = i + 1; k < to && m->at[i].once == !logs; k++) {
                int rc = runs_differ (m, &m->at[i], &m->at[k], err);
                if (rc)
                    return rc;
            }
    }
    return 0;
}

/* --- the runs of a tree */

static int add_run (struct fid_files *runs, const char *path, size_t n, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&runs->path, &runs->cap, runs->n + 1, sizeof *runs->path, err));
    char *copy = fid_strndup (path, n, err);
    FID_TRY (!copy);
    runs->path[runs->n++] = copy;
    return 0;
}

/* The folder of marks from .. to - 1, which are of one run: the deepest that holds them all.
 * Returns the length of its path, 0 for the directory itself. */
static size_t common_folder (const struct marks *m, size_t from, size_t to)
{
    const struct mark *a = &m->at[from];
    size_t n = a->folder_n;
    for (size_t i = from + 1; i < to; i++) {
        size_t shared = shared_folder (a, &m->at[i]);
        n = shared < n ? shared : n;
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
    n = n ? n - 1 : 0;
    if (!fid_host_parent (fid_host_name (a->path, n)))
        return n;
    n = (size_t)(fid_host_name (a->path, n).p - a->path);
    return n ? n - 1 : 0;
}

/* Whether some of the marks show that something ran: a log of INIT alone (the generation of
 * data) does not. */
static int has_run (const struct marks *m, size_t from, size_t to, struct fid_error *err)
{
    for (size_t i = from; i < to; i++) {
        FID_TRY (!m->at[i].once && look_into (m, &m->at[i], err));
        if (m->at[i].once || m->at[i].first_ns <= m->at[i].last_ns)
            return 1;
    }
    return 0;
}

/* Files side by side: one run, or each its own. */
static int list_files (const struct marks *m, size_t from, size_t to, struct fid_files *runs,
                       struct fid_error *err)
{
    int rc = marks_contradict (m, from, to, err);
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
        FID_TRY (m->at[i].first_ns <= m->at[i].last_ns &&
                 add_run (runs, m->at[i].path, strlen (m->at[i].path), err));
    return 0;
}

/* Adds the runs among marks from .. to - 1, which share the first n bytes of their paths. */
static int list_runs (const struct marks *m, size_t from, size_t to, size_t n,
                      struct fid_files *runs, struct fid_error *err)
{
    int rc = marks_contradict (m, from, to, err), any;
    if (rc == 0) {
        any = has_run (m, from, to, err);
        const char *path = m->at[from].path;
        size_t folder_n = common_folder (m, from, to);
        for (size_t k = n ? n - 1 : 0; k < folder_n; k++)
            if (path[k] == '/' && is_run_name (fid_host_name (path, k)))
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

static int by_order (const void *va, const void *vb)
{
    char *const *a = va, *const *b = vb;
    return fid_path_order (*a, *b);
}

/* Adds the digests among the sources. */
static int add_digests (const struct fid_run *run, struct fid_files *runs,
                        struct fid_error *err)
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
static int runs_of (const struct fid_run *run, struct fid_files *runs, struct fid_error *err)
{
    struct marks m;
    *runs = (struct fid_files){0};
    FID_TRY (marks_of (run, &m, err));
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

/* The folders of hosts, of marks that are of one run: those that have files of one format.  A
 * log beside a copy of it, or in folders of ranks, is no other host's. */
static int note_hosts (struct fid_run *run, const struct marks *m, struct fid_error *err)
{
    for (size_t i = 0; i < m->n; i++)
        for (size_t k = i + 1; k < m->n; k++) {
            struct mark *a = &m->at[i], *b = &m->at[k];
            size_t n = shared_folder (a, b);
            if (a->source->reader != b->source->reader || same_folder (a, b) ||
                !(a->source->gives & ~(unsigned)(FID_GIVES_FACTS | FID_GIVES_STAT)))
                continue;
            if (!a->once &&
                (a->folder_n == n || b->folder_n == n || fid_host_is_rank (a->path, n) ||
                 look_into (m, a, err) || look_into (m, b, err) || a->hash == b->hash ||
                 a->first_ns > a->last_ns || b->first_ns > b->last_ns))
                continue;
            FID_TRY (fid_hosts_folder (run, a->path, folder_inside (a, n), err) ||
                     fid_hosts_folder (run, b->path, folder_inside (b, n), err));
        }
    return fid_hosts_assign (run, err);
}

int fid_runs_check (struct fid_run *run, struct fid_error *err)
{
    struct marks m;
    struct fid_files runs;
    char list[600] = "";
    FID_TRY (fid_hosts_listed (run, err) || marks_of (run, &m, err));
    int rc = marks_contradict (&m, 0, m.n, err);
    if (rc == 0)
        rc = note_hosts (run, &m, err);
    free (m.at);
    if (rc <= 0)
        return rc;
    FID_TRY (runs_of (run, &runs, err));
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
static int make_absolute (const char *dir, struct fid_files *runs, struct fid_error *err)
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

/* Finds out whether run->dir holds one run. */
static int is_one (struct fid_run *run, const char *only, bool *one, struct fid_error *err)
{
    struct fid_files files = {0};
    struct fid_error why;
    *one = false;
    if (!only) {
        FID_TRY (fid_discover (run->dir, FID_SEARCH_RUN, &files, err));
        int rc = fid_runs_surely_one (run, &files, one, err);
        fid_files_clear (&files);
        fid_sources_clear (run);
        if (rc || *one)
            return rc;
    }
    FID_TRY (fid_sources_list (run, only, err));
    *one = fid_sources_known (run) && fid_runs_check (run, &why) == 0;
    if (fid_sources_known (run) && !*one && why.status != FID_EINPUT) {
        *err = why;
        return -1;
    }
    return 0;
}

int fid_runs_find (const char *path, struct fid_files *runs, struct fid_error *err)
{
    struct fid_place place;
    struct fid_run run = {0};
    bool digest, one;
    *runs = (struct fid_files){0};
    FID_TRY (fid_digest_is (path, &digest, err));
    if (digest)
        return add_run (runs, path, strlen (path), err);
    FID_TRY (fid_place_of (path, &place, err));
    run.dir = place.dir;
    int rc = is_one (&run, place.only, &one, err);
    if (!rc && one)
        rc = add_run (runs, path, strlen (path), err);
    else if (!rc && !place.only)
        rc = FID_FAILED (fid_sources_tree (&run, err) || runs_of (&run, runs, err) ||
                         make_absolute (path, runs, err));
    if (!rc && !runs->n)
        rc = fid_errorf (err, FID_EINPUT, "%s: holds no run that fidlio can read", path);
    fid_sources_clear (&run);
    free (run.source);
    fid_place_clear (&place);
    if (rc)
        fid_files_clear (runs);
    return rc;
}
