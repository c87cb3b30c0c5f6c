/* build_priv.h - shared by build.c, feed.c, take.c, halfday.c, incomplete.c, near.c and
 * build_findings.c only */
#ifndef FID_BUILD_PRIV_H
#define FID_BUILD_PRIV_H

#include "run/block_roles.h"
#include "run/build.h"
#include "run/events.h"
#include "run/file_table.h"
#include "run/gauges.h"
#include "run/loganchor.h"
#include "run/owner.h"
#include "run/reads.h"
#include "run/zone.h"

#define FID_ORDER_MAX    256

/* Operations between which gaps are measured.  Reads and opens of files whose role only their
 * use will show count with those of data, writes with those of checkpoints. */
enum fid_order_id {
    FID_ORDER_BLOCK_READ,
    FID_ORDER_BLOCK_WRITE,
    FID_ORDER_READ,
    FID_ORDER_WRITE,
    FID_ORDER_OPEN,
    FID_ORDER_CHECKPOINT_READ,
    FID_ORDER_OTHER,
    FID_ORDER_N
};

struct fid_ordered {
    int64_t start_ns;
    uint64_t offset, bytes; /* block requests */
    uint32_t what;          /* number of the class of files, or of the device */
    enum fid_file_op op;    /* files */
};

#define FID_WRITTEN_MAX 32

/* Files of the run that the run itself may have written, by name. */
struct fid_written {
    struct fid_span name[FID_WRITTEN_MAX];
    size_t source[FID_WRITTEN_MAX], n;
    uint64_t lengths; /* bit min (n, 63): some name has n bytes */
};

/* A buffer that sorts starts, to measure the gaps between them: the lines of a trace
 * are ordered by completion and come from the buffers of several CPUs. */
struct fid_order {
    struct fid_ordered *at; /* owned; FID_ORDER_MAX, ascending; NULL: none yet */
    size_t n;
    int64_t last_ns; /* the start counted last; INT64_MIN: none */
};

struct fid_build {
    struct fid_run *run;               /* borrowed */
    const struct fid_watcher *watcher; /* borrowed; or NULL */
    struct fid_run_opts opts;
    struct fid_clock_source *clock; /* owned; one for each source */
    struct fid_kept_sample *sample; /* owned */
    size_t sample_n, sample_cap;
    struct fid_phase *phase;                              /* owned */
    size_t phase_n, phase_cap, phase_source, step_source; /* one file gives each */
    struct fid_anchor *anchor;                            /* owned */
    size_t anchor_n, anchor_cap;
    struct fid_logline *line; /* owned */
    size_t line_n, line_cap, line_source;
    struct fid_logwrite *write; /* owned */
    size_t write_n, write_cap;
    enum fid_clock write_clock;
    struct fid_written own; /* for FID_PASS_WRITES */
    struct fid_pidset gpu_pids, listed_pids;
    struct fid_ownership owner;
    struct fid_role_rules rules;
    struct fid_file_table opened;      /* of FID_PASS_OPEN */
    struct fid_file_table files;       /* of FID_PASS_VFS, then of both */
    struct fid_block_uses uses;        /* own reads and writes of files */
    struct fid_block_uses opened_uses; /* those of FID_PASS_OPEN, with classes of opened */
    struct fid_grid written;           /* own writes of files */
    struct fid_grid opened_data, opened_any; /* own opens of files in streams, of others */
    struct fid_grid closed;                  /* own closes of files in streams */
    struct fid_grid moved;                   /* bytes of all block requests, when they ended */
    struct fid_grid waiting;                 /* ns with a block read in flight */
    int64_t exit_code;
    int64_t near_from_ns, near_to_ns; /* on the axis; events outside are not the run's */
    int64_t near_slack_ns;            /* they are so far from the run itself */
    uint64_t unmapped_n;
};

/* The part of the run found last, and the time it covers. */
struct fid_part_span {
    int64_t from_ns;
    uint64_t length_ns; /* 0: none yet */
    enum fid_part part;
    int epoch;        /* -1: unknown */
    size_t segment;   /* its number; 0 outside of the phases */
    int64_t saves_ns; /* from when on large writes are those of a checkpoint */
};

/* One source while it is read.  No other thread uses it, and it reads only those
 * members of the build that the pass does not change. */
struct fid_feed {
    struct fid_build *b;    /* borrowed */
    struct fid_source *src; /* borrowed; nobody else's during the pass */
    size_t source;
    enum fid_pass pass;
    /* events: what they add to the run */
    struct fid_events events; /* own, on the axis */
    struct fid_stream stream[FID_STREAM_N];
    struct fid_pidset pids;
    uint64_t unmapped_n;
    struct fid_order order[FID_ORDER_N];
    struct fid_file_table files;
    struct fid_block_uses uses;
    uint64_t role_byte_n[2][FID_ROLE_N + 1]; /* as in struct fid_run */
    struct fid_reads reads;
    struct fid_grid written, opened_data, opened_any, moved, waiting;
    uint64_t device_end[FID_DEVICES_MAX]; /* of the block requests before; 0: none */
    /* computed once, not for each event */
    const struct fid_clock_map *map; /* borrowed; NULL: its clock is unrelated */
    int64_t shift_ns, origin_ns;
    bool wants[FID_OP_N]; /* operations taken in this pass */
    struct fid_part_span at, gap_at;
};

/* Events farther than this from the phases are left out, so that a damaged stamp cannot stretch
 * the grids; without phases see near.c. */
#define FID_NEAR_NS (INT64_C (3600) * 1000000000)

/* Whether sums and differences of such stamps stay in range. */
static inline bool
fid_build_sane (int64_t t_ns)
{
    return t_ns < FID_EXTENT_MAX && t_ns > -FID_EXTENT_MAX;
}

/* Maps a stamp of the source to the axis; false if its clock is not related to it. */
bool fid_build_map (const struct fid_build *b, size_t source, int64_t *t_ns);

/* The kinds of events (FID_GIVES_...) that a stream is made of. */
unsigned fid_stream_gives (enum fid_stream_id id);

/* take.c: prepare a feed for events, take one, and count the gaps still buffered. */
void fid_feed_events_begin (struct fid_feed *f);
int fid_feed_event (void *self, const struct fid_event *ev, struct fid_error *err);
int fid_feed_events_end (struct fid_feed *f, struct fid_error *err);

/* halfday.c: in files of monitors that are held to be in UTC, move rows that are half days away
 * from those beside them, or from the rest of the run; each such file becomes a finding. */
int fid_build_half_days (struct fid_build *b, struct fid_error *err);

/* near.c: decide which time is the run's, once phases and samples are on the axis, and leave
 * out samples that lie far from it; each such file becomes a finding. */
int fid_build_near (struct fid_build *b, struct fid_error *err);

/* near.c: a finding for each file with events that were left out for that. */
int fid_build_near_findings (struct fid_build *b, struct fid_error *err);

/* near.c: a finding if events that were taken lie days from most others, in a run without a log;
 * changes near_from_ns, near_to_ns and near_slack_ns, which are not needed any more. */
int fid_build_apart (struct fid_build *b, struct fid_error *err);

/* incomplete.c: find the traces that do not cover the job, mark their streams and add
 * findings. */
int fid_build_incomplete (struct fid_build *b, struct fid_error *err);

/* build_lags.c: how much later than their stamps the monitors took their readings; moves the
 * samples where that is certain. */
int fid_build_readlags (struct fid_build *b, struct fid_error *err);

/* build_findings.c: add what is wrong with the run to run->findings. */
int fid_build_findings (struct fid_build *b, struct fid_error *err);

#endif
