/* build.c - see build.h */
#include "run/build.h"
#include "run/build_priv.h"
#include "run/disks.h"
#include "run/steps.h"

struct fid_build *
fid_build_create (struct fid_run *run, const struct fid_run_opts *opts, struct fid_error *err)
{
    struct fid_build *b = calloc (1, sizeof *b);
    if (!b)
        return fid_null_nomem (err);
    b->run = run;
    b->opts = *opts;
    b->first_pid = FID_PID_NONE;
    size_t unused;
    if (!run->hosts.n && fid_hosts_add (&run->hosts, fid_span_of (""), &unused, err)) {
        free (b);
        return NULL;
    }
    b->clock = calloc (run->source_n ? run->source_n : 1, sizeof *b->clock);
    b->host = calloc (run->hosts.n, sizeof *b->host);
    if (!b->clock || !b->host) {
        fid_build_destroy (b);
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < run->hosts.n; i++)
        b->host[i].owner.written = &b->host[i].written;
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
    for (size_t i = 0; i < b->run->hosts.n; i++)
        if (b->host[i].line_n)
            return true;
    return false;
}

int
fid_build_files_end (struct fid_build *b, struct fid_error *err)
{
    FID_TRY (fid_build_count_files (b, err));
    FID_EACH_OF (struct fid_host_build, h, b->host, b->run->hosts.n)
        if (fid_pidset_merge (&h->owner.pids, &h->listed_pids, err) ||
            (!h->owner.pids.n && fid_pidset_merge (&h->owner.pids, &h->gpu_pids, err)))
            return -1;
    return 0;
}

/* Phases on the axis: those of the log that leads. */
static int
map_phases (struct fid_build *b, struct fid_error *err)
{
    FID_FREED struct fid_phase *phase = malloc ((b->phase_n + 1) * sizeof *phase);
    size_t n = 0;
    FID_NEED (phase, err);
    for (size_t i = 0; i < b->phase_n; i++) {
        size_t source = b->phase[i].source;
        phase[n] = b->phase[i].phase;
        n += !(b->run->source[source].follows & FID_GIVES_PHASES) &&
             fid_build_map (b, source, &phase[n].start_ns) &&
             fid_build_map (b, source, &phase[n].end_ns);
    }
    return fid_phases_build (&b->run->phases, phase, n, err);
}

static void
map_steps (const struct fid_build *b, struct fid_step *step, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (step[i].end_ns != INT64_MIN && !fid_build_map (b, step[i].source, &step[i].end_ns))
            step[i].end_ns = INT64_MIN;
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
    map_steps (b, b->run->steps.step, b->run->steps.n);
    map_steps (b, b->run->steps.other, b->run->steps.other_n);
    return map_phases (b, err) || fid_build_near (b, err) ? -1 : 0;
}

/* A list made inside a pid namespace has its numbers: those of the host are in it, too. */
static int
list_inner (struct fid_build *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->run->hosts.n; i++)
        for (size_t k = 0; k < b->host[i].inner_n; k++) {
            struct fid_pidset *listed = &b->host[i].listed_pids;
            struct fid_inner_pid p = b->host[i].inner[k];
            FID_TRY (fid_pidset_has (listed, FID_PID_ON_HOST (p.inner, i)) &&
                     fid_pidset_add (listed, FID_PID_ON_HOST (p.pid, i), err));
        }
    return 0;
}

/* What decides the roles of files: all facts are in. */
static int
set_rules (struct fid_build *b, struct fid_error *err)
{
    const struct fid_run *run = b->run;
    struct fid_role_rules *r = &b->rules;
    FID_TRY (b->opts.roles && fid_role_rules_read (r, b->opts.roles, err));
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
    size_t log = SIZE_MAX;
    for (size_t i = 0; i < run->hosts.n && log == SIZE_MAX; i++)
        log = b->host[i].line_n ? b->host[i].line_source : SIZE_MAX;
    for (size_t i = 0; i < b->phase_n; i++)
        if (!(run->source[b->phase[i].source].follows & FID_GIVES_PHASES))
            log = b->phase[i].source;
    if (log != SIZE_MAX)
        snprintf (r->log, sizeof r->log, "%.*s",
                  FID_SPAN_ARG (fid_file_name (run->source[log].path)));
    return 0;
}

/* What makes the data of a benchmark, or computes how much it needs, is no run of the workload:
 * "unet3d datagen". */
static void
name_preparation (struct fid_run *run)
{
    const char *command = fid_run_fact (run, "benchmark_command");
    size_t n = strlen (run->workload);
    if (n && command && *command && strcmp (command, "run") != 0)
        snprintf (run->workload + n, sizeof run->workload - n, " %s", command);
}

int
fid_build_solve (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    FID_TRY (fid_build_half_days (b, err));
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        b->clock[i] = (struct fid_clock_source){.file = s->path,
                                                .clock = s->clock,
                                                .any = s->first_ns <= s->last_ns,
                                                .phases = (s->used & FID_GIVES_PHASES) != 0,
                                                .first_ns = s->first_ns,
                                                .last_ns = s->last_ns};
    }
    FID_TRY (fid_build_clocks (b, err));
    name_preparation (run);
    return list_inner (b, err) || map_records (b, err) || fid_steps_settle (run, err) ||
                   set_rules (b, err)
               ? -1
               : 0;
}

/* Collects the run's processes on the GPUs: those that also read files.  Without a
 * VFS trace the set stays empty, and the gauges count all. */
static int
gpu_owners (const struct fid_host_build *h, struct fid_pidset *own, struct fid_error *err)
{
    for (size_t i = 0; i < h->gpu_pids.cap; i++) {
        int64_t pid = h->gpu_pids.slot[i];
        FID_TRY (pid >= 0 && fid_pidset_has (&h->owner.pids, pid) &&
                 fid_pidset_add (own, pid, err));
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
choose_disks (struct fid_build *b, size_t host, bool used[FID_DEVICES_MAX])
{
    const struct fid_devices *d = &b->host[host].owner.devices;
    bool there[FID_DEVICES_MAX] = {false}, traced = false;
    for (size_t i = 0; i < b->sample_n; i++)
        if (b->sample[i].device && b->sample[i].host == host)
            there[b->sample[i].device - 1] = true;
    for (size_t i = 0; i < d->n; i++) {
        used[i] = d->own[i];
        traced |= there[i] && d->own[i];
    }
    size_t out_n = traced ? 0 : fid_disks_own (d, there, used);
    for (size_t i = 0; i < b->run->source_n && out_n; i++) {
        struct fid_source *s = &b->run->source[i];
        struct fid_remark r = {.code = FID_REMARK_DISKS_NOT_ADDED, .number = out_n};
        if ((s->used & FID_GIVES_DISK) && s->host == host && s->sample_n &&
            s->note_n < FID_REMARKS_MAX)
            s->note[s->note_n++] = r;
    }
}

/* The gauges of one host. */
static int
host_gauges (struct fid_build *b, size_t host, struct fid_host_gauges *g, struct fid_error *err)
{
    FID_SCOPED (fid_pidset_clear) struct fid_pidset gpu = {0};
    bool used[FID_DEVICES_MAX + 1] = {false}; /* 0: samples of no device */
    bool all = b->run->hosts.n == 1;          /* nobody asks for their order any more */
    size_t n = 0, cap = all ? 0 : b->sample_n;
    FID_FREED struct fid_kept_sample *some = malloc ((cap + 1) * sizeof *some);
    int rc = some ? gpu_owners (&b->host[host], &gpu, err) : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < cap; i++)
        if (b->sample[i].host == host)
            some[n++] = b->sample[i];
    if (!rc) {
        choose_disks (b, host, used + 1);
        rc = fid_gauges_build (g, all ? b->sample : some, all ? b->sample_n : n, &gpu, used,
                               FID_DEVICES_MAX + 1, err);
    }
    return rc;
}

int
fid_build_finish (struct fid_build *b, struct fid_error *err)
{
    FID_FREED struct fid_host_gauges *of = calloc (b->run->hosts.n, sizeof *of);
    int rc = of ? fid_build_count_blocks (b, err) : fid_error_nomem (err);
    if (!rc)
        rc = fid_build_readlags (b, err);
    for (size_t i = 0; !rc && i < b->run->hosts.n; i++)
        rc = host_gauges (b, i, &of[i], err);
    if (!rc)
        rc = fid_gauges_join (b->run, of, err);
    for (size_t i = 0; of && i < b->run->hosts.n; i++)
        fid_host_gauges_clear (&of[i]);
    if (rc)
        return -1;
    set_traced (b->run);
    return fid_build_findings (b, err);
}

void
fid_build_destroy (struct fid_build *b)
{
    if (!b)
        return;
    FID_FREE (b->clock, b->sample, b->phase);
    for (size_t i = 0; b->host && i < b->run->hosts.n; i++) {
        fid_pidset_clear (&b->host[i].gpu_pids);
        fid_pidset_clear (&b->host[i].listed_pids);
        fid_ownership_clear (&b->host[i].owner);
        fid_grid_clear (&b->host[i].written);
        FID_FREE (b->host[i].inner, b->host[i].anchor, b->host[i].line, b->host[i].write);
        fid_grid_clear (&b->host[i].moved);
        fid_grid_clear (&b->host[i].waiting);
    }
    free (b->host);
    fid_role_rules_clear (&b->rules);
    FID_FREE (b->rows, b->foreign, b->use, b->file);
    fid_file_classes_clear (&b->classes);
    fid_block_uses_clear (&b->uses);
    fid_grid_clear (&b->opened_data);
    fid_grid_clear (&b->opened_any);
    fid_grid_clear (&b->closed);
    fid_grid_clear (&b->closed_data);
    free (b);
}
