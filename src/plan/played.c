/* SPDX-License-Identifier: GPL-3.0-or-later */
/* played.c - see played.h */
#include "base/jsonbuild.h"
#include "base/outfile.h"
#include "job/job.h"
#include "plan/played.h"
#include <sys/file.h>

static double wall_s; /* to add to an instant */

int fid_played_begin (double to_wall_s, const char *out, struct fid_error *err)
{
    static const char head[] =
        "[\n{\"id\":0,\"name\":\"HH\",\"cat\":\"dftracer\",\"pid\":1,\"tid\":1,\"ph\":\"M\","
        "\"args\":{\"hhash\":1,\"name\":\"localhost\",\"value\":1}}\n";
    FID_FREED char *path = out ? fid_format (err, "%s/trace.pfw", out) : NULL;
    wall_s = to_wall_s;
    FID_TRY (out && !path);
    return out ? fid_outfile_write (path, out, head, sizeof head - 1, err) : 0;
}

void fid_fill_by_chance (void *to, size_t n, uint64_t seed)
{
    unsigned char *at = to;
    for (size_t i = 0; i < n; i += sizeof (uint64_t)) {
        uint64_t x = fid_hash_number (i, seed);
        memcpy (at + i, &x, n - i < sizeof x ? n - i : sizeof x);
    }
}

void fid_record (struct fid_played_calls *r, enum fid_played_call call, uint32_t file,
                 uint64_t offset, uint32_t byte_n, double from_s, double to_s)
{
    struct fid_error err;
    bool moves = call == FID_PLAYED_READ || call == FID_PLAYED_WRITE;
    r->read_n += call == FID_PLAYED_READ;
    r->byte_n += byte_n;
    r->busy_s += moves ? to_s - from_s : 0;
    struct fid_played_event e = {from_s, to_s, offset, file, byte_n, call};
    if (r->keep && FID_PUSH (r->event, &err, e))
        r->lost = true;
}

void fid_played_clear (struct fid_played_calls *r)
{
    free (r->event);
    *r = (struct fid_played_calls){.keep = false};
}

/* --- calls */

static int64_t us_of (double t_s)
{
    return (int64_t)((t_s + wall_s) * 1e6);
}

static void put_name (FILE *f, const char *folder, const char *name, size_t hash)
{
    char path[2 * PATH_MAX];
    snprintf (path, sizeof path, "%s/%s", folder, name);
    fprintf (
        f,
        "{\"id\":0,\"name\":\"FH\",\"cat\":\"dftracer\",\"pid\":%d,\"tid\":%d,\"ph\":\"M\","
        "\"args\":{\"name\":",
        (int)getpid (), (int)gettid ());
    fid_plan_put_text (f, path);
    fprintf (f, ",\"value\":%zu}}\n", hash);
}

static void put_event (FILE *f, const struct fid_played_event *e, size_t i, size_t hash)
{
    static const char *const names[] = {"open64", "pread64", "write", "close",
                                        "stat",   "unlink",  "open64"};
    bool moves = e->call == FID_PLAYED_READ || e->call == FID_PLAYED_WRITE;
    bool on = e->offset == FID_PLAYED_ON;
    fprintf (
        f,
        "{\"id\":%zu,\"name\":\"%s\",\"cat\":\"POSIX\",\"pid\":%d,\"tid\":%d,\"ts\":%" PRId64
        ",\"dur\":%" PRId64 ",\"ph\":\"X\",\"args\":{\"hhash\":1,\"fhash\":%zu",
        i, e->call == FID_PLAYED_READ && on ? "read" : names[e->call], (int)getpid (),
        (int)gettid (), us_of (e->from_s), us_of (e->to_s) - us_of (e->from_s), hash);
    if (moves && !on)
        fprintf (f, ",\"offset\":%" PRIu64, e->offset);
    fprintf (f, ",\"ret\":%" PRIu32 "}}\n", moves ? e->byte_n : 0);
}

static void put_events (FILE *f, const struct fid_played_calls *r, const struct fid_plan *plan,
                        const char *folder, bool *named)
{
    const struct fid_plan_file *file = r->saved ? plan->saved : plan->file;
    /* hashes of files of data, of checkpoints, and of names of this thread alone */
    size_t first = r->saved ? FID_PLAN_FILES : 1, own = (size_t)gettid () << 32;
    FID_EACH (const struct fid_played_event, e, r->event) {
        size_t i = (size_t)(e - r->event);
        char name[64];
        bool known = e->call != FID_PLAYED_HAND && e->call != FID_PLAYED_RANK;
        if (!known) {
            snprintf (name, sizeof name,
                      e->call == FID_PLAYED_HAND ? "torch_%d_0_%zu" : "nccl-%d", (int)getpid (),
                      i);
            put_name (f, "/dev/shm", name, own + i);
        } else if (!named[e->file]) {
            put_name (f, folder, file[e->file].name, first + e->file);
            named[e->file] = true;
        }
        put_event (f, e, i, known ? first + e->file : own + i);
    }
}

int fid_played_write (const struct fid_played_calls *r, const struct fid_plan *plan,
                      const struct fid_play_opts *opts, struct fid_error *err)
{
    FID_TRY (r->lost && fid_error_nomem (err));
    FID_FREED char *path = fid_format (err, "%s/trace.pfw", opts->out);
    FID_FREED char *folder = realpath (r->saved ? opts->saved : opts->data, NULL);
    FID_FREED bool *named = calloc ((r->saved ? plan->saved_n : plan->file_n) + 1, 1);
    FID_NEED (path && folder && named, err);
    int fd = fid_open_below (path, opts->out, O_WRONLY | O_APPEND, 0, err);
    FID_TRY (fd < 0);
    FILE *f = fdopen (fd, "a");
    if (!f || flock (fd, LOCK_EX)) {
        int why = errno;
        if (f)
            fclose (f);
        else
            close (fd);
        return fid_error_file (err, path, why);
    }
    put_events (f, r, plan, folder, named);
    bool failed = fflush (f) || ferror (f);
    int why = errno;
    return fclose (f) || failed ? fid_error_file (err, path, failed ? why : errno) : 0;
}

/* --- steps and parts, as DLIO logs them */

struct line {
    double t_s;
    size_t at; /* in the order of its rank */
    char *text;
};

FID_ORDER_BY (by_time, struct line, FID_RISING (t_s) FID_RISING (at))

struct log {
    FID_LIST (struct line, line); /* owned, texts as well */
    struct fid_error *err;
    bool failed;
};

static void say (struct log *l, double t_s, const char *fmt, ...) FID_PRINTF (3, 4);
static void say (struct log *l, double t_s, const char *fmt, ...)
{
    va_list ap;
    char *text = NULL;
    va_start (ap, fmt);
    if (vasprintf (&text, fmt, ap) < 0)
        text = NULL;
    va_end (ap);
    if (!text || FID_PUSH (l->line, l->err, (struct line){t_s, l->line_n, text})) {
        free (text);
        l->failed = true;
    }
}

static void say_steps (struct log *l, const struct fid_plan_rank *r,
                       const struct fid_plan_part *p, const struct fid_played_rank *of)
{
    for (uint32_t k = 0; k < p->step_n; k++) {
        const struct fid_played_step *s = &of->step[p->step_first + k];
        say (l, s->got_s, "Rank %d step %" PRIu32 ": loaded 1 samples in %.6f s", r->number,
             k + 1, s->got_s - s->ask_s);
        say (l, s->end_s, "Rank %d step %" PRIu32 " processed 1 samples in %.6f s", r->number,
             k + 1, s->end_s - s->ask_s);
    }
}

/* Tells the first rank's parts; *epoch: the one that is open, 0: none. */
static void say_parts (struct log *l, const struct fid_plan *plan,
                       const struct fid_played_rank *of)
{
    const struct fid_plan_rank *r = &plan->rank[0];
    int epoch = 0, block = 0, eval = 0;
    size_t step_n = 0;
    for (size_t i = 0; i < r->part_n; i++) {
        const struct fid_plan_part *p = &r->part[i];
        double from_s = of->part[i].start_s, to_s = of->part[i].end_s;
        int number = p->epoch > 0 ? p->epoch : epoch ? epoch : 1;
        bool steps = p->kind == FID_JOB_TRAINING || p->kind == FID_JOB_EVALUATION;
        if (steps && number != epoch) {
            if (epoch)
                say (l, from_s, "Ending epoch %d - 0 steps completed in 0 s", epoch);
            epoch = number;
            block = 0;
            say (l, from_s, "Starting epoch %d: %" PRIu32 " steps expected", epoch, p->step_n);
        }
        if (p->kind == FID_JOB_TRAINING) {
            say (l, from_s, "Starting block %d", ++block);
            say_steps (l, r, p, of);
            step_n += p->step_n;
            say (l, to_s, "Ending block %d - %" PRIu32 " steps completed in %.2f s", block,
                 p->step_n, to_s - from_s);
        } else if (p->kind == FID_JOB_EVALUATION) {
            say (l, from_s, "Starting eval - %" PRIu32 " steps expected", p->step_n);
            say_steps (l, r, p, of);
            say (l, to_s, "Ending eval - %" PRIu32 " steps completed in %.2f s", p->step_n,
                 to_s - from_s);
        } else if (p->checkpoint != UINT32_MAX) {
            const char *what = plan->checkpoint[p->checkpoint].load ? "loading" : "saving";
            say (l, from_s, "Starting %s checkpoint %d after total step %zu for epoch %d", what,
                 ++eval, step_n, epoch ? epoch : 1);
            say (l, to_s, "Finished %s checkpoint %d for epoch %d in %.4f s", what, eval,
                 epoch ? epoch : 1, to_s - from_s);
        }
    }
    if (epoch)
        say (l, of->part[r->part_n - 1].end_s, "Ending epoch %d - %zu steps completed in 0 s",
             epoch, step_n);
}

static void print_log (const struct log *l, FILE *f)
{
    FID_EACH (const struct line, p, l->line) {
        double t_s = p->t_s + wall_s;
        time_t whole = (time_t)t_s;
        struct tm tm;
        char stamp[32];
        gmtime_r (&whole, &tm);
        strftime (stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &tm);
        fprintf (f, "[OUTPUT] %s.%06d %s\n", stamp, (int)((t_s - (double)whole) * 1e6),
                 p->text);
    }
}

static int write_meta (const struct fid_plan *plan, const struct fid_play_opts *opts,
                       struct fid_error *err)
{
    struct fid_doc d;
    FID_FREED char *path = fid_format (err, "%s/meta.json", opts->out);
    FID_TRY (!path);
    fid_doc_begin (&d);
    fid_doc_members (&d, d.root, "kind %s measured_from %s command %s", "emulation", plan->run,
                     "fidlio play");
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_doc_end (&d, err);
    return doc ? fid_json_save (doc, path, opts->out, err) : -1;
}

int fid_played_log (const struct fid_plan *plan, const struct fid_played_rank *first,
                    const struct fid_play_opts *opts, struct fid_error *err)
{
    struct log l = {.err = err};
    struct fid_outfile out;
    FID_FREED char *path = fid_format (err, "%s/dlio.log", opts->out);
    FID_TRY (!path);
    double start_s = plan->rank[0].part_n ? first->part[0].start_s : 0;
    say (&l, start_s, "Running DLIO [played by fidlio] with %zu process(es)", plan->rank_n);
    say_parts (&l, plan, first);
    int rc = l.failed ? fid_error_nomem (err) : fid_outfile_open (&out, path, NULL, err);
    FID_SORT (l.line, l.line_n, by_time);
    if (!rc) {
        print_log (&l, out.f);
        rc = fid_outfile_end (&out, 0, err);
    }
    FID_EACH (struct line, p, l.line)
        free (p->text);
    free (l.line);
    return rc ? rc : write_meta (plan, opts, err);
}
