/* finish.c - the end of a build: gauges, and what a user must be told */
#include <string.h>
#include "timeline/build_priv.h"

/* Which processes on the GPUs are the run's: those that also read files; all
 * where no VFS trace tells. */
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

/* Traces that saw nothing of the run. */
static int
unmatched_findings (struct fid_build *b, struct fid_error *err)
{
    for (int id = 0; id < FID_STREAM_N && !b->opts.all_processes; id++) {
        const struct fid_stream *s = &b->run->stream[id];
        uint64_t foreign_n = s->owner_op_n[FID_OWNER_FOREIGN];
        if (foreign_n && !s->owner_op_n[FID_OWNER_SELF] &&
            !s->owner_op_n[FID_OWNER_WRITEBACK] &&
            fid_run_find (b->run, FID_SERIOUS, fid_stream_name ((enum fid_stream_id)id), err,
                          "none of the %llu events traced are of the run's processes",
                          (unsigned long long)foreign_n))
            return -1;
    }
    return 0;
}

/* What other processes did, where it is much. */
static int
foreign_findings (struct fid_run *run, struct fid_error *err)
{
    static const enum fid_stream_id streams[] = {FID_STREAM_BLOCK_READ, FID_STREAM_BLOCK_WRITE};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        const struct fid_stream *s = &run->stream[streams[i]];
        uint64_t foreign = s->owner_byte_n[FID_OWNER_FOREIGN], all = foreign;
        for (int w = 0; w < FID_OWNER_FOREIGN; w++)
            all += s->owner_byte_n[w];
        if (foreign > 50000000 && foreign * 10 > all &&
            fid_run_find (
                run, FID_WARNING, fid_stream_name (streams[i]), err,
                "%.0f MB of %.0f MB (%.0f %%) are of other processes of the machine; left "
                "out here, but inside the system-wide cpu and disk gauges",
                (double)foreign / 1e6, (double)all / 1e6, 100. * (double)foreign / (double)all))
            return -1;
    }
    return 0;
}

/* Whether a file's end is missing, as far as its reader could see. */
static bool
is_cut (const struct fid_source *s)
{
    size_t n = s->reject_n < 10 ? (size_t)s->reject_n : 10;
    bool cut = !s->whole;
    for (size_t i = 0; i < n; i++)
        cut |= strstr (s->reject[i].reason, "is cut") != NULL;
    return cut;
}

/* Traces that are cut long before the job ends: silence after that is none. */
static int
cut_findings (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    const struct fid_phases *p = &run->phases;
    for (size_t i = 0; p->known && i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        int64_t last_ns = s->last_ns, slack_ns = (p->end_ns - p->origin_ns) / 20;
        if (!s->event_n || !is_cut (s) || !fid_build_map (b, i, &last_ns) ||
            last_ns > p->end_ns - slack_ns)
            continue;
        if (fid_run_find (
                run, FID_SERIOUS, "", err,
                "%s: the trace is cut %.1f s before the job ends: what is missing after "
                "that is not silence",
                s->path, (double)(p->end_ns - last_ns) / 1e9))
            return -1;
    }
    return 0;
}

static int
source_findings (struct fid_run *run, struct fid_error *err)
{
    /* what a run without any of it would be odd; closes and facts may lack */
    const unsigned expected = FID_GIVES_BLOCK | FID_GIVES_READ | FID_GIVES_WRITE |
                              FID_GIVES_OPEN | FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK |
                              FID_GIVES_PHASES | FID_GIVES_STEPS;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        uint64_t record_n = s->event_n + s->sample_n + s->phase_n + s->step_n + s->anchor_n;
        if ((s->used & expected) && !record_n &&
            fid_run_find (run, FID_WARNING, "", err,
                          "%s: known as %s, but nothing could be taken from it", s->path,
                          s->reader))
            return -1;
        if (s->reject_n &&
            fid_run_find (run, FID_WARNING, "", err,
                          "%s: %llu malformed lines were skipped; the first is line %zu: %s",
                          s->path, (unsigned long long)s->reject_n, s->reject[0].line,
                          s->reject[0].reason))
            return -1;
        if (!s->whole &&
            fid_run_find (run, FID_WARNING, "", err, "%s: could only be read in part%s%s",
                          s->path, s->note[0] ? ": " : "", s->note))
            return -1;
    }
    return 0;
}

static int
run_findings (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    if (run->lost_n && fid_run_find (run, FID_WARNING, "", err,
                                     "the tracers lost %llu events: counts are too low",
                                     (unsigned long long)run->lost_n))
        return -1;
    if (b->exit_code &&
        fid_run_find (run, FID_WARNING, "", err, "the run ended with exit code %lld",
                      (long long)b->exit_code))
        return -1;
    if (run->phases.truncated_n &&
        fid_run_find (
            run, FID_WARNING, "phases", err,
            "%zu phases have no end in the log: the run was cut short, they are taken to "
            "end with it",
            run->phases.truncated_n))
        return -1;
    if (!run->phases.known &&
        fid_run_find (run, FID_WARNING, "phases", err,
                      "no log tells phases: start-up cannot be told from the job"))
        return -1;
    if (b->unmapped_n &&
        fid_run_find (
            run, FID_SERIOUS, "", err,
            "%llu events could not be placed in time and are left out: their clock could "
            "not be related to the run's",
            (unsigned long long)b->unmapped_n))
        return -1;
    if (b->far_n &&
        fid_run_find (run, FID_WARNING, "", err,
                      "%llu events lie more than an hour before or after all that logs and "
                      "monitors tell of the run; they are left out",
                      (unsigned long long)b->far_n))
        return -1;
    if (b->owner.unclaimed_n > 10000000 &&
        fid_run_find (
            run, FID_WARNING, "block.write", err,
            "%.0f MB written back by kernel workers are not counted as the run's: its traced "
            "writes do not account for them (writev is not traced, or others wrote)",
            (double)b->owner.unclaimed_n / 1e6))
        return -1;
    if (!b->owner.pids.n && run->stream[FID_STREAM_BLOCK_READ].traced &&
        fid_run_find (
            run, FID_WARNING, "block.read", err,
            "no VFS or GPU trace tells which processes are the run's: block events of all "
            "processes are counted"))
        return -1;
    return 0;
}

/* Whether silence of this kind of event in a file means that there was none.  A
 * file of one kind of trace does tell that, even with its title line alone, if
 * it is undamaged; one that may hold anything (a table) only of the layer it
 * has events of; an empty file is a tracer that never started. */
static bool
tells_silence (const struct fid_source *s, unsigned gives)
{
    const unsigned layer = gives == FID_GIVES_BLOCK ? FID_GIVES_BLOCK : FID_GIVES_VFS;
    if (!(s->used & gives))
        return false;
    if (s->event_n)
        return (s->seen & layer) != 0;
    return !(s->gives & ~layer) && s->line_n && s->whole && !s->reject_n;
}

static void
set_traced (struct fid_run *run)
{
    static const unsigned gives[] = {[FID_STREAM_BLOCK_READ] = FID_GIVES_BLOCK,
                                     [FID_STREAM_BLOCK_WRITE] = FID_GIVES_BLOCK,
                                     [FID_STREAM_VFS_READ] = FID_GIVES_READ,
                                     [FID_STREAM_VFS_WRITE] = FID_GIVES_WRITE,
                                     [FID_STREAM_VFS_OPEN] = FID_GIVES_OPEN};
    for (size_t i = 0; i < run->source_n; i++)
        for (int id = 0; id < FID_STREAM_N; id++)
            run->stream[id].traced |= tells_silence (&run->source[i], gives[id]);
}

int
fid_build_finish (struct fid_build *b, struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_pidset gpu = {0};
    bool used[FID_DEVICES_MAX + 1] = {false};
    int rc = -1;
    if (gpu_owners (b, &gpu, err))
        goto done;
    for (size_t i = 0; i < b->owner.devices.n; i++)
        used[i + 1] = b->owner.devices.own[i];
    if (fid_gauges_build (run, b->sample, b->sample_n, &gpu, used, FID_DEVICES_MAX + 1, err))
        goto done;
    set_traced (run);
    if (source_findings (run, err) || cut_findings (b, err) || run_findings (b, err) ||
        unmatched_findings (b, err) || foreign_findings (run, err))
        goto done;
    rc = 0;
done:
    fid_pidset_clear (&gpu);
    return rc;
}
