/* build_priv.h - shared by build.c, collect.c, events.c and finish.c only */
#ifndef FID_BUILD_PRIV_H
#define FID_BUILD_PRIV_H

#include "timeline/build.h"
#include "timeline/gauges.h"
#include "timeline/loganchor.h"
#include "timeline/owner.h"

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
    struct fid_run *run; /* borrowed */
    struct fid_run_opts opts;
    size_t source; /* in hand */
    enum fid_pass pass;
    bool solved;
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
    /* events */
    struct fid_order order[FID_STREAM_N];
    bool names_told;                  /* the source in hand has told a file name */
    int64_t near_from_ns, near_to_ns; /* on the axis; events outside are not the run's */
    uint64_t unmapped_n, far_n;
};

/* Events farther than this from all that a log or a monitor tells of the run
 * are not its own: a damaged stamp must not stretch the grids. */
#define FID_NEAR_NS (INT64_C (3600) * 1000000000)

/* Whether sums and differences of such stamps stay in range. */
bool fid_build_sane (int64_t t_ns);

/* A stamp of the source on the axis; false if its clock is unrelated. */
bool fid_build_map (const struct fid_build *b, size_t source, int64_t *t_ns);

void fid_build_events_begin (struct fid_build *b);
int fid_build_event (void *self, const struct fid_event *ev, struct fid_error *err);
int fid_build_events_end (struct fid_build *b, struct fid_error *err);

#endif
