/* build_priv.h - shared by build.c, collect.c, events.c, feed.c and finish.c only */
#ifndef FID_BUILD_PRIV_H
#define FID_BUILD_PRIV_H

#include "timeline/build.h"
#include "timeline/gauges.h"
#include "timeline/loganchor.h"
#include "timeline/owner.h"
#include "timeline/zone.h"

#define FID_LOGLINES_MAX ((size_t)1 << 18) /* of a log used as clock anchors: 8 MiB */
#define FID_ORDER_MAX    256

/* Starts still to be put in order, for the gaps between them: lines of a trace
 * come by completion and from several CPUs' buffers. */
struct fid_order {
    int64_t start_ns[FID_ORDER_MAX]; /* ascending */
    size_t n;
    int64_t last_ns; /* the last one given; INT64_MIN: none */
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
    struct fid_pidset gpu_pids, listed_pids;
    struct fid_ownership owner;
    int64_t exit_code;
    int64_t near_from_ns, near_to_ns; /* on the axis; events outside are not the run's */
    uint64_t unmapped_n, far_n;
};

/* A part of the run that the last look fell into. */
struct fid_part_span {
    int64_t from_ns;
    uint64_t length_ns; /* 0: none yet */
    enum fid_part part;
};

/* One source while it is read.  Nothing here is seen by other threads, and of
 * the build only what the pass does not change is looked at. */
struct fid_feed {
    struct fid_build *b;    /* borrowed */
    struct fid_source *src; /* borrowed; nobody else's during the pass */
    size_t source;
    enum fid_pass pass;
    uint64_t lost_n;
    /* events: what they add to the run */
    struct fid_stream stream[FID_STREAM_N];
    struct fid_pidset pids;
    uint64_t unmapped_n, far_n;
    struct fid_order order[FID_STREAM_N];
    bool names_told; /* the source has told a file name */
    /* what need not be found anew for each event */
    const struct fid_clock_map *map; /* borrowed; NULL: its clock is unrelated */
    int64_t shift_ns, origin_ns;
    bool wants[FID_OP_N]; /* operations taken in this pass */
    struct fid_part_span at, gap_at;
};

/* Events farther than this from all that a log or a monitor tells of the run
 * are not its own: a damaged stamp must not stretch the grids. */
#define FID_NEAR_NS (INT64_C (3600) * 1000000000)

/* Whether sums and differences of such stamps stay in range. */
static inline bool
fid_build_sane (int64_t t_ns)
{
    return t_ns < FID_STRETCH_MAX && t_ns > -FID_STRETCH_MAX;
}

/* A stamp of the source on the axis; false if its clock is unrelated. */
bool fid_build_map (const struct fid_build *b, size_t source, int64_t *t_ns);

/* The sink of passes that keep records, and of the one that finds writes. */
struct fid_sink fid_feed_collects (struct fid_feed *f);
struct fid_sink fid_feed_finds_writes (struct fid_feed *f);

/* Ready a feed for events; the sink of one; and the end of what is kept for order. */
void fid_feed_events_begin (struct fid_feed *f);
int fid_feed_event (void *self, const struct fid_event *ev, struct fid_error *err);
int fid_feed_events_end (struct fid_feed *f, struct fid_error *err);

#endif
