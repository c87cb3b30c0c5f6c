/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_findings.c - what is wrong with a run, at the end of its build */
#include "run/build_priv.h"
#include "run/run.h"

#define UNCLAIMED_MIN 10000000 /* bytes; less is not worth a finding */
#define FOREIGN_MIN   50000000
#define LOW_MIN       67108864. /* bytes of block requests that disk rates have to show */
#define LOW_TIMES     4         /* by so much they may be less */
#define MISSED_LEAST  1.01 /* block requests beside counters; a finding says it from here on */
#define NEXT_MIN      20   /* reads that follow another tell of their durations */
#define OVERLAP_LEAST 10   /* one in so many begins too early */
#define DISORDER_MOST 20   /* of them, at most one in so many ends too early */

/* What files of other formats than source i's have records of: a job may read by calls alone,
 * where io_uring and mapped files were traced, too. */
static unsigned given_otherwise (const struct fid_run *run, size_t i)
{
    unsigned gives = 0;
    for (size_t k = 0; k < run->source_n; k++)
        if (run->source[k].event_n && run->source[k].reader != run->source[i].reader)
            gives |= run->source[k].used;
    return gives;
}

/* Files without records, malformed lines, files read in part. */
int fid_build_source_findings (struct fid_run *run, struct fid_error *err)
{
    /* a run without these is unusual; closes and facts may be missing */
    const unsigned expected = FID_GIVES_BLOCK | FID_GIVES_READ | FID_GIVES_WRITE |
                              FID_GIVES_OPEN | FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK |
                              FID_GIVES_PHASES | FID_GIVES_STEPS;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        uint64_t record_n = s->event_n + s->sample_n + s->phase_n + s->step_n + s->anchor_n;
        struct fid_run_finding f = {.file = s->path, .name = s->reader};
        char notes[FID_SOURCE_NOTES];
        if (!record_n && (s->used & expected & ~given_otherwise (run, i))) {
            f.code = FID_RUN_NOTHING_TAKEN;
            FID_TRY (fid_run_findings_add (&run->findings, &f, err));
        }
        if (s->reject_n && !s->malformed) {
            f.code = FID_RUN_LINES_MALFORMED;
            f.number[0] = (int64_t)s->reject_n;
            f.remark = s->reject[0];
            FID_TRY (fid_run_findings_add (&run->findings, &f, err));
        }
        for (size_t k = 0; k < s->note_n; k++)
            if (s->used && (s->note[k].code == FID_REMARK_RUN_AGAIN ||
                            s->note[k].code == FID_REMARK_SECOND_RUN ||
                            s->note[k].code == FID_REMARK_LAST_ATTEMPT ||
                            s->note[k].code == FID_REMARK_COMPLETE_ATTEMPT)) {
                f.code = s->note[k].code == FID_REMARK_LAST_ATTEMPT ? FID_RUN_LAST_ATTEMPT
                         : s->note[k].code == FID_REMARK_COMPLETE_ATTEMPT
                             ? FID_RUN_COMPLETE_ATTEMPT
                             : FID_RUN_SEVERAL_RUNS;
                f.number[0] = (int64_t)s->note[k].line;
                FID_TRY (fid_run_findings_add (&run->findings, &f, err));
                break;
            }
        if (!s->complete || s->refused) {
            fid_source_notes (s, notes, sizeof notes);
            f.code = s->refused     ? FID_RUN_NOT_READ
                     : s->malformed ? FID_RUN_MALFORMED
                                    : FID_RUN_READ_IN_PART;
            f.detail = notes[0] ? notes : NULL;
            FID_TRY (fid_run_findings_add (&run->findings, &f, err));
        }
    }
    return 0;
}

int fid_build_run_findings (struct fid_run *run, const struct fid_ownership *owner,
                            int64_t exit_code, uint64_t unmapped_n, struct fid_error *err)
{
    uint64_t unclaimed_n = 0;
    bool known = false;
    for (size_t i = 0; i < run->hosts.n; i++) {
        unclaimed_n += owner[i].unclaimed_n;
        known |= owner[i].pids.n > 0;
    }
    const struct {
        enum fid_run_finding_code code;
        const char *resource;
        int64_t number;
        bool when;
    } list[] = {
        {FID_RUN_EVENTS_LOST, NULL, (int64_t)run->lost_n, run->lost_n > 0},
        {FID_RUN_EXIT_CODE, NULL, exit_code, exit_code != 0},
        {FID_RUN_PHASES_OPEN, "phases", (int64_t)run->phases.truncated_n,
         run->phases.truncated_n > 0},
        {FID_RUN_PHASES_UNKNOWN, "phases", 0, !run->phases.known},
        {FID_RUN_EVENTS_UNPLACED, NULL, (int64_t)unmapped_n, unmapped_n > 0},
        {FID_RUN_WRITEBACK_UNCLAIMED, "block.write", (int64_t)unclaimed_n,
         unclaimed_n > UNCLAIMED_MIN},
        {FID_RUN_TREE_IN_PART, NULL, 0, run->processed},
        {FID_RUN_PROCESSES_UNKNOWN, "block.read", 0,
         !known && run->stream[FID_STREAM_BLOCK_READ].traced},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].when)
            FID_TRY (FID_FIND (&run->findings, err, .code = list[i].code,
                               .resource = list[i].resource, .number = {list[i].number}));
    const struct fid_events *e = &run->events;
    return e->merged_ns ? FID_FIND (&run->findings, err, .code = FID_RUN_ROWS_MERGED,
                                    .number = {(int64_t)e->event_n, e->merged},
                                    .value = (double)e->merged_ns / 1e9)
                        : 0;
}

/* Others that moved more bytes on the run's disks than it did, by requests and by calls: what
 * monitors and clocks saw is theirs. */
static int disturbed_finding (struct fid_run *run, const struct fid_ownership *owner,
                              struct fid_error *err)
{
    static const enum fid_stream_id calls[] = {FID_STREAM_DATA_READ, FID_STREAM_CHECKPOINT_READ,
                                               FID_STREAM_CHECKPOINT_WRITE,
                                               FID_STREAM_OTHER_IO};
    const struct fid_stream *s = run->stream;
    uint64_t foreign = s[FID_STREAM_BLOCK_READ].owner_byte_n[FID_OWNER_FOREIGN] +
                       s[FID_STREAM_BLOCK_WRITE].owner_byte_n[FID_OWNER_FOREIGN];
    uint64_t own = 0, called = 0;
    for (int w = 0; w < FID_OWNER_FOREIGN; w++)
        own += s[FID_STREAM_BLOCK_READ].owner_byte_n[w] +
               s[FID_STREAM_BLOCK_WRITE].owner_byte_n[w];
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        called += s[calls[i]].owner_byte_n[FID_OWNER_SELF];
    own = own > called ? own : called;
    if (foreign <= FOREIGN_MIN || foreign <= own)
        return 0;
    for (size_t h = 0; h < run->hosts.n; h++)
        for (size_t i = 0; i < owner[h].devices.n; i++)
            if (owner[h].devices.foreign[i] && !owner[h].devices.own[i])
                return 0; /* on a disk that the run did not use: bytes are not told apart by disks */
    return FID_FIND (&run->findings, err, .code = FID_RUN_DISTURBED,
                     .number = {(int64_t)foreign, (int64_t)own});
}

/* The disk's own counters, there of each host that reads from disks, have much less than the
 * block requests of the run: others may have been on another disk. */
static int disk_rate_findings (struct fid_run *run, struct fid_error *err)
{
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_READ];
    const uint64_t *byte_n = run->stream[FID_STREAM_BLOCK_READ].owner_byte_n;
    double counted = 0, requested = 0;
    uint64_t reads = 0, rates = 0; /* bits of hosts; more than 64 are not told apart */
    if (run->hosts.n > 64)
        return 0;
    FID_EACH (const struct fid_source, s, run->source) {
        reads |= (uint64_t)((s->used & FID_GIVES_BLOCK) && s->event_n) << s->host;
        rates |= (uint64_t)((s->used & FID_GIVES_DISK) && s->sample_n) << s->host;
    }
    for (size_t i = 0; i < g->n; i++)
        counted += g->value[i] * g->period_s * 1048576;
    for (int w = 0; w < FID_OWNER_FOREIGN; w++)
        requested += (double)byte_n[w];
    if (g->n < 3 || g->incomplete || requested < LOW_MIN || counted * LOW_TIMES >= requested ||
        (reads & ~rates))
        return 0;
    return FID_FIND (&run->findings, err, .code = FID_RUN_DISK_RATES_LOW,
                     .resource = "disk.read", .number = {(int64_t)counted, (int64_t)requested});
}

/* Reads that begin before those ended that they follow, but end in order: a thread does not
 * read so, and of threads that read a file together some would be quicker. */
static int overlap_findings (struct fid_run *run, struct fid_error *err)
{
    uint64_t next_n = 0, overlap_n = 0, disordered_n = 0;
    for (int part = 0; part < FID_PART_N; part++) {
        const struct fid_access *a = &run->stream[FID_STREAM_DATA_READ].part[part].access;
        next_n += a->next_n;
        overlap_n += a->overlap_n;
        disordered_n += a->disordered_n;
    }
    if (next_n < NEXT_MIN || overlap_n * OVERLAP_LEAST < next_n ||
        disordered_n * DISORDER_MOST > overlap_n)
        return 0;
    return FID_FIND (&run->findings, err, .code = FID_RUN_DURATIONS_LONG,
                     .resource = "data.read", .number = {(int64_t)overlap_n, (int64_t)next_n});
}

int fid_build_traffic_findings (struct fid_run *run, const struct fid_ownership *owner,
                                struct fid_error *err)
{
    FID_TRY (disk_rate_findings (run, err));
    double more_n, times = fid_run_counted (run, &more_n);
    bool lost = fid_run_shows_others (run) && times > FID_MISSED_MOST && more_n >= LOW_MIN;
    if (lost || (times >= MISSED_LEAST && times <= FID_MISSED_MOST))
        FID_TRY (FID_FIND (
            &run->findings, err, .code = lost ? FID_RUN_REQUESTS_LOST : FID_RUN_REQUESTS_MISSED,
            .resource = "block.read", .number = {(int64_t)(times * 1000 + 0.5)}));
    FID_TRY (overlap_findings (run, err));
    /* traces without any event of the run */
    for (int id = 0; id < FID_STREAM_N && !run->opts.all_processes; id++) {
        const uint64_t *op_n = run->stream[id].owner_op_n;
        if (op_n[FID_OWNER_FOREIGN] && !op_n[FID_OWNER_SELF] && !op_n[FID_OWNER_WRITEBACK])
            FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_NONE_OF_THE_RUN,
                               .resource = fid_stream_name ((enum fid_stream_id)id),
                               .number = {(int64_t)op_n[FID_OWNER_FOREIGN], id}));
    }
    /* block traffic of other processes, where it is large */
    static const enum fid_stream_id streams[] = {FID_STREAM_BLOCK_READ, FID_STREAM_BLOCK_WRITE};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        const struct fid_stream *s = &run->stream[streams[i]];
        uint64_t foreign = s->owner_byte_n[FID_OWNER_FOREIGN], all = foreign;
        for (int w = 0; w < FID_OWNER_FOREIGN; w++)
            all += s->owner_byte_n[w];
        if (foreign > FOREIGN_MIN && foreign * 10 > all)
            FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_OTHER_PROCESSES,
                               .resource = fid_stream_name (streams[i]),
                               .number = {(int64_t)foreign, (int64_t)all}));
    }
    FID_TRY (disturbed_finding (run, owner, err));
    /* of several hosts the one that does most of each kind of call */
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_busiest busiest;
        if (fid_busiest_of_stream (run, (enum fid_stream_id)id, &busiest))
            FID_TRY (
                fid_busiest_say (run, fid_stream_name ((enum fid_stream_id)id), &busiest, err));
    }
    return 0;
}
