/* predict.c - see predict.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/span.h"
#include "predict/job.h"
#include "predict/predict.h"
#include "run/build.h"

#define DEVICE "disk"

/* What a simulated job tells. */
#define GIVES                                                                                  \
    (FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_CLOSE | FID_GIVES_PHASES |  \
     FID_GIVES_STEPS | FID_GIVES_FACTS)

/* --- records */

static int
play_facts (const struct fid_sink *sink, const struct fid_dlio_config *c, struct fid_error *err)
{
    char key[96], text[FID_DLIO_VALUE];
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        if (!c->value[k].set)
            continue;
        snprintf (key, sizeof key, "workload.%s", fid_dlio_keys[k].path);
        const struct fid_fact f = {
            key, fid_span_of (fid_dlio_value_text (c, (enum fid_dlio_key)k, text))};
        if (fid_put_fact (sink, &f, err))
            return -1;
    }
    return 0;
}

/* What iostat would show: rates of block reads, from the job's start to its end. */
static int
play_disk (const struct fid_sink *sink, const struct fid_sim *job, double period_s,
           struct fid_error *err)
{
    size_t n = (size_t)((double)job->end_ns / 1e9 / period_s) + 2;
    double *byte_n = calloc (n, sizeof *byte_n);
    int rc = byte_n ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < job->event_n && !rc; i++) {
        const struct fid_sim_event *ev = &job->event[i];
        size_t at = (size_t)((double)(ev->start_ns + ev->dur_ns) / 1e9 / period_s);
        if (ev->op == FID_OP_BLOCK_READ)
            byte_n[at < n ? at : n - 1] += (double)ev->byte_n;
    }
    for (size_t i = 0; i < n && !rc; i++) {
        const struct fid_sample s = {.t_ns = (int64_t)((double)(i + 1) * period_s * 1e9),
                                     .channel = FID_CH_DISK_READ,
                                     .value = byte_n[i] / 1048576 / period_s,
                                     .index = -1,
                                     .pid = -1,
                                     .key = fid_span_of (DEVICE)};
        rc = fid_put_sample (sink, &s, err);
    }
    free (byte_n);
    return rc;
}

static int
play_events (const struct fid_sink *sink, const struct fid_sim *job, bool block,
             struct fid_error *err)
{
    for (size_t i = 0; i < job->event_n; i++) {
        const struct fid_sim_event *e = &job->event[i];
        bool is_block = e->op == FID_OP_BLOCK_READ;
        if (is_block && !block)
            continue;
        struct fid_event ev = {.start_ns = e->start_ns,
                               .dur_ns = e->dur_ns,
                               .bytes = e->byte_n,
                               .offset = e->offset,
                               .pid = e->pid,
                               .op = e->op,
                               .comm = fid_span_of ("python3")};
        if (is_block) { /* where files lie on a disk nobody can tell */
            ev.device = fid_span_of (DEVICE);
            ev.offset = FID_NO_OFFSET;
        } else {
            ev.path = fid_span_of (job->file[e->file].path);
            ev.file = fid_span_last_part (ev.path);
        }
        if (fid_put_event (sink, &ev, err))
            return -1;
    }
    return 0;
}

static int
keep_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    return fid_events_add (self, ev, err);
}

/* Plays the job into a build of the run; period_s: of samples of disks, 0: none. */
static int
play_job (struct fid_run *run, struct fid_build *b, const struct fid_sim *job,
          const struct fid_dlio_config *c, double period_s, struct fid_error *err)
{
    bool block = run->source[0].used & FID_GIVES_BLOCK;
    struct fid_events rows = {0};
    struct fid_sink keep = {.self = &rows, .event = keep_event};
    struct fid_collector collector;
    struct fid_sink sink = fid_build_collect (b, 0, &collector);
    int rc = play_events (&keep, job, block, err);
    for (size_t i = 0; i < job->phase_n && !rc; i++)
        rc = fid_put_phase (&sink, &job->phase[i], err);
    for (size_t i = 0; i < job->step_n && !rc; i++)
        rc = fid_put_step (&sink, &job->step[i], err);
    rc = rc ? rc : play_facts (&sink, c, err);
    if (!rc && period_s > 0)
        rc = play_disk (&sink, job, period_s, err);
    if (!rc)
        rc = fid_build_solve (b, err) || fid_build_take (b, 0, &rows, false, err) ||
                     fid_build_roles (b, err) || fid_build_files_end (b, err) ||
                     (block && fid_build_take (b, 0, &rows, true, err)) ||
                     fid_build_finish (b, err)
                 ? -1
                 : 0;
    fid_events_clear (&rows);
    return rc;
}

/* --- the run */

static struct fid_run *
new_run (const struct fid_run *real, const char *id, const char *path, struct fid_error *err)
{
    struct fid_run *run = calloc (1, sizeof *run);
    if (!run || !(run->source = calloc (1, sizeof *run->source))) {
        free (run);
        fid_error_nomem (err);
        return NULL;
    }
    run->opts = real->opts;
    run->source_n = run->source_cap = 1;
    run->emulation = run->predicted = true;
    snprintf (run->workload, sizeof run->workload, "%s", real->workload);
    struct fid_source *s = run->source;
    struct fid_span name = fid_span_last_part (fid_span_of (path));
    s->reader = "predicted";
    s->clock = FID_CLOCK_BOOT;
    s->gives = s->used = GIVES;
    s->complete = true;
    if (real->stream[FID_STREAM_BLOCK_READ].traced)
        s->gives = s->used |= FID_GIVES_BLOCK;
    if (real->gauge[FID_GAUGE_DISK_READ].n)
        s->gives = s->used |= FID_GIVES_DISK;
    run->id = fid_strdup (id, err);
    run->dir = fid_strdup (".", err);
    run->path = fid_strdup (path, err);
    s->path = fid_strndup (name.p, name.n, err);
    if (run->id && run->dir && run->path && s->path)
        return run;
    fid_run_destroy (run);
    return NULL;
}

/* The hash of what the prediction is made of: the configuration and the real run. */
static void
set_hash (struct fid_run *run, const struct fid_run *real, const struct fid_dlio_config *c)
{
    run->hash = run->source[0].hash = fid_hash_pair (real->hash, fid_dlio_config_hash (c));
}

/* Streams that no simulation can tell are as if they were not traced. */
static void
leave_out (struct fid_run *run)
{
    run->stream[FID_STREAM_BLOCK_WRITE].traced = false;
    run->stream[FID_STREAM_OTHER_IO].traced = false;
}

/* Says what of the configuration is not simulated as DLIO does it. */
static int
warn (struct fid_run *run, const struct fid_dlio_config *c, struct fid_error *err)
{
    const struct fid_run_finding f = {.code = FID_RUN_SIMULATED, .name = fid_sim_caveat (c)};
    return f.name ? fid_run_findings_add (&run->findings, &f, err) : 0;
}

struct fid_run *
fid_predict_run (const struct fid_run *real, const struct fid_dlio_config *c, const char *id,
                 const char *path, struct fid_error *err)
{
    struct fid_costs costs;
    struct fid_error why;
    struct fid_sim job = {0};
    struct fid_run *run = NULL;
    struct fid_build *build = NULL;
    int rc = fid_costs_init (&costs, real, err);
    if (!rc && fid_sim_simulate (&job, c, &costs, &why))
        rc = fid_errorf (err, why.status, "%s: %s", path, why.text);
    if (!rc)
        rc = (run = new_run (real, id, path, err)) ? 0 : -1;
    if (!rc)
        rc = (build = fid_build_create (run, &run->opts, err)) ? 0 : -1;
    if (!rc)
        rc = play_job (run, build, &job, c, real->gauge[FID_GAUGE_DISK_READ].period_s, err);
    if (!rc)
        rc = warn (run, c, err);
    if (!rc) {
        set_hash (run, real, c);
        leave_out (run);
    }
    fid_build_destroy (build);
    fid_sim_clear (&job);
    fid_costs_clear (&costs);
    if (!rc)
        return run;
    fid_run_destroy (run);
    return NULL;
}
