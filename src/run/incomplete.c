/* SPDX-License-Identifier: GPL-3.0-or-later */
/* incomplete.c - traces that do not cover the job (see build_priv.h)
 *
 * The silence of a trace means that nothing happened only if the trace was there to see it.
 * A trace whose events begin long after the job, or end long before it does, is held against
 * the other layers: files are opened but nothing is read, the log has lines whose writing
 * no trace shows.  So is a long silence in its middle.  Without such a contradiction it stays
 * silence: a job may just have no more such I/O. */
#include "run/build_priv.h"
#include "run/run.h"

#define SLACK_SHARE     20              /* of the job may be silent */
#define SLACK_MIN_NS    (2 * FID_S)     /* and so much in any case; twice both in the middle, */
#define EDGE_NS         (3 * FID_S / 2) /* without so much at either end: stamps in seconds */
#define DATA_OPENS_MIN  3
#define OTHER_OPENS_MIN 20
#define LOG_LINES_MIN   3
#define BLOCK_BYTES_MIN (UINT64_C (8) << 20)
#define DISK_BYTES_MIN  (16. * 1024 * 1024)
#define DAMAGED_SHARE   100 /* one in so many lines or events lost */
#define DAMAGED_MIN     10
#define GRIDS_MAX       8

/* What is compared of traces. */
#define GRADED (FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_BLOCK)

/* What traces are held against; all is borrowed. */
struct checking {
    struct fid_run *run;
    const struct fid_collected *collected;
    const struct fid_taken *taken;
    const struct fid_counted *counted;
};

/* A time without events of a trace. */
struct silence {
    int64_t from_ns, to_ns; /* on the axis */
    enum fid_missing side;
};

struct amount {
    uint64_t op_n, byte_n;
};

/* Operations and bytes of a grid within a silence. */
static struct amount activity_within (const struct checking *b, const struct fid_grid *g,
                                      const struct silence *s)
{
    int64_t origin_ns = b->run->phases.known ? b->run->phases.origin_ns : 0;
    struct amount sum = {0};
    for (size_t i = 0; i < g->n; i++) {
        int64_t t_ns = origin_ns + (g->first + (int64_t)i) * g->bin_ns;
        if (t_ns >= s->from_ns && t_ns + g->bin_ns <= s->to_ns) {
            sum.op_n += g->op_n[i];
            sum.byte_n += g->byte_n[i];
        }
    }
    return sum;
}

/* Whether the end of a file is missing, as far as its reader could see. */
static bool is_cut (const struct fid_source *s)
{
    bool cut = !s->complete;
    for (size_t i = 0; i < s->reject_n && i < FID_REMARKS_MAX; i++)
        cut |= s->reject[i].code == FID_REMARK_LAST_LINE_CUT ||
               s->reject[i].code == FID_REMARK_JSON_CUT ||
               s->reject[i].code == FID_REMARK_ROWS_MISSING ||
               s->reject[i].code == FID_REMARK_MODULE_FULL;
    return cut;
}

static bool is_many (uint64_t lost_n, uint64_t all_n)
{
    return lost_n >= DAMAGED_MIN && lost_n >= all_n / DAMAGED_SHARE;
}

/* Whether so many of all are far from the run that the rest does not show it. */
static bool is_far (uint64_t far_n, uint64_t all_n)
{
    return is_many (far_n, all_n) || (far_n && far_n == all_n);
}

/* Files are opened, but nothing is read; or the disk is read, by a run whose data came by
 * read calls before. */
static enum fid_missing_reason missing_reads (const struct checking *b, const struct silence *s)
{
    const struct fid_stream *block = &b->run->stream[FID_STREAM_BLOCK_READ];
    const struct fid_stream *data = &b->run->stream[FID_STREAM_DATA_READ];
    static const struct silence always = {INT64_MIN, INT64_MAX, FID_MISSING_ANYWHERE};
    if (activity_within (b, &b->counted->opened_data, s).op_n >= DATA_OPENS_MIN ||
        (s->side != FID_MISSING_WITHIN &&
         activity_within (b, &b->counted->opened_any, s).op_n >= OTHER_OPENS_MIN))
        return FID_MISSING_OPENS;
    uint64_t byte_n = activity_within (b, &block->grid, s).byte_n, other_n = 0;
    if (s->side == FID_MISSING_WITHIN) /* others' reads went on, maybe from disk */
        other_n = activity_within (b, &b->run->stream[FID_STREAM_OTHER_IO].grid, s).byte_n;
    byte_n -= other_n < byte_n ? other_n : byte_n;
    return data->first_ns <= data->last_ns && byte_n >= BLOCK_BYTES_MIN &&
                   byte_n >= activity_within (b, &block->grid, &always).byte_n / 10
               ? FID_MISSING_BLOCKS
               : FID_MISSING_REASON_N;
}

/* The log, whose writes the trace showed before, has lines. */
static enum fid_missing_reason missing_writes (const struct checking *b,
                                               const struct silence *s)
{
    size_t n = 0;
    for (size_t host = 0; host < b->run->hosts.n; host++) {
        const struct fid_host_collected *log = fid_collected_log (b->collected, b->run, host);
        for (size_t i = 0; b->collected->host[host].write_n && i < log->line_n; i++) {
            int64_t t_ns = log->line[i].t_ns;
            if (t_ns != INT64_MIN && fid_run_map (b->run, log->line_source, &t_ns))
                n += t_ns >= s->from_ns && t_ns <= s->to_ns;
        }
    }
    return n >= LOG_LINES_MIN ? FID_MISSING_LOG : FID_MISSING_REASON_N;
}

/* More files are closed than were open. */
static enum fid_missing_reason missing_opens (const struct checking *b, const struct silence *s)
{
    struct silence before = {INT64_MIN, s->from_ns, s->side};
    uint64_t opened = activity_within (b, &b->counted->opened_data, &before).op_n;
    bool within = s->side == FID_MISSING_WITHIN; /* workers close what others opened, too */
    const struct fid_grid *closes = within ? &b->counted->closed_data : &b->counted->closed;
    uint64_t closed = activity_within (b, closes, &before).op_n;
    uint64_t open = opened > closed ? opened - closed : 0;
    return activity_within (b, closes, s).op_n >=
                   open + (within ? OTHER_OPENS_MIN : DATA_OPENS_MIN)
               ? FID_MISSING_CLOSES
               : FID_MISSING_REASON_N;
}

/* The disks move bytes. */
static enum fid_missing_reason missing_blocks (const struct checking *b,
                                               const struct silence *s)
{
    static const enum fid_gauge_id id[] = {FID_GAUGE_DISK_READ, FID_GAUGE_DISK_WRITE};
    double within = 0, all = 0;
    for (size_t k = 0; k < sizeof id / sizeof *id; k++) {
        const struct fid_gauge *g = &b->run->gauge[id[k]];
        for (size_t i = 0; i < g->n; i++) {
            double bytes = g->value[i * g->dim] * g->period_s * 1048576;
            int64_t begin_ns = g->t_ns[i] - (int64_t)(g->period_s * 1e9);
            all += bytes;
            within += begin_ns >= s->from_ns && g->t_ns[i] <= s->to_ns ? bytes : 0;
        }
    }
    return within >= DISK_BYTES_MIN && within >= 0.05 * all ? FID_MISSING_DISK
                                                            : FID_MISSING_REASON_N;
}

/* Whether the monitors are silent as well, so that all recording stopped. */
static bool monitors_silent (const struct checking *b, const struct silence *s)
{
    static const enum fid_gauge_id id[] = {FID_GAUGE_CPU, FID_GAUGE_DISK_READ};
    for (size_t k = 0; k < sizeof id / sizeof *id; k++) {
        const struct fid_gauge *g = &b->run->gauge[id[k]];
        if (g->incomplete && s->side == FID_MISSING_AFTER &&
            g->from_ns <= s->from_ns + SLACK_MIN_NS)
            return true;
    }
    return false;
}

/* What contradicts the silence of a source; FID_MISSING_REASON_N: nothing. */
static enum fid_missing_reason find_contradiction (const struct checking *b,
                                                   const struct fid_source *src, unsigned gives,
                                                   const struct silence *s)
{
    static const struct {
        unsigned gives;
        enum fid_missing_reason (*what) (const struct checking *, const struct silence *);
    } by[] = {{FID_GIVES_READ, missing_reads},
              {FID_GIVES_WRITE, missing_writes},
              {FID_GIVES_OPEN, missing_opens},
              {FID_GIVES_BLOCK, missing_blocks}};
    bool within = s->side == FID_MISSING_WITHIN; /* the file is there before and after */
    if (s->side == FID_MISSING_AFTER && is_cut (src))
        return FID_MISSING_CUT;
    if (!within && (src->far_n >= DAMAGED_MIN || (src->far_n && src->far_n == src->event_n)))
        return FID_MISSING_FAR;
    if (!within && src->reject_n >= DAMAGED_MIN)
        return FID_MISSING_MALFORMED;
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        enum fid_missing_reason why =
            gives & by[i].gives ? by[i].what (b, s) : FID_MISSING_REASON_N;
        if (why != FID_MISSING_REASON_N)
            return why;
    }
    if (monitors_silent (b, s))
        return FID_MISSING_SAMPLES;
    return s->side == FID_MISSING_AFTER && src->unended ? FID_MISSING_CUT
                                                        : FID_MISSING_REASON_N;
}

static void mark_stream (struct fid_run *run, enum fid_stream_id id, int64_t from_ns)
{
    struct fid_stream *s = &run->stream[id];
    if (!s->incomplete || from_ns < s->from_ns)
        s->from_ns = from_ns;
    s->incomplete = true;
}

void fid_build_open_streams (struct fid_run *run, unsigned gives, int64_t from_ns)
{
    for (int id = 0; id < FID_STREAM_N; id++)
        if (gives & fid_stream_gives ((enum fid_stream_id)id))
            mark_stream (run, (enum fid_stream_id)id, from_ns);
    const struct fid_stream *data = &run->stream[FID_STREAM_DATA_READ];
    if ((gives & FID_GIVES_READ) && data->first_ns > data->last_ns)
        mark_stream (run, FID_STREAM_DATA_OPEN,
                     from_ns); /* its files cannot be told from others */
}

static int add_silence (const struct checking *b, const char *file, const struct silence *s,
                        const struct silence *job, enum fid_missing_reason why,
                        struct fid_error *err)
{
    int64_t at_ns = s->side == FID_MISSING_BEFORE ? s->to_ns : s->from_ns;
    return FID_FIND (&b->run->findings, err, .code = FID_RUN_TRACE_INCOMPLETE,
                     .file = (char *)file, .number = {s->side, why},
                     .value = (double)(at_ns - job->from_ns) / 1e9,
                     .shift_ns = s->to_ns - s->from_ns);
}

/* The longest time without an event between the first and the last of some grids, within the
 * job. */
static struct silence longest_silence (const struct checking *b,
                                       const struct fid_grid *const *grid, size_t grid_n,
                                       const struct silence *job)
{
    int64_t origin_ns = b->run->phases.known ? b->run->phases.origin_ns : 0, end_ns = INT64_MAX;
    struct silence longest = {0, 0, FID_MISSING_WITHIN};
    size_t at[GRIDS_MAX] = {0};
    for (;;) {
        size_t next = grid_n;
        int64_t next_ns = INT64_MAX;
        for (size_t k = 0; k < grid_n; k++) {
            const struct fid_grid *g = grid[k];
            while (at[k] < g->n && !g->op_n[at[k]])
                at[k]++;
            int64_t t_ns = origin_ns + (g->first + (int64_t)at[k]) * g->bin_ns;
            if (at[k] < g->n && t_ns < next_ns) {
                next = k;
                next_ns = t_ns;
            }
        }
        if (next == grid_n || next_ns > job->to_ns)
            return longest;
        if (end_ns >= job->from_ns && next_ns > end_ns &&
            next_ns - end_ns > longest.to_ns - longest.from_ns) {
            longest.from_ns = end_ns;
            longest.to_ns = next_ns;
        }
        next_ns += grid[next]->bin_ns;
        end_ns = end_ns == INT64_MAX || next_ns > end_ns ? next_ns : end_ns;
        at[next]++;
    }
}

/* Where the traces of a kind are silent for longest in the middle. */
static struct silence silence_within (const struct checking *b, unsigned gives,
                                      const struct silence *job)
{
    const struct fid_run *run = b->run;
    const struct fid_grid *grid[GRIDS_MAX];
    size_t n = 0;
    if (gives == FID_GIVES_READ) {
        grid[n++] = &run->stream[FID_STREAM_DATA_READ].grid;
        grid[n++] = &run->stream[FID_STREAM_CHECKPOINT_READ].grid;
    } else if (gives == FID_GIVES_OPEN) {
        grid[n++] = &b->counted->opened_data;
    } else if (gives == FID_GIVES_BLOCK && run->hosts.n <= GRIDS_MAX &&
               fid_run_shows_others (run)) {
        for (; n < run->hosts.n; n++)
            grid[n] = &b->taken->host[n].moved;
    }
    return longest_silence (b, grid, n, job);
}

/* The traces of one kind, which may be a file for each process: are all of them silent at an
 * end of the job, or in its middle? */
static int check_kind (const struct checking *b, unsigned gives, const struct silence *job,
                       int64_t slack_ns, struct fid_error *err)
{
    struct fid_run *run = b->run;
    struct fid_source *src = NULL; /* the one with the last event */
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    FID_EACH (struct fid_source, s, run->source) {
        if (!(s->used & gives) || !run->hosts.at[s->host].map[s->clock].known)
            continue;
        first_ns = s->own_first_ns < first_ns ? s->own_first_ns : first_ns;
        if (!src || s->own_last_ns >= last_ns) {
            src = s;
            last_ns = s->own_last_ns;
        }
    }
    if (!src)
        return 0;
    bool any = first_ns <= last_ns;
    struct silence s[3] = {{any ? last_ns : job->from_ns, job->to_ns, FID_MISSING_AFTER},
                           {job->from_ns, any ? first_ns : job->from_ns, FID_MISSING_BEFORE},
                           silence_within (b, gives, job)};
    for (int k = 0; k < 3; k++) {
        s[k].from_ns = s[k].from_ns > job->from_ns ? s[k].from_ns : job->from_ns;
        s[k].to_ns = s[k].to_ns < job->to_ns ? s[k].to_ns : job->to_ns;
        struct silence sure = s[k];
        bool within = s[k].side == FID_MISSING_WITHIN;
        sure.from_ns += within ? EDGE_NS : 0;
        sure.to_ns -= within ? EDGE_NS : 0;
        if (s[k].to_ns - s[k].from_ns <= (within ? 2 : 1) * slack_ns)
            continue;
        enum fid_missing_reason why = find_contradiction (b, src, gives, &sure);
        if (why == FID_MISSING_REASON_N)
            continue;
        fid_build_open_streams (run, gives, s[k].from_ns);
        return add_silence (b, src->path, &s[k], job, why, err);
    }
    return 0;
}

/* One trace that is damaged anywhere. */
static int check_damage (const struct checking *b, const struct fid_source *src,
                         const struct silence *job, struct fid_error *err)
{
    const struct fid_run *run = b->run;
    bool placed = !run->phases.known && run->hosts.at[src->host].map[src->clock].known;
    enum fid_missing_reason why = is_many (src->reject_n, src->line_n)  ? FID_MISSING_MALFORMED
                                  : is_many (src->lost_n, src->event_n) ? FID_MISSING_LOST
                                  : placed && is_far (src->far_n, src->event_n)
                                      ? FID_MISSING_FAR
                                      : FID_MISSING_REASON_N;
    for (size_t i = 0; i < b->run->findings.n; i++) { /* it is known already */
        const struct fid_run_finding *f = &b->run->findings.at[i];
        if (f->code == FID_RUN_TRACE_INCOMPLETE && strcmp (f->file, src->path) == 0)
            why = FID_MISSING_REASON_N;
    }
    if (why == FID_MISSING_REASON_N)
        return 0;
    struct silence anywhere = {job->from_ns, job->to_ns, FID_MISSING_ANYWHERE};
    fid_build_open_streams (b->run, src->used, job->from_ns);
    return add_silence (b, src->path, &anywhere, job, why, err);
}

/* Monitors sample all the time: silence is a gap.  One file gives all these gauges. */
static int check_gauges (const struct checking *b, unsigned gives, const enum fid_gauge_id *id,
                         size_t id_n, const struct silence *job, int64_t slack_ns,
                         struct fid_error *err)
{
    struct fid_gauge *g = &b->run->gauge[id[0]];
    int64_t period_ns = (int64_t)(g->period_s * 1e9);
    const char *file = NULL;
    for (size_t i = 0; i < b->run->source_n; i++)
        if ((b->run->source[i].used & gives) && b->run->source[i].sample_n)
            file = b->run->source[i].path;
    if (g->n < 2 || !file)
        return 0;
    slack_ns = slack_ns > 3 * period_ns ? slack_ns : 3 * period_ns;
    struct silence s[2] = {{g->t_ns[g->n - 1], job->to_ns, FID_MISSING_AFTER},
                           {job->from_ns, g->t_ns[0] - period_ns, FID_MISSING_BEFORE}};
    for (int k = 0; k < 2; k++) {
        if (s[k].to_ns - s[k].from_ns <= slack_ns)
            continue;
        for (size_t i = 0; i < id_n; i++) {
            b->run->gauge[id[i]].incomplete = true;
            b->run->gauge[id[i]].from_ns = s[k].from_ns;
        }
        return add_silence (b, file, &s[k], job, FID_MISSING_SAMPLES, err);
    }
    return 0;
}

/* Gauges with many samples far from a run without phases. */
static int check_far_samples (const struct checking *b, const struct silence *job,
                              struct fid_error *err)
{
    static const unsigned gives[FID_GAUGE_N] = {
        [FID_GAUGE_CPU] = FID_GIVES_CPU,        [FID_GAUGE_GPU_SM] = FID_GIVES_GPU,
        [FID_GAUGE_GPU_MEM] = FID_GIVES_GPU,    [FID_GAUGE_GPU_FB] = FID_GIVES_GPU,
        [FID_GAUGE_DISK_READ] = FID_GIVES_DISK, [FID_GAUGE_DISK_WRITE] = FID_GIVES_DISK};
    struct silence anywhere = {job->from_ns, job->to_ns, FID_MISSING_ANYWHERE};
    struct fid_run *run = b->run;
    size_t n = run->findings.n;
    for (size_t i = 0; i < n; i++) {
        const struct fid_run_finding f = run->findings.at[i]; /* the list grows */
        const struct fid_source *src = run->source;
        if (f.code != FID_RUN_SAMPLES_FAR)
            continue;
        while (strcmp (src->path, f.file) != 0)
            src++;
        if (!is_far ((uint64_t)f.number[0], src->sample_n))
            continue;
        for (int id = 0; id < FID_GAUGE_N; id++)
            if ((src->used & gives[id]) && !run->gauge[id].incomplete) {
                run->gauge[id].incomplete = true;
                run->gauge[id].from_ns = job->from_ns;
            }
        FID_TRY (add_silence (b, f.file, &anywhere, job, FID_MISSING_FAR_SAMPLES, err));
    }
    return 0;
}

/* The time that traces have to cover: the job, or what any of them covers. */
static struct silence job_of (const struct fid_run *run)
{
    struct silence job = {INT64_MAX, INT64_MIN, FID_MISSING_ANYWHERE};
    if (run->phases.known) {
        job.from_ns = run->phases.origin_ns;
        job.to_ns = run->phases.end_ns;
    }
    for (size_t i = 0; !run->phases.known && i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if (!(s->used & (FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN)))
            continue;
        job.from_ns = s->own_first_ns < job.from_ns ? s->own_first_ns : job.from_ns;
        job.to_ns = s->own_last_ns > job.to_ns ? s->own_last_ns : job.to_ns;
    }
    return job;
}

int fid_build_incomplete (struct fid_run *run, const struct fid_collected *collected,
                          const struct fid_taken *taken, const struct fid_counted *counted,
                          struct fid_error *err)
{
    const struct checking b = {run, collected, taken, counted};
    struct silence job = job_of (run);
    if (job.from_ns >= job.to_ns)
        return 0;
    int64_t slack_ns = (job.to_ns - job.from_ns) / SLACK_SHARE;
    slack_ns = slack_ns > SLACK_MIN_NS ? slack_ns : SLACK_MIN_NS;
    static const enum fid_gauge_id cpu[] = {FID_GAUGE_CPU};
    static const enum fid_gauge_id disk[] = {FID_GAUGE_DISK_READ, FID_GAUGE_DISK_WRITE};
    FID_TRY (check_gauges (&b, FID_GIVES_CPU, cpu, 1, &job, slack_ns, err));
    FID_TRY (check_gauges (&b, FID_GIVES_DISK, disk, 2, &job, slack_ns, err));
    static const unsigned kinds[] = {FID_GIVES_READ,  FID_GIVES_WRITE, FID_GIVES_OPEN,
                                     FID_GIVES_BLOCK, FID_GIVES_CLOSE, FID_GIVES_META};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        FID_TRY (check_kind (&b, kinds[i], &job, slack_ns, err));
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *src = &run->source[i];
        if (src->used & GRADED)
            FID_TRY (check_damage (&b, src, &job, err));
    }
    return check_far_samples (&b, &job, err);
}
