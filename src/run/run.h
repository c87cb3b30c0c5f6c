/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - everything that is known about one run, on one time axis */
#pragma once

#include "model/resources.h"
#include "run/clock.h"
#include "run/events.h"
#include "run/phases.h"
#include "run/readlag.h"
#include "run/sketch.h"

/* What a host has of the events of a stream. */
struct fid_host_use {
    uint64_t byte_n, busy_ns;
};

struct fid_host {
    char name[64]; /* "": not known */
    char *folder;  /* owned; of its files, relative to the run's directory; NULL: none */
    bool listed;   /* meta.json has its name */
    bool known;    /* its clocks are on the axis */
    struct fid_clock_map map[FID_CLOCK_N]; /* to the axis of the run */
    int64_t uncertainty_ns;                /* of its events on the axis */
    int64_t offset_ns; /* its wall clock is so far ahead of the axis, by what both logged */
    uint64_t cpu_n;    /* 0: unknown */
    size_t meeting_n;  /* instants that both logged; 0: its wall clock is taken as it is */
    struct fid_host_use use[FID_STREAM_N]; /* of several hosts */
};

/* A run has one host at least, once its files are known. */
struct fid_hosts {
    struct fid_host *at; /* owned */
    size_t n, cap;
};

/* Who caused an event. */
enum fid_owner {
    FID_OWNER_SELF,      /* a process of the run */
    FID_OWNER_WRITEBACK, /* a kernel worker that writes back what the run wrote */
    FID_OWNER_FOREIGN,   /* another process */
    FID_OWNER_N
};

/* Where the operations of a stream fall, and how many at a time.  Filled for data.read;
 * jumps for block.read and block.write, too.  Empty sketches: the trace does not tell. */
struct fid_access {
    uint64_t jump_n;         /* operations with one before them in the same file or device, but
                                no small reads that memory served (reads.h) */
    uint64_t sequential_n;   /* of them, those that begin within 4 KiB of where the one before
                                ended, or reads within the first 4 KiB of a file */
    struct fid_sketch jump;  /* bytes between the end of the operation before, of the same
                                process in the same file, one of the 8 it read last (block:
                                on the same device, in the order of issue), and this one's
                                offset; without sequential ones */
    struct fid_sketch reuse; /* for a file used again: 1 + the number of other files used
                                since.  A use begins when a process turns to the file */
    uint64_t first_use_n;    /* uses of files not used before */
    struct fid_sketch file_bytes; /* bytes read of each file in this part */
    struct fid_sketch file_reads; /* reads of each file in each epoch */
    struct fid_sketch readers;    /* processes that read in a second, for seconds with reads */
    struct fid_sketch folder_files; /* data.open: files of each folder */
    struct fid_sketch open_files;   /* files open in a second, for seconds with open files */
    uint64_t next_n;                /* reads that go on where the one before ended */
    uint64_t overlap_n;             /* of them, those that begin before that one ended, */
    uint64_t disordered_n;          /* and those that end before it */
};

/* The own events of one stream during one part of the run. */
struct fid_tally {
    uint64_t op_n, error_n, byte_n;
    uint64_t sized_n;                     /* operations with a size > 0 */
    uint64_t busy_ns;                     /* sum of latencies */
    struct fid_sketch size, latency, gap; /* bytes, seconds, seconds */
    struct fid_access access;
};

struct fid_stream {
    bool traced;       /* some file of the run records such events */
    bool sized, timed; /* some own event with a size (0 is one), with a latency */
    bool incomplete;   /* its trace misses own events from from_ns on */
    int64_t from_ns;   /* on the axis; only if incomplete */
    uint64_t file_n;   /* data.*, checkpoint.*: names of files */
    struct fid_tally part[FID_PART_N];
    struct fid_grid grid; /* operations and bytes against time */
    struct fid_grid busy; /* ns in flight against time (fid_stream_busy) */
    uint64_t owner_op_n[FID_OWNER_N], owner_byte_n[FID_OWNER_N]; /* whole trace */
    uint64_t unplaced_n;       /* events without a place on the axis; left out */
    int64_t first_ns, last_ns; /* on the axis, own events; INT64_MAX/MIN: none */
};

/* The run's own file operations of one role that one rule decided. */
struct fid_role_use {
    uint64_t file_n, op_n, read_byte_n, write_byte_n; /* file_n: names */
    char example[64];                                 /* a name of those used most */
    uint64_t example_op_n;
};

#define FID_CPU_DIM 4

/* A gauge: n stamps, dim values each; a value describes (t - period, t]. */
struct fid_gauge {
    int64_t *t_ns; /* owned, ascending, on the axis */
    double *value; /* owned, n * dim, sample-major */
    size_t n, dim;
    double period_s; /* median distance of stamps */
    bool incomplete; /* no samples from from_ns on */
    int64_t from_ns; /* on the axis; only if incomplete */
};

/* Steps; end_ns is on the axis or INT64_MIN. */
struct fid_steps {
    struct fid_step *step; /* owned; of rank 0, or of the lowest rank that has some */
    size_t n, cap;
    FID_LIST (struct fid_step, other); /* owned; of the other ranks */
    bool found;                        /* in the traces: the log has none */
};

/* Remarks kept of each file. */
#define FID_REMARKS_MAX 10

/* One input file and what was read from it. */
struct fid_source {
    char *path;         /* owned; relative to the run's directory */
    const char *reader; /* static; its name, NULL: no reader knows it */
    enum fid_clock clock;
    unsigned host; /* number of its host */
    bool shared;   /* it is of all hosts, or nothing says of which; host is 0 */
    bool part;     /* what a file of several hosts has of one; its path has "@HOST" behind it */
    int rank;
    unsigned gives;    /* FID_GIVES_... it could give */
    unsigned used;     /* FID_GIVES_... taken from it */
    unsigned follows;  /* FID_GIVES_... of `used` that are those of another host or rank: of its
                          phases only the instants count, its steps are those of other ranks */
    unsigned seen;     /* FID_GIVES_... of its events */
    uint64_t stored_n; /* size of the file when it was found */
    uint64_t byte_n, hash, line_n;
    uint64_t text_n;    /* bytes of its text, inflated; 0: not read */
    uint64_t written_n; /* as the traced writes into a file of its name have it; 0: none */
    bool empty;         /* a file of no bytes */
    uint64_t
        more_n; /* further files of its folder that no reader knows, which are only counted */
    bool open_end; /* a text whose last line has no newline */
    bool unended;  /* its tracer did not write the blank line with which it ends */
    uint64_t event_n, sample_n, phase_n, step_n, anchor_n;
    uint64_t reject_n;
    struct fid_remark reject[FID_REMARKS_MAX]; /* the first of reject_n */
    struct fid_remark note[FID_REMARKS_MAX];
    size_t note_n;                     /* at most FID_REMARKS_MAX are kept */
    int64_t first_ns, last_ns;         /* stamps in its own clock; INT64_MAX/MIN: none */
    int64_t own_first_ns, own_last_ns; /* of the run's events (block requests: of all), on
                                          the axis; INT64_MAX/MIN: none */
    uint64_t far_n, lost_n;            /* events that could not be placed; lost ones */
    int64_t shift_ns;                  /* to add to its stamps before its clock is mapped */
    bool fractions;                    /* some sample is stamped with parts of a second */
    struct fid_readlag lag;            /* of its samples; they are moved if it is certain */
    bool complete;                     /* read to its end, nothing cut */
    bool refused;                      /* the system did not let it be read (opts.keep_going) */
    bool malformed;                    /* mostly: it is left out */
    char failure[200];                 /* "", or why the rest could not be read; refused: the
                                          system's reason alone */
};

/* A fact about the run: "workload.train.computation_time" = "0.32". */
struct fid_run_fact {
    char key[96], value[96];
    uint32_t host; /* of the file that says it */
};

#define FID_RUN_FACTS_MAX 4096

/* Memory for rows of events, and what each file has at least of it. */
#define FID_MEMORY_DEFAULT 1073741824.
#define FID_MEMORY_LEAST   ((size_t)1 << 20)

struct fid_run_opts {
    bool all_processes; /* foreign events count as the run's */
    bool day_first;     /* dates are DD/MM */
    bool has_zone;      /* utc offset given */
    int64_t zone_ns;
    const char *roles;            /* file with roles of files, borrowed; NULL: none */
    uint64_t roles_hash;          /* of its content; 0: none */
    struct fid_log_own *patterns; /* lines of training logs, borrowed; NULL: none */
    uint64_t patterns_hash;
    size_t thread_n;   /* files read at a time; 0 is 1, and none changes the run */
    uint64_t memory_n; /* bytes for rows of events; 0: FID_MEMORY_DEFAULT */
    bool keep_going; /* a file that the system does not let be read is left out, and the run is
                        incomplete; else it is an error */
};

struct fid_run_job; /* job/of_run.h */

struct fid_run {
    char *id, *dir;           /* owned; id is the last part of dir, if not renamed */
    char *path;               /* owned; what was read: dir, or a file in it */
    struct fid_run_opts opts; /* it was read with */
    bool processed;           /* its events are those of a processed tree */
    bool raw;                 /* some are of raw traces, of which such a tree can be made */
    uint64_t hash;            /* of the names and contents of the files a reader knows */
    bool emulation;           /* what it looks like: DLIO files, or meta.json's kind */
    bool digested;            /* read from a digest (readers/digest.h): path is no folder */
    bool nameless;            /* names of files are hashes (fid_digest_hide_names) */
    struct fid_run_words {
        char **at; /* owned, each as well */
        size_t n, cap;
    } words; /* of a digest: the texts that are static in other runs */
    char workload[64];
    struct fid_clocks clocks; /* of the host whose wall clock is the axis */
    size_t axis_host;
    struct fid_hosts hosts;
    FID_LIST (struct fid_source, source); /* owned */
    struct fid_phases phases;
    struct fid_steps steps;
    double step_s; /* median step of the training, seconds; 0: not known */
    struct fid_events
        events; /* the run's own, starts on the axis, in the order of their files */
    struct fid_stream stream[FID_STREAM_N];
    struct fid_role_use role[FID_ROLE_N][FID_ROLE_RULE_N];
    uint64_t block_byte_n[2][FID_ROLE_N + 1]; /* own block reads, writes by role; last: by none,
                                                 or more than one could be meant */
    struct fid_gauge gauge[FID_GAUGE_N];
    uint64_t lost_n; /* events that the tracers lost */
    struct fid_run_findings findings;
    struct fid_run_fact *fact; /* owned; in the order read, at most FID_RUN_FACTS_MAX */
    size_t fact_n, fact_cap;
    struct {
        struct fid_run_job *at; /* owned; NULL: nobody has asked for it */
        bool sought;            /* a thread finds it */
        void (*destroy) (struct fid_run_job *j);
    } job; /* all of it by job/of_run.c */
};

/* Puts a stamp of a source on the axis; false if its clock is not related to it. */
static inline bool fid_run_map (const struct fid_run *run, size_t source, int64_t *t_ns)
{
    const struct fid_source *s = &run->source[source];
    const struct fid_clock_map *m = &run->hosts.at[s->host].map[s->clock];
    if (m->known)
        *t_ns = fid_clock_map_ns (m, *t_ns + s->shift_ns);
    return m->known;
}

void fid_stream_clear (struct fid_stream *s);

/* Width of the bins of a new fid_stream.busy; operations count for at most FID_BUSY_MAX_NS. */
#define FID_BUSY_BIN_NS (10 * FID_GRID_BIN_NS)
#define FID_BUSY_MAX_NS (INT64_C (60) * 1000000000)

/* fid_stream_busy for an operation beyond the bin added to last. */
int fid_stream_busy_far (struct fid_stream *s, int64_t start_ns, int64_t dur_ns,
                         struct fid_error *err);

/* Counts an operation as in flight from start_ns on, relative to where grids begin.  Time
 * O(bins that it touches). */
static inline int fid_stream_busy (struct fid_stream *s, int64_t start_ns, int64_t dur_ns,
                                   struct fid_error *err)
{
    struct fid_grid *g = &s->busy;
    uint64_t into_ns = (uint64_t)start_ns - (uint64_t)g->last_ns, bin_ns = (uint64_t)g->bin_ns;
    if (into_ns >= bin_ns || dur_ns <= 0 || (uint64_t)dur_ns > bin_ns - into_ns)
        return fid_stream_busy_far (s, start_ns, dur_ns, err);
    g->op_n[g->last]++;
    g->byte_n[g->last] += (uint64_t)dur_ns;
    return 0;
}

/* Frees everything; NULL is harmless.  (readers/load.h makes runs.) */
void fid_run_destroy (struct fid_run *run);

/* Calls the run `id` from now on. */
int fid_run_rename (struct fid_run *run, const char *id, struct fid_error *err);

/* The value of a fact, the one read last; NULL. */
const char *fid_run_fact (const struct fid_run *run, const char *key);

/* The same as a number above 0; 0: it is not there, or no such number. */
double fid_run_fact_number (const struct fid_run *run, const char *key);

/* How many hosts the run ran on: those with files, or more as its files say. */
size_t fid_run_host_n (const struct fid_run *run);

/* The kinds of events (FID_GIVES_...) that a stream is made of. */
unsigned fid_stream_gives (enum fid_stream_id id);

/* Names: "block.read" ..., "cpu" ... */
const char *fid_stream_name (enum fid_stream_id id);
const char *fid_gauge_name (enum fid_gauge_id id);

/* Whether some event of that kind (FID_GIVES_...) was read, whoever caused it. */
bool fid_run_saw (const struct fid_run *run, unsigned gives);

#define FID_SOURCE_NOTES 240

/* Writes the notes of a source, or why it could not be read, to buf; returns buf. */
const char *fid_source_notes (const struct fid_source *s, char *buf, size_t size);

/* *number becomes that of the host of this name, which is added unless it is there. */
int fid_hosts_add (struct fid_hosts *h, struct fid_span name, size_t *number,
                   struct fid_error *err);

void fid_hosts_clear (struct fid_hosts *h);

/* --- which of several hosts does most */

struct fid_busiest {
    size_t host, seen_n; /* number of the host; of how many something was recorded */
    double most, sum;    /* what it uses, and all */
    double times;        /* what it uses over the mean of those */
};

/* By use[host], what each host uses; below 0: nothing was recorded of it.  False where fewer
 * than two were seen, or none uses anything. */
bool fid_busiest_of (const double *use, size_t host_n, struct fid_busiest *out);

/* The same of a stream: by bytes, or by time in calls that have no bytes. */
bool fid_busiest_of_stream (const struct fid_run *run, enum fid_stream_id id,
                            struct fid_busiest *out);

/* Whether traces of a host could show such calls. */
bool fid_host_sees (const struct fid_run *run, size_t host, enum fid_stream_id id);

/* Adds the finding that says so.  -1 without memory. */
int fid_busiest_say (struct fid_run *run, const char *resource, const struct fid_busiest *b,
                     struct fid_error *err);

/* --- block requests that their tracer missed
 *
 * The kernel runs no tracing program in an interrupt that comes while another one runs on that
 * processor, so programs that print requests at their completion miss some; the disk's own
 * counters (iostat) have all. */

/* Bytes that the disks of a run delivered by their counters, over those of its block requests,
 * of all processes; 0: not known.  more_n: bytes beyond all requests while the run made some.
 */
double fid_run_counted (const struct fid_run *run, double *more_n);

/* Whether the trace of block requests includes other processes, as the disk's counters do. */
bool fid_run_shows_others (const struct fid_run *run);

/* fid_run_counted, as far as a tracer misses some: 1 to FID_MISSED_MOST; 1 where that is not
 * known, or is not the tracer's doing (another disk, other units).  Requests before and after
 * the counters count as traced, so it may be too low, never too high. */
double fid_run_missed (const struct fid_run *run);

#define FID_MISSED_MOST 1.25 /* beyond it more is wrong than a tracer that misses some */
