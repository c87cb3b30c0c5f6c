/* build.c - see build.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "run/build.h"
#include "run/build_priv.h"
#include "run/disks.h"

struct fid_build *
fid_build_create (struct fid_run *run, const struct fid_run_opts *opts, struct fid_error *err)
{
    struct fid_build *b = calloc (1, sizeof *b);
    if (!b) {
        fid_error_nomem (err);
        return NULL;
    }
    b->run = run;
    b->opts = *opts;
    b->owner.written = &b->written;
    b->clock = calloc (run->source_n ? run->source_n : 1, sizeof *b->clock);
    if (!b->clock) {
        free (b);
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < run->source_n; i++) {
        run->source[i].first_ns = run->source[i].own_first_ns = INT64_MAX;
        run->source[i].last_ns = run->source[i].own_last_ns = INT64_MIN;
    }
    for (int i = 0; i < FID_STREAM_N; i++) {
        run->stream[i].first_ns = INT64_MAX;
        run->stream[i].last_ns = INT64_MIN;
    }
    return b;
}

bool
fid_build_wants_writes (const struct fid_build *b)
{
    return b->line_n > 0;
}

int
fid_build_files_end (struct fid_build *b, struct fid_error *err)
{
    if (fid_build_count_files (b, err) ||
        fid_pidset_merge (&b->owner.pids, &b->listed_pids, err))
        return -1;
    return b->owner.pids.n ? 0 : fid_pidset_merge (&b->owner.pids, &b->gpu_pids, err);
}

/* Processed trees have no samples of CPU and GPU from before INIT, nor of GPUs without a
 * process. */
static void
leave_out_samples (struct fid_build *b)
{
    const struct fid_phases *p = &b->run->phases;
    size_t n = 0;
    for (size_t i = 0; i < b->sample_n; i++) {
        const struct fid_kept_sample *s = &b->sample[i];
        unsigned gives = fid_channel_gives ((enum fid_channel)s->channel);
        bool before = p->known && s->t_ns < p->first_ns;
        bool gone = gives & FID_GIVES_GPU   ? before || s->pid < 0
                    : gives & FID_GIVES_CPU ? before
                                            : false;
        if (!gone)
            b->sample[n++] = *s;
    }
    b->sample_n = n;
}

/* Phases and steps on the axis, samples too; those of unrelated clocks go. */
static int
map_records (struct fid_build *b, struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < b->sample_n; i++) {
        struct fid_kept_sample *s = &b->sample[i];
        if (!fid_build_map (b, s->source, &s->t_ns))
            continue;
        b->sample[n++] = *s;
    }
    b->sample_n = n;
    n = 0;
    for (size_t i = 0; i < b->phase_n; i++) {
        struct fid_phase *p = &b->phase[i];
        if (fid_build_map (b, b->phase_source, &p->start_ns) &&
            fid_build_map (b, b->phase_source, &p->end_ns))
            b->phase[n++] = *p;
    }
    b->phase_n = n;
    for (size_t i = 0; i < b->run->steps.n; i++) {
        struct fid_step *s = &b->run->steps.step[i];
        if (s->end_ns != INT64_MIN && !fid_build_map (b, b->step_source, &s->end_ns))
            s->end_ns = INT64_MIN;
    }
    if (fid_phases_build (&b->run->phases, b->phase, b->phase_n, err))
        return -1;
    if (b->opts.as_processed)
        leave_out_samples (b);
    return fid_build_near (b, err);
}

static int
by_double (const void *va, const void *vb)
{
    const double *a = va, *b = vb;
    return *a < *b ? -1 : *a > *b;
}

/* The median step of the training. */
static int
set_step (struct fid_run *run, struct fid_error *err)
{
    size_t n = 0;
    double *v = malloc ((run->steps.n ? run->steps.n : 1) * sizeof *v);
    if (!v)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->steps.n; i++)
        if (!run->steps.step[i].eval && run->steps.step[i].step_s > 0)
            v[n++] = run->steps.step[i].step_s;
    qsort (v, n, sizeof *v, by_double);
    run->step_s = n ? v[n / 2] : 0;
    free (v);
    return 0;
}

/* What decides the roles of files: all facts are in. */
static int
set_rules (struct fid_build *b, struct fid_error *err)
{
    const struct fid_run *run = b->run;
    struct fid_role_rules *r = &b->rules;
    if (b->opts.roles && fid_role_rules_read (r, b->opts.roles, err))
        return -1;
    for (size_t i = 0; i < run->source_n; i++)
        if (strcmp (run->source[i].path, FID_ROLES_FILE) == 0) {
            char *path = fid_format (err, "%s/%s", run->dir, FID_ROLES_FILE);
            int rc = path ? fid_role_rules_read (r, path, err) : -1;
            free (path);
            if (rc)
                return -1;
        }
    fid_role_rules_folder (r, FID_ROLE_DATA,
                           fid_run_fact (run, "workload.dataset.data_folder"));
    fid_role_rules_folder (r, FID_ROLE_CHECKPOINT,
                           fid_run_fact (run, "workload.checkpoint.checkpoint_folder"));
    fid_role_rules_folder (r, FID_ROLE_LOG, fid_run_fact (run, "workload.output.folder"));
    if (b->phase_n || b->line_n) {
        struct fid_span name =
            fid_file_name (run->source[b->phase_n ? b->phase_source : b->line_source].path);
        snprintf (r->log, sizeof r->log, "%.*s", FID_SPAN_ARG (name));
    }
    return 0;
}

int
fid_build_solve (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_clock_input in = {.source = b->clock,
                                 .source_n = run->source_n,
                                 .has_zone = b->opts.has_zone,
                                 .zone_ns = b->opts.zone_ns};
    if (b->line_n && b->write_n &&
        fid_loganchors (b->line, b->line_n, run->source[b->line_source].clock, b->write,
                        b->write_n, b->write_clock, &b->anchor, &b->anchor_n, &b->anchor_cap,
                        err))
        return -1;
    if (fid_build_half_days (b, err))
        return -1;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        b->clock[i] = (struct fid_clock_source){.file = s->path,
                                                .clock = s->clock,
                                                .any = s->first_ns <= s->last_ns,
                                                .phases = (s->used & FID_GIVES_PHASES) != 0,
                                                .first_ns = s->first_ns,
                                                .last_ns = s->last_ns};
    }
    in.anchor = b->anchor;
    in.anchor_n = b->anchor_n;
    if (fid_clocks_solve (&run->clocks, &in, err))
        return -1;
    for (size_t i = 0; i < run->source_n; i++)
        run->source[i].shift_ns = b->clock[i].shift_ns;
    if (fid_run_findings_move (&run->findings, &run->clocks.findings, err))
        return -1;
    return map_records (b, err) || set_step (run, err) || set_rules (b, err) ? -1 : 0;
}

/* Collects the run's processes on the GPUs: those that also read files.  Without a
 * VFS trace the set stays empty, and the gauges count all. */
static int
gpu_owners (struct fid_build *b, struct fid_pidset *own, struct fid_error *err)
{
    for (size_t i = 0; i < b->gpu_pids.cap; i++) {
        int64_t pid = b->gpu_pids.slot[i];
        if (pid >= 0 && fid_pidset_has (&b->owner.pids, pid) && fid_pidset_add (own, pid, err))
            return -1;
    }
    return 0;
}

/* Whether a file without events of this kind shows that there were none.  An
 * undamaged file of one kind of trace does, even with its title line alone; one
 * that may hold anything (a table) only for the layer it has events of; an empty
 * file does not: its tracer never started. */
static bool
shows_absence (const struct fid_source *s, unsigned gives)
{
    const unsigned layer = gives == FID_GIVES_BLOCK ? FID_GIVES_BLOCK : FID_GIVES_VFS;
    if (!(s->used & gives))
        return false;
    if (s->event_n)
        return (s->seen & layer) != 0;
    return !(s->gives & ~layer) && s->line_n && s->complete && !s->reject_n;
}

unsigned
fid_stream_gives (enum fid_stream_id id)
{
    static const unsigned gives[] = {[FID_STREAM_BLOCK_READ] = FID_GIVES_BLOCK,
                                     [FID_STREAM_BLOCK_WRITE] = FID_GIVES_BLOCK,
                                     [FID_STREAM_DATA_READ] = FID_GIVES_READ,
                                     [FID_STREAM_CHECKPOINT_WRITE] = FID_GIVES_WRITE,
                                     [FID_STREAM_DATA_OPEN] = FID_GIVES_OPEN,
                                     [FID_STREAM_CHECKPOINT_READ] = FID_GIVES_READ,
                                     [FID_STREAM_OTHER_IO] =
                                         FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN};
    return gives[id];
}

static void
set_traced (struct fid_run *run)
{
    for (size_t i = 0; i < run->source_n; i++)
        for (int id = 0; id < FID_STREAM_N; id++)
            run->stream[id].traced |=
                shows_absence (&run->source[i], fid_stream_gives ((enum fid_stream_id)id));
}

/* Which devices the disk gauges are sums of: those the run's block requests are for; if no
 * gauge has them, all disks, but not their parts and layers once more. */
static void
choose_disks (struct fid_build *b, bool used[FID_DEVICES_MAX])
{
    const struct fid_devices *d = &b->owner.devices;
    bool there[FID_DEVICES_MAX] = {false}, traced = false;
    for (size_t i = 0; i < b->sample_n; i++)
        if (b->sample[i].device)
            there[b->sample[i].device - 1] = true;
    for (size_t i = 0; i < d->n; i++) {
        used[i] = d->own[i];
        traced |= there[i] && d->own[i];
    }
    size_t out_n = traced ? 0 : fid_disks_own (d, there, used);
    for (size_t i = 0; i < b->run->source_n && out_n; i++) {
        struct fid_source *s = &b->run->source[i];
        struct fid_remark r = {.code = FID_REMARK_DISKS_NOT_ADDED, .number = out_n};
        if ((s->used & FID_GIVES_DISK) && s->sample_n && s->note_n < FID_REMARKS_MAX)
            s->note[s->note_n++] = r;
    }
}

int
fid_build_finish (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_pidset gpu = {0};
    bool used[FID_DEVICES_MAX + 1] = {false}; /* 0: samples of no device */
    int rc = -1;
    if (fid_build_count_blocks (b, err) || gpu_owners (b, &gpu, err) ||
        fid_build_readlags (b, err))
        goto done;
    choose_disks (b, used + 1);
    if (fid_gauges_build (run, b->sample, b->sample_n, &gpu, used, FID_DEVICES_MAX + 1, err))
        goto done;
    set_traced (run);
    rc = fid_build_findings (b, err);
done:
    fid_pidset_clear (&gpu);
    return rc;
}

bool
fid_build_map (const struct fid_build *b, size_t source, int64_t *t_ns)
{
    const struct fid_clock_map *m = &b->run->clocks.map[b->run->source[source].clock];
    if (!m->known)
        return false;
    *t_ns = fid_clock_map_ns (m, *t_ns + b->clock[source].shift_ns);
    return true;
}

void
fid_build_destroy (struct fid_build *b)
{
    if (!b)
        return;
    free (b->clock);
    free (b->sample);
    free (b->phase);
    free (b->anchor);
    free (b->line);
    free (b->write);
    fid_pidset_clear (&b->gpu_pids);
    fid_pidset_clear (&b->listed_pids);
    fid_ownership_clear (&b->owner);
    fid_role_rules_clear (&b->rules);
    free (b->rows);
    free (b->foreign);
    free (b->file);
    fid_file_classes_clear (&b->classes);
    fid_block_uses_clear (&b->uses);
    fid_grid_clear (&b->written);
    fid_grid_clear (&b->opened_data);
    fid_grid_clear (&b->opened_any);
    fid_grid_clear (&b->closed);
    fid_grid_clear (&b->closed_data);
    fid_grid_clear (&b->moved);
    fid_grid_clear (&b->waiting);
    free (b);
}
