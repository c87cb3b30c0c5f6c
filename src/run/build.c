/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build.c - holds what the steps of a build keep for each other, and calls them in order */
#include "run/build.h"
#include "run/build_priv.h"
#include "run/file_roles.h"
#include "run/steps.h"

struct fid_build {
    struct fid_run *run; /* borrowed */
    struct fid_collected collected;
    struct fid_samples samples;
    struct fid_near_time near;
    struct fid_taken taken;
    struct fid_file_classes classes;
    struct fid_counted counted;
    struct fid_ownership *owner; /* owned; by host */
};

struct fid_build *fid_build_create (struct fid_run *run, struct fid_error *err)
{
    struct fid_build *b = calloc (1, sizeof *b);
    if (!b)
        return fid_null_nomem (err);
    b->run = run;
    size_t unused;
    if (!run->hosts.n && fid_hosts_add (&run->hosts, fid_span_of (""), &unused, err)) {
        free (b);
        return NULL;
    }
    b->owner = calloc (run->hosts.n, sizeof *b->owner);
    if (fid_collect_begin (&b->collected, run->hosts.n, err) ||
        fid_taken_init (&b->taken, run, err) || (!b->owner && fid_error_nomem (err))) {
        fid_build_destroy (b);
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

struct fid_sink fid_build_collect (struct fid_build *b, size_t source, struct fid_collector *c)
{
    struct fid_source *src = &b->run->source[source];
    *c = (struct fid_collector){.run = b->run,
                                .src = src,
                                .source = source,
                                .to = &b->collected,
                                .samples = &b->samples,
                                .owner = &b->owner[src->host]};
    return fid_collect_sink (c);
}

int fid_build_writes (struct fid_build *b, size_t source, const struct fid_events *rows,
                      struct fid_error *err)
{
    return fid_collect_writes (&b->collected, b->run, source, rows, err);
}

/* Phases on the axis: those of the log that leads. */
static int map_phases (struct fid_run *run, const struct fid_collected *c,
                       struct fid_error *err)
{
    FID_FREED struct fid_phase *phase = malloc ((c->phase_n + 1) * sizeof *phase);
    size_t n = 0;
    FID_NEED (phase, err);
    for (size_t i = 0; i < c->phase_n; i++) {
        size_t source = c->phase[i].source;
        phase[n] = c->phase[i].phase;
        n += !(run->source[source].follows & FID_GIVES_PHASES) &&
             fid_run_map (run, source, &phase[n].start_ns) &&
             fid_run_map (run, source, &phase[n].end_ns);
    }
    return fid_phases_build (&run->phases, phase, n, err);
}

static void map_steps (const struct fid_run *run, struct fid_step *step, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (step[i].end_ns != INT64_MIN && !fid_run_map (run, step[i].source, &step[i].end_ns))
            step[i].end_ns = INT64_MIN;
}

static bool map_sample (void *self, const struct fid_kept_sample *s, int64_t *t_ns)
{
    return fid_run_map (self, s->source, t_ns);
}

int fid_build_solve (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    FID_TRY (fid_build_half_days (run, &b->samples, err));
    FID_TRY (fid_build_clocks (run, &b->collected, err));
    /* to make a benchmark's data, or compute how much it needs, is another workload: "unet3d datagen" */
    const char *command = fid_run_fact (run, "benchmark_command");
    size_t n = strlen (run->workload);
    if (n && command && *command && strcmp (command, "run") != 0)
        snprintf (run->workload + n, sizeof run->workload - n, " %s", command);
    FID_TRY (fid_collect_end (&b->collected, run->hosts.n, err));
    fid_samples_place (&b->samples, map_sample, run); /* those of unrelated clocks go */
    map_steps (run, run->steps.step, run->steps.n);
    map_steps (run, run->steps.other, run->steps.other_n);
    FID_TRY (map_phases (run, &b->collected, err));
    FID_TRY (fid_near_find (&b->near, run, &b->samples, err));
    return fid_steps_settle (run, err);
}

int fid_build_take (struct fid_build *b, size_t source, struct fid_events *from, bool blocks,
                    struct fid_error *err)
{
    struct fid_take_by by = {.collected = &b->collected,
                             .near = &b->near,
                             .counted = blocks ? &b->counted : NULL,
                             .owner = b->owner,
                             .monitored = b->samples.n > 0};
    return fid_take_rows (&b->taken, b->run, source, from, &by, err);
}

int fid_build_roles (struct fid_build *b, struct fid_error *err)
{
    FID_TRY (fid_file_roles_find (&b->classes, b->run, &b->collected, &b->taken, err));
    free (b->taken.use);
    b->taken.use = NULL;
    b->taken.use_n = b->taken.use_cap = 0;
    return 0;
}

int fid_build_files_end (struct fid_build *b, struct fid_error *err)
{
    FID_TRY (fid_count_files (&b->counted, &b->taken, &b->classes, b->run, err));
    for (size_t i = 0; i < b->run->hosts.n; i++) {
        const struct fid_host_collected *h = &b->collected.host[i];
        FID_TRY (fid_owner_note_end (&b->owner[i], &h->listed_pids, &h->gpu_pids, err));
    }
    return 0;
}

/* Whether a file without events of this kind shows that there were none.  An
 * undamaged file of one kind of trace does, even with its title line alone; one
 * that may hold anything (a table) only for the layer it has events of; an empty
 * file does not: its tracer never started. */
static bool shows_absence (const struct fid_source *s, unsigned gives)
{
    const unsigned layer = gives == FID_GIVES_BLOCK ? FID_GIVES_BLOCK : FID_GIVES_VFS;
    if (!(s->used & gives))
        return false;
    if (s->event_n)
        return (s->seen & layer) != 0;
    return !(s->gives & ~layer) && s->line_n && s->complete && !s->reject_n;
}

int fid_build_finish (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    FID_TRY (fid_count_blocks (&b->taken, run, err));
    /* when all rows are taken: of `waiting', at most one request at a time counts, since
     * CPUs do not wait more for two */
    FID_EACH_OF (struct fid_host_taken, h, b->taken.host, run->hosts.n)
        for (size_t i = 0; i < h->waiting.n; i++)
            if (h->waiting.byte_n[i] > (uint64_t)h->waiting.bin_ns)
                h->waiting.byte_n[i] = (uint64_t)h->waiting.bin_ns;
    FID_TRY (fid_build_readlags (run, &b->taken, b->owner, &b->samples, err));
    FID_TRY (fid_gauges_make (run, &b->samples, b->collected.host, b->owner, err));
    for (size_t i = 0; i < run->source_n; i++)
        for (int id = 0; id < FID_STREAM_N; id++)
            run->stream[id].traced |=
                shows_absence (&run->source[i], fid_stream_gives ((enum fid_stream_id)id));
    FID_TRY (fid_build_source_findings (run, err));
    FID_TRY (fid_build_recorder (run, err));
    FID_TRY (fid_build_restart (run, &b->taken, err));
    FID_TRY (fid_build_incomplete (run, &b->collected, &b->taken, &b->counted, err));
    FID_TRY (fid_build_run_findings (run, b->owner, b->collected.exit_code, b->taken.unmapped_n,
                                     err));
    FID_TRY (fid_near_findings (&b->near, &b->taken, run, err));
    FID_TRY (fid_near_apart (&b->samples, run, err));
    FID_TRY (fid_build_traffic_findings (run, b->owner, err));
    FID_TRY (fid_calls_find (&b->counted.calls, run, err));
    return fid_build_books (run, err);
}

void fid_build_destroy (struct fid_build *b)
{
    if (!b)
        return;
    const size_t host_n = b->run->hosts.n;
    fid_collected_clear (&b->collected, host_n);
    free (b->samples.at);
    fid_taken_clear (&b->taken, host_n);
    FID_FREE (b->classes.class, b->classes.of);
    b->classes = (struct fid_file_classes){0};
    fid_counted_clear (&b->counted, host_n);
    for (size_t i = 0; b->owner && i < host_n; i++)
        fid_ownership_clear (&b->owner[i]);
    FID_FREE (b->owner, b);
}
