/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - the reads of a run as jobs of fio and elbencho (derive.h) */
#include "base/arena.h"
#include "base/outfile.h"
#include "derive/derive.h"
#include "job/lanes.h"

#define AHEAD 0.5 /* batches: a loader with fewer reads between steps */

struct replay {
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_lanes lanes;
    int64_t first_ns;
    double byte_n;
    size_t read_n;
};

static void clear_replay (struct replay *r)
{
    fid_lanes_clear (&r->lanes);
    fid_job_clear (&r->job);
    fid_job_evidence_clear (&r->ev);
}

static int open_replay (struct replay *r, const struct fid_run *run, struct fid_error *err)
{
    if (run->nameless)
        return fid_errorf (err, FID_EINPUT, "%s: the digest has no names of files", run->path);
    FID_TRY (fid_job_find (&r->job, &r->ev, run, err));
    const struct fid_data_io *io = &r->ev.io;
    FID_TRY (fid_lanes_find (&r->lanes, io, NULL, false, err));
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read d = fid_read_of (io, i);
        if (r->lanes.of[i] == FID_NO_LANE)
            continue;
        r->first_ns = r->read_n ? r->first_ns : d.start_ns;
        r->read_n += d.call_n;
        r->byte_n += (double)d.byte_n;
    }
    if (!r->read_n)
        return fid_errorf (err, FID_EINPUT, "%s: no read of data was traced", run->path);
    FID_EACH (const struct fid_data_file, f, r->ev.io.file)
        if (strpbrk (f->name, " \t\n") || strpbrk (f->folder, " \t\n"))
            return fid_errorf (err, FID_EINPUT,
                               "%s: a file of data has a blank in its name: %s", run->path,
                               f->name);
    return 0;
}

static bool reads_ahead (const struct replay *r)
{
    return r->job.rank[0].loader.depth >= AHEAD || r->lanes.lane_n > 1;
}

/* --- fio */

/* DIR/NAME, as the run opened it. */
static void put_name (FILE *f, const struct fid_data_file *file)
{
    fprintf (f, "%s%s%s", file->folder, *file->folder ? "/" : "", file->name);
}

/* A line of an iolog without its end; times in microseconds, with version 3. */
static void put_action (FILE *f, const struct replay *r, const struct fid_data_read *d,
                        const char *action)
{
    if (reads_ahead (r))
        fprintf (f, "%lld ", (long long)(d->start_ns - r->first_ns) / 1000);
    put_name (f, &r->ev.io.file[d->file]);
    fprintf (f, " %s", action);
}

/* The calls of a row: one, or several that were merged. */
static void put_calls (FILE *f, const struct replay *r, const struct fid_data_read *d,
                       uint64_t *next)
{
    uint64_t n = d->call_n ? d->call_n : 1, at = d->offset != FID_NO_OFFSET ? d->offset : *next;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t from = d->byte_n * i / n, to = d->byte_n * (i + 1) / n;
        put_action (f, r, d, "read");
        fprintf (f, " %llu %llu\n", (unsigned long long)(at + from),
                 (unsigned long long)(to - from));
    }
    *next = at + d->byte_n;
}

static int write_iolog (const struct replay *r, size_t lane, const char *path,
                        const char *below, struct fid_error *err)
{
    const struct fid_data_io *io = &r->ev.io;
    struct fid_outfile out;
    FID_FREED size_t *left = malloc ((io->use_n + 1) * sizeof *left);
    FID_FREED uint64_t *next = calloc (io->use_n + 1, sizeof *next);
    FID_FREED bool *added = calloc (io->file_n + 1, sizeof *added);
    FID_NEED (left && next && added, err);
    FID_TRY (fid_outfile_open (&out, path, below, err));
    memcpy (left, r->lanes.use_n, io->use_n * sizeof *left);
    fprintf (out.f, "fio version %d iolog\n", reads_ahead (r) ? 3 : 2);
    for (size_t i = 0; i < io->read_n; i++)
        if (r->lanes.of[i] == lane && !added[fid_file_of_read (io, i)]) {
            fputs (reads_ahead (r) ? "0 " : "", out.f);
            put_name (out.f, &io->file[fid_file_of_read (io, i)]);
            fputs (" add\n", out.f);
            added[fid_file_of_read (io, i)] = true;
        }
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read d = fid_read_of (io, i);
        if (r->lanes.of[i] != lane)
            continue;
        if (left[d.use] == r->lanes.use_n[d.use])
            put_action (out.f, r, &d, "open\n");
        put_calls (out.f, r, &d, &next[d.use]);
        if (!--left[d.use])
            put_action (out.f, r, &d, "close\n");
    }
    return fid_outfile_end (&out, 0, err);
}

static int write_job (const struct replay *r, const struct fid_run *run, const char *path,
                      const char *below, struct fid_error *err)
{
    const struct fid_job_rank *rank = &r->job.rank[0];
    struct fid_outfile out;
    FID_TRY (fid_outfile_open (&out, path, below, err));
    fprintf (out.f,
             "# The reads of %s as jobs of fio (3.31 or later), derived by fidlio.\n"
             "# fio reads the run's own files; run it in this folder: fio job.fio\n"
             "# %zu readers, %zu reads, %.0f bytes.  %s\n"
             "# Not here: checkpoints, processors, calls on metadata besides opens.\n"
             "[global]\nioengine=psync\ninvalidate=0\nfadvise_hint=0\n",
             run->id, r->lanes.lane_n, r->read_n, r->byte_n,
             reads_ahead (r) ? "Reads begin when the run's did, or later."
                             : "Reads wait for steps.");
    if (!reads_ahead (r))
        fputs ("thread=1\n", out.f); /* so that the main process reads, as in the run */
    if (!reads_ahead (r) && rank->step_n) {
        /* think time after every so many calls, together the time that all steps compute */
        double calls = fmax (1, round ((double)r->read_n / (double)rank->step_n)), s = 0;
        for (size_t i = 0; i < rank->step_n; i++)
            s += rank->step[i].compute_s;
        fprintf (out.f,
                 "# steps compute %.4g s together, between %zu reads\nthinktime=%.0f\n"
                 "thinktime_blocks=%.0f\n",
                 s, r->read_n, 1e6 * s / ((double)r->read_n / calls), calls);
    }
    for (size_t k = 0; k < r->lanes.lane_n; k++)
        fprintf (out.f, "\n[reader-%zu]\nread_iolog=reader-%zu.iolog\n", k, k);
    return fid_outfile_end (&out, 0, err);
}

int fid_derive_fio (const struct fid_run *run, const char *folder, struct fid_error *err)
{
    FID_SCOPED (clear_replay) struct replay r = {.first_ns = 0};
    FID_SCOPED (fid_arena_clear) struct fid_arena texts = {NULL};
    const char *path;
    FID_TRY (open_replay (&r, run, err));
    FID_TRY (fid_make_dirs (folder, NULL, err));
    for (size_t k = 0; k < r.lanes.lane_n; k++) {
        if (!(path = fid_arena_format (&texts, err, "%s/reader-%zu.iolog", folder, k)))
            return -1;
        FID_TRY (write_iolog (&r, k, path, folder, err));
    }
    path = fid_arena_format (&texts, err, "%s/job.fio", folder);
    return path ? write_job (&r, run, path, folder, err) : -1;
}

/* --- elbencho */

int fid_derive_elbencho (const struct fid_run *run, FILE *f, struct fid_error *err)
{
    FID_SCOPED (clear_replay) struct replay r = {.first_ns = 0};
    FID_TRY (open_replay (&r, run, err));
    const struct fid_job_data *data = &r.job.train;
    const struct fid_side_facts *s = &r.ev.side[FID_SIDE_TRAIN];
    double block = r.byte_n / (double)r.read_n, last_s = 0;
    size_t threads = (size_t)fmax (1, round (r.job.rank[0].loader.readers));
    for (size_t i = 0; i < r.ev.io.read_n; i++)
        if (r.lanes.of[i] != FID_NO_LANE)
            last_s = (double)(fid_start_of (&r.ev.io, r.ev.io.read[i].row) - r.first_ns) / 1e9;
    double rate = last_s > 0 ? r.byte_n / last_s / (double)threads : 0;
    double files = fmax (1, ceil ((double)data->file_n / (double)threads));
    bool random = s->layout == FID_LAYOUT_RECORDS && fabs (data->order_within) < AHEAD;
    fprintf (
        f,
        "# The reads of %s for elbencho, derived by fidlio: %zu files of %.0f bytes, %zu\n"
        "# threads, %.3g MB/s each (--limitread), %.0f bytes a read on average.\n"
        "# Not here: steps (elbencho does not think: the rate stands for them), the order of\n"
        "# files, sizes that differ, evaluations, checkpoints.\n"
        "elbencho -w -d -t %zu -n 1 -N %.0f -s %.0f -b 1M DIR\n"
        "elbencho -r -t %zu -n 1 -N %.0f -s %.0f -b %.0f%s --limitread %.0f -i %d --dropcache "
        "DIR\n",
        run->id, data->file_n, data->file_byte_n, threads, rate / 1e6, block, threads, files,
        data->file_byte_n, threads, files, data->file_byte_n, fmin (block, data->file_byte_n),
        random ? " --rand" : "", rate, r.job.epoch_n > 0 ? r.job.epoch_n : 1);
    return 0;
}
