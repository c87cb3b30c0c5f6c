/* build_priv.h - what the files that build a run share */
#pragma once

#include "run/block_roles.h"
#include "run/build.h"
#include "run/file_classes.h"
#include "run/gauges.h"
#include "run/loganchor.h"
#include "run/owner.h"
#include "run/zone.h"

#define FID_WRITTEN_MAX 32

/* Files of the run that the run itself may have written, by name. */
struct fid_written {
    struct fid_span name[FID_WRITTEN_MAX];
    size_t source[FID_WRITTEN_MAX], n;
    uint64_t lengths; /* bit min (n, 63): some name has n bytes */
};

/* What is counted of a file of the run. */
struct fid_file_state {
    uint64_t hash;         /* fid_events_file_hash */
    bool read;             /* as data */
    uint64_t byte_n[2];    /* in training and in evaluation; without phases all in [0] */
    size_t source;         /* the one being counted */
    int epoch;             /* the one being counted */
    uint32_t epoch_read_n; /* reads in it so far */
    enum fid_part epoch_part;
    int64_t first_ns; /* its first read of known offset; INT64_MAX: none */
    uint64_t end;     /* the largest offset read */
};

/* The part of the run found last, and the time it covers.  Starts with {0}. */
struct fid_part_span {
    int64_t from_ns;
    uint64_t length_ns; /* 0: none yet */
    enum fid_part part;
    int epoch;        /* -1: unknown */
    size_t segment;   /* its number; 0 outside of the phases */
    int64_t saves_ns; /* from when on large writes are those of a checkpoint */
};

/* The part of another time, of which *at becomes the span. */
enum fid_part fid_part_move (const struct fid_phases *p, struct fid_part_span *at,
                             int64_t t_ns);

/* The part of the run t_ns lies in; nearly always that of the event before. */
static inline enum fid_part
fid_part_at (const struct fid_phases *p, struct fid_part_span *at, int64_t t_ns)
{
    return (uint64_t)t_ns - (uint64_t)at->from_ns < at->length_ns ? at->part
                                                                  : fid_part_move (p, at, t_ns);
}

/* Whether what is read in that part is read for training or evaluation. */
static inline bool
fid_part_trains (const struct fid_phases *p, enum fid_part part)
{
    return !p->known || part == FID_PART_TRAINING || part == FID_PART_EVAL;
}

/* Calls of other processes on a file. */
struct fid_foreign {
    uint64_t op_n[FID_FILE_OP_N], byte_n[FID_FILE_OP_N];
};

/* The rows of a source in the run. */
struct fid_source_rows {
    size_t source, from, to;
    bool blocks; /* of block requests; else of calls */
};

/* A phase kept until all files are in. */
struct fid_kept_phase {
    struct fid_phase phase; /* in its source's clock */
    size_t source;
};

/* The number of a process in its pid namespace, and on the host. */
struct fid_inner_pid {
    int64_t inner, pid;
};

/* What is known of one host: its processes and devices, and what relates its clocks. */
struct fid_host_build {
    struct fid_ownership owner;
    struct fid_pidset gpu_pids, listed_pids;
    FID_LIST (struct fid_inner_pid, inner); /* owned; as the recorder noted them */
    struct fid_grid written;   /* own writes of files */
    FID_LIST (struct fid_anchor, anchor); /* owned */
    FID_LIST (struct fid_logline, line); /* owned; of the log of the host */
    size_t line_source;
    FID_LIST (struct fid_logwrite, write); /* owned; into the log, as traced on the host */
    enum fid_clock write_clock;
    struct fid_grid moved;   /* bytes of all block requests, when they ended */
    struct fid_grid waiting; /* ns with a block read in flight */
};

struct fid_build {
    struct fid_run *run; /* borrowed */
    struct fid_run_opts opts;
    struct fid_clock_source *clock; /* owned; one for each source */
    FID_LIST (struct fid_kept_sample, sample); /* owned */
    FID_LIST (struct fid_kept_phase, phase); /* owned */
    struct fid_host_build *host; /* owned; one for each host of the run */
    struct fid_written own;      /* its writes, which anchor the log */
    struct fid_role_rules rules;
    FID_LIST (struct fid_source_rows, rows); /* owned; in the order of the rows */
    FID_LIST (struct fid_foreign, foreign); /* owned; by file */
    FID_LIST (struct fid_file_uses, use); /* owned; by file, own */
    int64_t first_ns, first_pid; /* the first own event; FID_PID_NONE: none */
    struct fid_file_classes classes;
    struct fid_file_state *file;             /* owned; by number */
    struct fid_block_uses uses;              /* own reads and writes of files */
    struct fid_grid opened_data, opened_any; /* own opens of files in streams, of others */
    struct fid_grid closed, closed_data;     /* own closes of files in streams, of data */
    int64_t exit_code;
    bool facts_full;                  /* the finding is there */
    int64_t near_from_ns, near_to_ns; /* on the axis; events outside are not the run's */
    int64_t near_slack_ns;            /* they are so far from the run itself */
    uint64_t unmapped_n;
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
static inline bool
fid_build_map (const struct fid_build *b, size_t source, int64_t *t_ns)
{
    const struct fid_source *s = &b->run->source[source];
    const struct fid_clock_map *m = &b->run->hosts.at[s->host].map[s->clock];
    if (m->known)
        *t_ns = fid_clock_map_ns (m, *t_ns + b->clock[source].shift_ns);
    return m->known;
}

/* take.c: b->use covers so many files. */
int fid_build_cover_uses (struct fid_build *b, size_t file_n, struct fid_error *err);

/* count.c: find the roles of files and count the rows of calls; count those of block requests.
 */
int fid_build_count_files (struct fid_build *b, struct fid_error *err);
int fid_build_count_blocks (struct fid_build *b, struct fid_error *err);

/* host_clocks.c: relate the clocks of all hosts to the axis. */
int fid_build_clocks (struct fid_build *b, struct fid_error *err);

/* host_clocks.c: the log whose lines the traces of a host see written. */
const struct fid_host_build *fid_build_log (const struct fid_build *b, size_t host);

/* halfday.c: in files of monitors that are held to be in UTC, move rows that are half days away
 * from those beside them, or from the rest of the run; each such file becomes a finding. */
int fid_build_half_days (struct fid_build *b, struct fid_error *err);

/* near.c: decide which time is the run's, once phases and samples are on the axis, and leave
 * out samples that lie far from it; each such file becomes a finding. */
int fid_build_near (struct fid_build *b, struct fid_error *err);

/* near.c: a finding for each file with events that were left out for that. */
int fid_build_near_findings (struct fid_build *b, struct fid_error *err);

/* near.c: a finding if events that were taken lie days from most others, in a run without a
 * log; changes near_from_ns, near_to_ns and near_slack_ns, which are not needed any more. */
int fid_build_apart (struct fid_build *b, struct fid_error *err);

/* recorder.c: add what the recorder noted of itself to the sources and the findings. */
int fid_build_recorder (struct fid_build *b, struct fid_error *err);

/* recorder.c: whether a fact of that key is about a file of the host that says it. */
bool fid_build_about_file (const char *key);

/* incomplete.c: find the traces that do not cover the job, mark their streams and add
 * findings. */
int fid_build_incomplete (struct fid_build *b, struct fid_error *err);

/* restart.c: a finding where the events are those of two runs, one after the other. */
int fid_build_restart (struct fid_build *b, struct fid_error *err);

/* build_lags.c: how much later than their stamps the monitors took their readings; moves the
 * samples where that is certain. */
int fid_build_readlags (struct fid_build *b, struct fid_error *err);

/* build_findings.c: add what is wrong with the run to run->findings. */
int fid_build_findings (struct fid_build *b, struct fid_error *err);
