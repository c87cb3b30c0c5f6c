/* ranks.c - see ranks.h */
#include "config.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/path_order.h"
#include "base/plain.h"
#include "readers/choose.h"
#include "readers/mllog/mllog_log.h"
#include "readers/reader.h"
#include "readers/several.h"
#include "readers/sources.h"
#include "tools/whatif/ranks.h"

#define MLLOG_RANKS_MAX 4096

/* The training steps of one rank. */
struct steps {
    struct fid_step *step; /* owned */
    size_t n, cap;
    char *file;         /* owned; "" for all but the first rank of one file */
    uint64_t rank;      /* in a file of several */
    int class;          /* rank of the reader: the higher the better */
    const char *reader; /* static */
};

struct found {
    struct steps *at; /* owned */
    size_t n, cap;
    bool in_process; /* batches are fetched by the process that trains */
    bool dlio;       /* whose ranks meet behind each step; a training has that in its steps */
};

static int
take_step (void *self, const struct fid_step *step, struct fid_error *err)
{
    struct steps *s = self;
    if (step->eval)
        return 0;
    if (fid_array_grow (&s->step, &s->cap, s->n + 1, sizeof *s->step, err))
        return -1;
    s->step[s->n++] = *step;
    return 0;
}

/* --- one log with the lines of several ranks */

struct ranked_log {
    struct fid_sink sink; /* borrowed by log */
    struct steps steps;
    struct fid_mllog log;
};

struct ranked_logs {
    struct ranked_log **at; /* owned; a log does not move */
    size_t n, cap;
};

static struct ranked_log *
log_of (struct ranked_logs *logs, const struct fid_log_tag *tag, struct fid_error *err)
{
    uint64_t rank = tag->ranked ? tag->rank : UINT64_MAX;
    for (size_t i = 0; i < logs->n; i++)
        if (logs->at[i]->steps.rank == rank)
            return logs->at[i];
    if (logs->n == MLLOG_RANKS_MAX) {
        fid_errorf (err, FID_EINPUT, "more than %d ranks in one log", MLLOG_RANKS_MAX);
        return NULL;
    }
    struct ranked_log *l = calloc (1, sizeof *l);
    if (!l || fid_array_grow (&logs->at, &logs->cap, logs->n + 1, sizeof *logs->at, err)) {
        if (!l)
            fid_error_nomem (err);
        free (l);
        return NULL;
    }
    l->steps.rank = rank;
    l->sink = (struct fid_sink){.self = &l->steps, .step = take_step};
    fid_mllog_init (&l->log, &l->sink);
    return logs->at[logs->n++] = l;
}

static int
read_log_lines (struct fid_text *text, struct ranked_logs *logs, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (text, &line, err)) > 0) {
        struct fid_log_tag tag;
        while (fid_mllog_take_mark (&line, &tag) || fid_mllog_take_bare (&line, &tag)) {
            struct ranked_log *l = log_of (logs, &tag, err);
            struct fid_json j;
            int64_t t_ns;
            fid_json_init (&j, line);
            if (!l || fid_mllog_event (&l->log, &tag, &j, text->line_n, &t_ns, err))
                return -1;
            line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
        }
    }
    return rc;
}

static int
by_rank (const void *va, const void *vb)
{
    const struct ranked_log *const *a = va, *const *b = vb;
    return (*a)->steps.rank < (*b)->steps.rank ? -1 : (*a)->steps.rank > (*b)->steps.rank;
}

static int
add_steps (struct found *found, const struct steps *s, struct fid_error *err)
{
    if (fid_array_grow (&found->at, &found->cap, found->n + 1, sizeof *found->at, err))
        return -1;
    found->at[found->n++] = *s;
    return 0;
}

/* The ranks of a log, in order; lines without a rank are one if there are no others. */
static int
keep_logs (struct ranked_logs *logs, const struct fid_source *s, struct found *found,
           struct fid_error *err)
{
    int rc = 0;
    if (logs->n > 1)
        qsort (logs->at, logs->n, sizeof *logs->at, by_rank);
    for (size_t i = 0; i < logs->n && !rc; i++) {
        struct ranked_log *l = logs->at[i];
        rc = fid_mllog_finish (&l->log, err);
        if (rc || !l->steps.n || (l->steps.rank == UINT64_MAX && i))
            continue;
        l->steps.class = s->rank;
        l->steps.reader = s->reader;
        rc = (l->steps.file = fid_strdup (s->path, err)) ? add_steps (found, &l->steps, err)
                                                         : -1;
        if (!rc)
            l->steps = (struct steps){0}; /* moved */
    }
    return rc;
}

static int
read_log (const char *dir, const struct fid_source *s, struct found *found,
          struct fid_error *err)
{
    struct ranked_logs logs = {0};
    struct fid_text text;
    char *path = fid_format (err, "%s/%s", dir, s->path);
    int rc = path ? fid_text_open (&text, path, err) : -1;
    if (!rc) {
        rc = read_log_lines (&text, &logs, err);
        fid_text_close (&text);
    }
    if (!rc)
        rc = keep_logs (&logs, s, found, err);
    for (size_t i = 0; i < logs.n; i++) {
        fid_mllog_clear (&logs.at[i]->log);
        free (logs.at[i]->steps.step);
        free (logs.at[i]->steps.file);
        free (logs.at[i]);
    }
    free (logs.at);
    free (path);
    return rc;
}

/* --- other files */

struct reading {
    struct steps steps;
    struct found *found; /* borrowed */
};

static int
reading_step (void *self, const struct fid_step *step, struct fid_error *err)
{
    return take_step (&((struct reading *)self)->steps, step, err);
}

/* Batches are fetched in the training process by DLIO without reader processes, or if the
 * profiler's name of the loader says so. */
static int
reading_fact (void *self, const struct fid_fact *fact, struct fid_error *err)
{
    struct found *f = ((struct reading *)self)->found;
    (void)err;
    if (strcmp (fact->key, "workload.reader.read_threads") == 0 ||
        strcmp (fact->key, "loader_processes") == 0)
        f->in_process = fid_span_is (fact->value, "0");
    if (strcmp (fact->key, "benchmark") == 0)
        f->dlio = fid_span_is (fact->value, "dlio");
    return 0;
}

static int
read_file (const char *dir, const struct fid_source *s, struct found *found,
           struct fid_error *err)
{
    struct reading r = {.steps = {.class = s->rank, .reader = s->reader}, .found = found};
    struct fid_sink sink = {.self = &r, .step = reading_step, .fact = reading_fact};
    int rc = fid_source_read (dir, s, false, &sink, NULL, err);
    if (!rc && r.steps.n) {
        rc = (r.steps.file = fid_strdup (s->path, err)) ? add_steps (found, &r.steps, err) : -1;
        if (!rc)
            return 0;
    }
    free (r.steps.step);
    free (r.steps.file);
    return rc;
}

/* --- which of them are the ranks */

static bool
is_group (const struct steps *a, const struct steps *b)
{
    return a->class == b->class && fid_path_alike (a->file, b->file);
}

static void
drop (struct found *f, const bool *out)
{
    size_t to = 0;
    for (size_t i = 0; i < f->n; i++)
        if (out[i]) {
            free (f->at[i].step);
            free (f->at[i].file);
        } else {
            f->at[to++] = f->at[i];
        }
    f->n = to;
}

/* Whether b is a without ".gz". */
static bool
is_copy (const char *a, const char *b)
{
    size_t n = strlen (b);
    return strncmp (a, b, n) == 0 && strcmp (a + n, ".gz") == 0;
}

/* Keeps the files of the best kind that are most; of equally many the first. */
static int
choose (struct found *f, struct fid_error *err)
{
    bool *out = calloc (f->n + 1, sizeof *out);
    size_t best = 0, best_n = 0;
    if (!out)
        return fid_error_nomem (err);
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->n && !out[i]; k++)
            out[i] = is_copy (f->at[i].file, f->at[k].file);
    drop (f, out);
    for (size_t i = 0; i < f->n; i++) {
        size_t n = 0;
        for (size_t k = 0; k < f->n; k++)
            n += is_group (&f->at[i], &f->at[k]);
        if (!best_n || f->at[i].class > f->at[best].class ||
            (f->at[i].class == f->at[best].class && n > best_n)) {
            best = i;
            best_n = n;
        }
    }
    for (size_t i = 0; i < f->n; i++)
        out[i] = !is_group (&f->at[best], &f->at[i]);
    drop (f, out);
    free (out);
    return 0;
}

static int
by_file (const void *va, const void *vb)
{
    const struct steps *a = va, *b = vb;
    int c = fid_path_order (a->file, b->file);
    return c ? c : a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* --- the k-th steps of an epoch belong together */

struct cursor {
    size_t i;
    int epoch;
    int64_t k;
};

/* Where the step at a cursor stands; false behind the last. */
static bool
key_of (const struct steps *s, const struct cursor *c, int *epoch, int64_t *k)
{
    if (c->i == s->n)
        return false;
    *epoch = s->step[c->i].epoch;
    *k = c->i && *epoch == c->epoch ? c->k + 1 : 0;
    return true;
}

/* The next place of all ranks: the lowest epoch, then number. */
static bool
next_key (const struct found *f, const struct cursor *c, int *epoch, int64_t *k)
{
    bool any = false;
    for (size_t i = 0; i < f->n; i++) {
        int e;
        int64_t n;
        if (key_of (&f->at[i], &c[i], &e, &n) &&
            (!any || e < *epoch || (e == *epoch && n < *k))) {
            *epoch = e;
            *k = n;
            any = true;
        }
    }
    return any;
}

static void
leave_out (struct fid_rank_times *t, const struct steps *s, int epoch, int64_t k,
           const char *what)
{
    if (t->left[0])
        return;
    snprintf (t->left, sizeof t->left, "%.150s has no %s of step %" PRId64 "%s", s->file, what,
              k, epoch >= 0 ? "" : " of the run");
    if (epoch >= 0)
        snprintf (t->left + strlen (t->left), sizeof t->left - strlen (t->left), " of epoch %d",
                  epoch);
}

/* The steps of one place: 1 if all ranks have one with its times, else 0. */
static int
take_row (const struct found *f, struct cursor *c, int epoch, int64_t k,
          struct fid_rank_times *t, struct fid_fetch *row, bool *placed)
{
    int complete = 1;
    for (size_t i = 0; i < f->n; i++) {
        int e;
        int64_t n;
        if (!key_of (&f->at[i], &c[i], &e, &n) || e != epoch || n != k) {
            leave_out (t, &f->at[i], epoch, k, "times");
            complete = 0;
            continue;
        }
        const struct fid_step *s = &f->at[i].step[c[i].i];
        c[i] = (struct cursor){c[i].i + 1, epoch, k};
        if (s->load_s < 0 || s->step_s < 0) {
            leave_out (t, &f->at[i], epoch, k, s->load_s < 0 ? "wait for data" : "length");
            complete = 0;
            continue;
        }
        *placed &= s->end_ns != INT64_MIN;
        int64_t start_ns = s->end_ns == INT64_MIN ? 0 : s->end_ns - fid_align_ns (s->step_s);
        row[i] = (struct fid_fetch){.start_ns = start_ns,
                                    .train_ns = start_ns,
                                    .fetch_s = s->load_s,
                                    .iteration_s = s->step_s,
                                    .stall_s = s->load_s};
    }
    t->left_n += !complete;
    return complete;
}

static int
join (const struct found *f, struct fid_rank_times *t, bool *placed, struct fid_error *err)
{
    struct cursor *c = calloc (f->n, sizeof *c);
    size_t cap = 0, fetch_cap = 0;
    int epoch = 0, rc = c ? 0 : fid_error_nomem (err);
    int64_t k = 0;
    t->rank_n = f->n;
    *placed = true;
    while (!rc && next_key (f, c, &epoch, &k)) {
        rc = fid_array_grow (&t->index, &cap, t->row_n + 1, sizeof *t->index, err) ||
                     fid_array_grow (&t->fetch, &fetch_cap, (t->row_n + 1) * f->n,
                                     sizeof *t->fetch, err)
                 ? -1
                 : 0;
        if (!rc && take_row (f, c, epoch, k, t, t->fetch + t->row_n * f->n, placed))
            t->index[t->row_n++] = k;
    }
    free (c);
    return rc;
}

/* --- a run */

static int
read_sources (const char *dir, struct found *found, struct fid_error *err)
{
    struct fid_place place;
    struct fid_run run = {0};
    if (fid_place_of (dir, &place, err))
        return -1;
    run.dir = place.dir;
    int rc = fid_sources_list (&run, place.only, err);
    if (!rc)
        rc = fid_runs_check (&run, err); /* ranks of several runs do not meet */
    for (size_t i = 0; i < run.source_n && !rc; i++) {
        const struct fid_source *s = &run.source[i];
        const struct fid_reader *r = s->reader ? fid_reader_by_name (s->reader) : NULL;
        if (r && !r->parts && (s->gives & (FID_GIVES_STEPS | FID_GIVES_FACTS)))
            rc = strcmp (s->reader, "mllog") == 0 ? read_log (place.dir, s, found, err)
                                                  : read_file (place.dir, s, found, err);
    }
    fid_sources_clear (&run);
    free (run.source);
    fid_place_clear (&place);
    return rc;
}

static char *
name_of (const char *dir, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    if (!real && fid_is_system_error (errno))
        return fid_error_file (err, dir, errno), NULL;
    char *name = fid_plain_name (real ? strrchr (real, '/') + 1 : dir, err);
    free (real);
    return name;
}

static int
take_files (struct fid_whatif_job *job, struct found *f, struct fid_error *err)
{
    job->file = calloc (f->n, sizeof *job->file);
    if (!job->file)
        return fid_error_nomem (err);
    for (size_t i = 0; i < f->n; i++) {
        job->file[i] = f->at[i].file;
        f->at[i].file = NULL;
    }
    return 0;
}

int
fid_whatif_ranks (const char *dir, struct fid_whatif_job *job, struct fid_error *err)
{
    struct found f = {0};
    bool placed = false;
    job->name = name_of (dir, err);
    job->path = fid_strdup (dir, err);
    int rc = job->name && job->path ? read_sources (dir, &f, err) : -1;
    if (!rc)
        rc = choose (&f, err);
    if (!rc && !f.n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no file in it records training steps", dir);
    if (!rc) {
        qsort (f.at, f.n, sizeof *f.at, by_file);
        rc = join (&f, &job->times, &placed, err);
    }
    if (!rc && !job->times.row_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: no step has its times in all ranks: %s", dir,
                         job->times.left);
    if (!rc)
        rc = take_files (job, &f, err);
    if (!rc) {
        job->source = f.at[0].reader;
        job->has_fetch = f.in_process;
        job->has_start = f.in_process && placed;
        job->meet_after = f.dlio || strncmp (job->source, "dlio", 4) == 0;
    }
    for (size_t i = 0; i < f.n; i++) {
        free (f.at[i].step);
        free (f.at[i].file);
    }
    free (f.at);
    return rc;
}
