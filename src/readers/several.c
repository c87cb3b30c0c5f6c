/* SPDX-License-Identifier: GPL-3.0-or-later */
/* several.c - see several.h */
#include "base/listing.h"
#include "readers/digest.h"
#include "readers/reader.h"
#include "readers/several.h"

/* A file that can show that there are several runs. */
struct mark {
    struct fid_source *source; /* borrowed */
    struct fid_recording *rec; /* borrowed */
    const char *path;          /* its own; relative to the directory */
    size_t folder_n;
    bool once;
    size_t part_of; /* traces that follow each other without a pause have the same; 0: a log */
};

#define PAUSE_NS INT64_C (1000000000) /* a longer one is between runs, not within a trace */

struct marks {
    struct fid_run *run;       /* borrowed; its hosts are those that meta.json lists */
    struct fid_recording *rec; /* borrowed; of the sources */
    struct mark *at;           /* owned; each folder's files before its folders */
    size_t n;
};

/* --- folders: the first n bytes of a path, with the '/' at their end; 0: the directory itself */

/* The folder in that one where the path goes on; 0 where its file follows. */
static size_t folder_below (const char *path, size_t n)
{
    const char *slash = strchr (path + n, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

static size_t folder_above (const char *path, size_t n)
{
    for (n -= n > 0; n && path[n - 1] != '/';)
        n--;
    return n;
}

static struct fid_span folder_name (const char *path, size_t n)
{
    size_t above_n = folder_above (path, n);
    return (struct fid_span){path + above_n, n ? n - 1 - above_n : 0};
}

/* The deepest folder that holds both. */
static size_t shared_folder (const struct mark *a, const struct mark *b)
{
    size_t n = 0;
    for (size_t k = 0; k < a->folder_n && k < b->folder_n && a->path[k] == b->path[k]; k++)
        n = a->path[k] == '/' ? k + 1 : n;
    return n;
}

static bool same_folder (const struct mark *a, const struct mark *b)
{
    return a->folder_n == b->folder_n && memcmp (a->path, b->path, a->folder_n) == 0;
}

/* The folder in a shared one where a mark is, or that one itself. */
static size_t folder_inside (const struct mark *m, size_t n)
{
    return m->folder_n == n ? n : folder_below (m->path, n);
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

/* Whether folders of that name hold those of hosts. */
static bool is_host_parent (struct fid_span name)
{
    return fid_span_is (name, "hosts") || fid_span_is (name, "nodes");
}

/* Whether a folder is named as that of a host: meta.json lists it, or it is in one for hosts. */
static bool is_declared (const struct fid_hosts *listed, const char *path, size_t n)
{
    struct fid_span name = folder_name (path, n);
    for (size_t i = 0; i < listed->n; i++)
        if (listed->at[i].listed && fid_span_is (name, listed->at[i].name))
            return true;
    return is_host_parent (folder_name (path, folder_above (path, n)));
}

/* Whether a folder is that of a rank: "rank3", "3". */
static bool is_rank_name (const char *name)
{
    name += strncmp (name, "rank", 4) == 0 ? 4 : 0;
    name += *name == '_' || *name == '-';
    size_t digit_n = strspn (name, "0123456789");
    return digit_n && (name[digit_n] == '/' || !name[digit_n]);
}

/* --- marks */

/* Whether files of this format can show that there are several runs; tables (rank 1) may be of
 * anything. */
static bool marks_runs (const struct fid_reader *r)
{
    return r && (r->once || ((r->gives & FID_GIVES_PHASES) && r->rank > 1));
}

/* The files of a folder before its folders, so that both are together. */
static int by_folder (const void *va, const void *vb)
{
    const struct mark *a = va, *b = vb;
    size_t n = shared_folder (a, b);
    bool folder_a = a->folder_n > n, folder_b = b->folder_n > n;
    return folder_a != folder_b ? folder_a - folder_b : strcmp (a->path, b->path);
}

static int find_marks (struct marks *m, struct fid_error *err)
{
    FID_NEED (m->at = malloc ((m->run->source_n + 1) * sizeof *m->at), err);
    for (size_t i = 0; i < m->run->source_n; i++) {
        struct fid_source *s = &m->run->source[i];
        const struct fid_reader *r = fid_reader_by_name (s->reader);
        if (marks_runs (r))
            m->at[m->n++] = (struct mark){.source = s,
                                          .rec = &m->rec[i],
                                          .path = s->path,
                                          .folder_n = folder_above (s->path, strlen (s->path)),
                                          .once = r->once};
    }
    qsort (m->at, m->n, sizeof *m->at, by_folder);
    return 0;
}

static void clear_marks (struct marks *m)
{
    free (m->at);
}

/* Reads a log, to know when its training was. */
static int look_into (const struct marks *all, const struct mark *m, struct fid_error *err)
{
    return fid_recording_read (m->rec, all->run, m->source, err);
}

static bool has_training (const struct mark *m)
{
    return m->rec->job_first_ns <= m->rec->job_last_ns;
}

static bool overlap (const struct mark *a, const struct mark *b)
{
    return a->rec->job_last_ns >= b->rec->job_first_ns &&
           b->rec->job_last_ns >= a->rec->job_first_ns;
}

/* --- contradictions */

/* Finds a log with training at or below a folder, or in that alone.  *log is NULL without one. */
static int find_log (const struct marks *all, const char *path, size_t n, bool in_it,
                     struct mark **log, struct fid_error *err)
{
    *log = NULL;
    FID_EACH_OF (struct mark, m, all->at, all->n) {
        if (m->once || m->folder_n < n || memcmp (m->path, path, n) != 0 ||
            (in_it && m->folder_n != n))
            continue;
        FID_TRY (look_into (all, m, err));
        if (has_training (m)) {
            *log = m;
            return 0;
        }
    }
    return 0;
}

/* Whether a mark is in the shared folder, or some folder below is named as that of a host. */
static bool is_of_host (const struct marks *all, const struct mark *m, size_t n)
{
    if (m->folder_n == n)
        return true;
    while ((n = folder_below (m->path, n)))
        if (is_declared (&all->run->hosts, m->path, n))
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
    struct mark *log[2], *above;
    if (is_run_name (folder_name (a->path, a_n)) || is_run_name (folder_name (b->path, b_n)))
        return 0;
    FID_TRY (find_log (all, a->path, a_n, a->folder_n == n, &log[0], err));
    FID_TRY (find_log (all, b->path, b_n, b->folder_n == n, &log[1], err));
    if (log[0] && log[1])
        return overlap (log[0], log[1]) && log[0]->rec->job_hash != log[1]->rec->job_hash;
    if (is_of_host (all, a, n) && is_of_host (all, b, n))
        return 1;
    if (log[0] || log[1])
        return 0;
    for (;; n = folder_above (a->path, n)) {
        FID_TRY (find_log (all, a->path, n, true, &above, err));
        if (above || !n)
            return above != NULL;
    }
}

static int by_reader_and_start (const void *va, const void *vb)
{
    const struct mark *a = *(struct mark *const *)va, *b = *(struct mark *const *)vb;
    int order = strcmp (a->source->reader, b->source->reader);
    int64_t x_ns = a->rec->job_first_ns, y_ns = b->rec->job_first_ns;
    order = order ? order : (x_ns > y_ns) - (x_ns < y_ns);
    return order ? order : strcmp (a->path, b->path);
}

/* Numbers traces by those that overlap, or follow each other in a folder.  Logs are of whole
 * runs; of traces a process may have its own, that lives for an epoch. */
static int join_traces (const struct marks *all, struct fid_error *err)
{
    FID_FREED struct mark **trace = malloc ((all->n + 1) * sizeof *trace);
    FID_FREED size_t *which = calloc (all->n + 1, sizeof *which);
    const struct mark *last = NULL; /* of those before, the one that ends last */
    size_t n = 0;
    FID_NEED (trace && which, err);
    FID_EACH_OF (struct mark, m, all->at, all->n)
        if (!m->once && (m->source->gives & FID_GIVES_EVENTS)) {
            which[n] = (size_t)(m->source - all->run->source);
            trace[n++] = m;
        }
    if (n < 2) /* to look into one is to read it */
        return 0;
    FID_TRY (fid_recordings_read (all->run, all->rec, which, n, err));
    qsort (trace, n, sizeof *trace, by_reader_and_start);
    for (size_t i = 0; i < n; i++) {
        struct mark *m = trace[i];
        if (!has_training (m))
            continue;
        bool follows = last && last->source->reader == m->source->reader &&
                       m->rec->job_first_ns <=
                           last->rec->job_last_ns + (same_folder (last, m) ? PAUSE_NS : 0);
        m->part_of = follows ? last->part_of : i + 1;
        if (!follows || m->rec->job_last_ns > last->rec->job_last_ns)
            last = m;
    }
    return 0;
}

/* Returns 1 if the two are of different runs, 0 if they may be of one, -1 without memory. */
static int runs_differ (const struct marks *all, struct mark *a, struct mark *b,
                        struct fid_error *err)
{
    if (a->source->reader != b->source->reader ||
        (same_folder (a, b) && (a->once || !fid_path_alike (a->path, b->path))))
        return 0;
    if (a->once) {
        int hosts = are_hosts (all, a, b, err);
        return hosts < 0 ? -1 : !hosts;
    }
    FID_TRY (look_into (all, a, err));
    FID_TRY (look_into (all, b, err));
    return has_training (a) && has_training (b) && !overlap (a, b) &&
           (!a->part_of || a->part_of != b->part_of);
}

/* Whether marks from .. to - 1 are of several runs; as differ. */
static int marks_contradict (const struct marks *m, size_t from, size_t to,
                             struct fid_error *err)
{
    for (int logs = 0; logs < 2; logs++) { /* they have to be read */
        if (logs)
            FID_TRY (join_traces (m, err));
        for (size_t i = from; i < to; i++)
            for (size_t k = i + 1; k < to && m->at[i].once == !logs; k++) {
                int rc = runs_differ (m, &m->at[i], &m->at[k], err);
                if (rc)
                    return rc;
            }
    }
    return 0;
}

/* --- hosts */

static int on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct fid_hosts *hosts = self;
    size_t number;
    if (strcmp (f->key, "host") != 0)
        return 0;
    FID_TRY (fid_hosts_add (hosts, f->value, &number, err));
    hosts->at[number].listed = true;
    return 0;
}

/* Adds the host of a folder.  If a host of its name has another folder, too, its files go there.
 */
static int add_host (struct fid_hosts *hosts, const char *path, size_t n, struct fid_error *err)
{
    size_t number, length = n ? n - 1 : 0;
    for (size_t i = 0; i < hosts->n; i++) {
        const char *folder = hosts->at[i].folder;
        if (folder && strlen (folder) == length && memcmp (folder, path, length) == 0)
            return 0;
    }
    FID_TRY (fid_hosts_add (hosts, folder_name (path, n), &number, err));
    struct fid_host *h = &hosts->at[number];
    if (!h->folder)
        h->folder = fid_strndup (path, length, err);
    return h->folder ? 0 : -1;
}

/* The host of a file: that of the deepest folder that meta.json lists, else of the deepest that
 * is a host's; hosts->n: of none. */
static size_t host_of (const struct fid_hosts *hosts, const char *path)
{
    size_t best = hosts->n, best_n = 0;
    for (size_t i = 0; i < hosts->n; i++) {
        const char *folder = hosts->at[i].folder;
        size_t n = folder ? strlen (folder) : 0;
        if (folder && (!n || (strncmp (path, folder, n) == 0 && path[n] == '/')) &&
            (best == hosts->n || n > best_n)) {
            best = i;
            best_n = n;
        }
    }
    for (size_t n = 0; (n = folder_below (path, n));)
        for (size_t i = 0; i < hosts->n; i++)
            if (hosts->at[i].listed && fid_span_is (folder_name (path, n), hosts->at[i].name))
                best = i;
    return best;
}

FID_ORDER_BY (by_host_name, struct fid_host, FID_RISING_TEXT (name))

/* Adds the folders that are named as those of hosts; then numbers the hosts in the order of their
 * names and sets the host of each source. */
static int assign_hosts (struct fid_run *run, struct fid_error *err)
{
    struct fid_hosts *hosts = &run->hosts;
    FID_EACH (const struct fid_source, s, run->source)
        for (size_t n = 0; s->reader && (n = folder_below (s->path, n));)
            if (is_declared (hosts, s->path, n))
                FID_TRY (add_host (hosts, s->path, n, err));
    FID_SORT (hosts->at, hosts->n, by_host_name);
    FID_EACH (struct fid_source, s, run->source) {
        size_t host = host_of (hosts, s->path);
        s->shared = host == hosts->n;
        s->host = s->shared ? 0 : (unsigned)host;
    }
    return hosts->n ? 0 : fid_hosts_add (hosts, fid_span_of (""), &(size_t){0}, err);
}

/* Sets the hosts of marks that are of one run: they are folders that have files of one format.  A
 * log beside a copy of it, or in folders of ranks, is no other host's. */
static int set_hosts (const struct marks *m, struct fid_error *err)
{
    struct fid_run *run = m->run;
    for (size_t i = 0; i < m->n; i++)
        for (size_t k = i + 1; k < m->n; k++) {
            struct mark *a = &m->at[i], *b = &m->at[k];
            size_t n = shared_folder (a, b);
            if (a->source->reader != b->source->reader || same_folder (a, b) ||
                !(a->source->gives & ~(unsigned)(FID_GIVES_FACTS | FID_GIVES_STAT)))
                continue;
            if (!a->once) {
                if (a->folder_n == n || b->folder_n == n || is_rank_name (a->path + n))
                    continue;
                FID_TRY (look_into (m, a, err));
                FID_TRY (look_into (m, b, err));
                if (a->rec->job_hash == b->rec->job_hash || !has_training (a) ||
                    !has_training (b))
                    continue;
            }
            FID_TRY (add_host (&run->hosts, a->path, folder_inside (a, n), err));
            FID_TRY (add_host (&run->hosts, b->path, folder_inside (b, n), err));
        }
    return assign_hosts (run, err);
}

/* --- the runs of a tree */

/* The folder of marks from .. to - 1, which are of one run and share the folder n: the deepest
 * that holds them all.  Folders of prepared traces, and those for hosts, are parts of a run; a
 * folder that is called as runs are is one. */
static size_t common_folder (const struct marks *m, size_t from, size_t to, size_t n)
{
    const char *path = m->at[from].path;
    size_t common = m->at[from].folder_n;
    for (size_t i = from + 1; i < to; i++) {
        size_t shared = shared_folder (&m->at[from], &m->at[i]);
        common = shared < common ? shared : common;
    }
    size_t k = 0;
    while ((k = folder_below (path, k)) && k <= common)
        if (fid_is_part_folder (folder_name (path, k)))
            common = folder_above (path, k);
    if (is_host_parent (folder_name (path, common)))
        common = folder_above (path, common);
    for (k = n ? n : folder_below (path, 0); k && k < common; k = folder_below (path, k))
        if (is_run_name (folder_name (path, k)))
            common = k;
    return common;
}

/* Whether some of the marks show that something ran: a log of INIT alone (the generation of
 * data) does not. */
static int has_run (const struct marks *m, size_t from, size_t to, struct fid_error *err)
{
    for (size_t i = from; i < to; i++) {
        if (!m->at[i].once)
            FID_TRY (look_into (m, &m->at[i], err));
        if (m->at[i].once || has_training (&m->at[i]))
            return 1;
    }
    return 0;
}

/* Adds the runs among marks from .. to - 1, which share the folder n. */
static int list_runs (const struct marks *m, size_t from, size_t to, size_t n,
                      struct fid_files *runs, struct fid_error *err)
{
    int rc = marks_contradict (m, from, to, err);
    if (rc == 0) {
        const char *path = m->at[from].path;
        size_t common = common_folder (m, from, to, n);
        rc = has_run (m, from, to, err);
        return rc < 1   ? rc
               : common ? fid_files_add (runs, fid_strndup (path, common - 1, err), err)
                        : fid_files_add (runs, fid_strdup (".", err), err);
    }
    bool side_by_side = m->at[to - 1].folder_n == n; /* each file is a run */
    for (size_t i = from, end; rc > 0 && i < to; i = end) {
        const char *path = m->at[i].path;
        size_t below = folder_below (path, n);
        for (end = i + 1; end < to && !side_by_side; end++)
            if (below ? strncmp (m->at[end].path, path, below) != 0 : m->at[end].folder_n != n)
                break;
        if (!side_by_side)
            FID_TRY (list_runs (m, i, end, below ? below : n, runs, err));
        else if (has_training (&m->at[i]))
            FID_TRY (fid_files_add (runs, fid_strdup (path, err), err));
    }
    return rc < 0 ? -1 : 0;
}

static int by_order (const void *va, const void *vb)
{
    char *const *a = va, *const *b = vb;
    return fid_path_order (*a, *b);
}

/* The runs among the sources, relative to the directory: those of marks, and digests. */
static int runs_of (const struct marks *m, struct fid_files *runs, struct fid_error *err)
{
    if (m->n)
        FID_TRY (list_runs (m, 0, m->n, 0, runs, err));
    FID_EACH (const struct fid_source, s, m->run->source) {
        bool is;
        if (s->reader || !fid_digest_named (s->path))
            continue;
        FID_FREED char *path = fid_format (err, "%s/%s", m->run->dir, s->path);
        FID_TRY (!path);
        FID_TRY (fid_digest_is (path, &is, err));
        if (is)
            FID_TRY (fid_files_add (runs, fid_strdup (s->path, err), err));
    }
    FID_SORT (runs->path, runs->n, by_order);
    return 0;
}

#define NAMED 5 /* in a message */

int fid_runs_check (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    FID_SCOPED (clear_marks) struct marks m = {.run = run, .rec = rec};
    FID_SCOPED (fid_files_clear) struct fid_files runs = {0};
    char list[600] = "";
    /* Adds the names that meta.json lists. */
    const struct fid_sink sink = {.self = &run->hosts, .fact = on_fact};
    fid_hosts_clear (&run->hosts);
    for (size_t i = 0; i < run->source_n; i++) {
        if (!run->source[i].reader || !fid_reader_by_name (run->source[i].reader)->lists_hosts)
            continue;
        FID_TRY (fid_recording_read (&rec[i], run, &run->source[i], err));
        FID_TRY (fid_recording_play (&rec[i], &sink, err));
    }
    FID_TRY (find_marks (&m, err));
    int rc = marks_contradict (&m, 0, m.n, err);
    if (rc <= 0)
        return rc ? rc : set_hosts (&m, err);
    FID_TRY (runs_of (&m, &runs, err));
    size_t at = 0;
    for (size_t i = 0; i < runs.n && i < NAMED && at < sizeof list; i++)
        at +=
            (size_t)snprintf (list + at, sizeof list - at, "%s%s", i ? ", " : "", runs.path[i]);
    if (runs.n > NAMED && at < sizeof list)
        snprintf (list + at, sizeof list - at, " and %zu more", runs.n - NAMED);
    return fid_errorf (err, FID_EINPUT, "%s: holds several runs: %s; name one", run->dir, list);
}

/* --- one run, or several */

/* A hash of a path that alike paths (fid_path_alike) have in common. */
static uint64_t alike_hash (const char *path)
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
static int mark_doubtful (const struct fid_files *files, bool *doubtful, struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index alike = {0};
    for (size_t i = 0; i < files->n; i++) {
        size_t at = 0, other;
        uint64_t hash = alike_hash (files->path[i]);
        doubtful[i] = strchr (files->path[i], '/') != NULL;
        if (fid_index_next (&alike, hash, &at, &other))
            doubtful[i] = doubtful[other] = true;
        FID_TRY (fid_index_put (&alike, hash, i, err));
    }
    return 0;
}

/* Finds out whether run->dir is one run beyond doubt without looking into every file: none that
 * could contradict another one can show several runs, and there is a raw trace, for which the
 * largest files are looked into first. */
static int surely_one (struct fid_run *run, bool *sure, struct fid_error *err)
{
    FID_SCOPED (fid_files_clear) struct fid_files files = {0};
    FID_TRY (fid_discover (run->dir, FID_SEARCH_RUN, &files, err));
    FID_FREED bool *done = calloc (files.n + 1, sizeof *done);
    FID_NEED (done, err);
    FID_TRY (mark_doubtful (&files, done, err));
    *sure = false;
    for (size_t i = 0; i < files.n; i++) {
        if (!done[i])
            continue;
        FID_TRY (fid_sources_list (run, files.path[i], err));
        if (marks_runs (fid_reader_by_name (run->source[run->source_n - 1].reader)))
            return 0;
    }
    while (!(*sure = fid_sources_raw (run))) {
        size_t next = files.n;
        for (size_t i = 0; i < files.n; i++)
            if (!done[i] && (next == files.n || files.byte_n[i] > files.byte_n[next]))
                next = i;
        if (next == files.n)
            return 0;
        done[next] = true;
        FID_TRY (fid_sources_list (run, files.path[next], err));
    }
    return 0;
}

/* Finds out whether run->dir, or the file `only' in it, holds one run. */
static int is_one (struct fid_run *run, const char *only, bool *one, struct fid_error *err)
{
    struct fid_error why = {.status = FID_EINPUT};
    *one = false;
    if (!only) {
        FID_TRY (surely_one (run, one, err));
        fid_sources_clear (run);
        if (*one)
            return 0;
    }
    FID_TRY (fid_sources_list (run, only, err));
    struct fid_recording *rec = fid_recordings_create (run, true, err);
    FID_TRY (!rec);
    *one = fid_sources_known (run) && fid_runs_check (run, rec, &why) == 0;
    fid_recordings_destroy (rec, run->source_n);
    return *one ? 0 : fid_error_unless_input (&why, err);
}

/* Adds the runs below a path. */
static int add_tree (struct fid_run *run, const char *path, struct fid_files *runs,
                     struct fid_error *err)
{
    FID_SCOPED (clear_marks) struct marks m = {.run = run};
    FID_TRY (fid_sources_tree (run, err));
    m.rec = fid_recordings_create (run, true, err);
    FID_TRY (!m.rec);
    int rc = FID_FAILED (find_marks (&m, err) || runs_of (&m, runs, err));
    fid_recordings_destroy (m.rec, run->source_n);
    FID_TRY (rc);
    for (size_t i = 0; i < runs->n; i++) {
        bool self = strcmp (runs->path[i], ".") == 0;
        char *full =
            self ? fid_strdup (path, err) : fid_format (err, "%s/%s", path, runs->path[i]);
        FID_TRY (!full);
        free (runs->path[i]);
        runs->path[i] = full;
    }
    return 0;
}

int fid_runs_find (const char *path, struct fid_files *runs, struct fid_error *err)
{
    FID_SCOPED (fid_place_clear) struct fid_place place = {0};
    FID_SCOPED (fid_sources_clear) struct fid_run run = {0};
    bool one;
    *runs = (struct fid_files){0};
    FID_TRY (fid_digest_is (path, &one, err));
    if (!one) {
        FID_TRY (fid_place_of (path, &place, err));
        run.dir = place.dir;
        FID_TRY (is_one (&run, place.only, &one, err));
    }
    int rc = one          ? fid_files_add (runs, fid_strdup (path, err), err)
             : place.only ? 0
                          : add_tree (&run, path, runs, err);
    if (!rc && !runs->n)
        rc = fid_errorf (err, FID_EINPUT, "%s: holds no run that fidlio can read", path);
    if (rc)
        fid_files_clear (runs);
    return rc;
}
