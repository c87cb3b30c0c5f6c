/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h - what readers make: events, samples, phases, steps, anchors, remarks
 *
 * Readers make these, in the clock of their file, and pass them to a sink (sink.h).
 * All instants and lengths are in ns. */
#pragma once

#include "base/base.h"

/* Time bases.  "Civil" means date and time of day counted as if it were UTC. */
enum fid_clock {
    FID_CLOCK_UTC,      /* ns since the UNIX epoch */
    FID_CLOCK_APP,      /* civil time of the application's process (dlio.log) */
    FID_CLOCK_LOCAL,    /* civil time of the host that traced (iostat, pmon) */
    FID_CLOCK_TOD,      /* local time of day without a date; ns since some local
                           midnight, growing over later midnights */
    FID_CLOCK_BOOT,     /* the tracers' boot clock */
    FID_CLOCK_RELATIVE, /* from an unknown zero (CSV in seconds) */
    FID_CLOCK_N
};

enum fid_op {
    FID_OP_BLOCK_READ,
    FID_OP_BLOCK_WRITE,
    FID_OP_READ, /* VFS from here on */
    FID_OP_WRITE,
    FID_OP_OPEN,
    FID_OP_CLOSE,
    FID_OP_META, /* stat, access, opendir, mkdir, unlink, rename, fsync, ... */
    FID_OP_N
};

enum {
    FID_EVENT_ERROR = 1,    /* the call failed: bytes is 0 */
    FID_EVENT_NO_BYTES = 2, /* the trace has no size */
    FID_EVENT_NO_DUR = 4,   /* the trace has no length: dur_ns is 0 */
    FID_EVENT_MAPPED = 8    /* of reads: a page fault in a mapped file */
};

#define FID_NO_OFFSET UINT64_MAX

/* A process that a trace knows by its rank alone: above all process numbers of Linux, and held
 * against none of them. */
#define FID_PID_RANKS         (INT64_C (1) << 32)
#define FID_PID_OF_RANK(rank) (FID_PID_RANKS + (int64_t)(rank))

/* Processes of another host than the first have numbers of their own. */
#define FID_PID_HOSTS              (INT64_C (1) << 40)
#define FID_PID_ON_HOST(pid, host) ((pid) < 0 ? (pid) : (pid) + (int64_t)(host)*FID_PID_HOSTS)

/* A call that moves more than this is malformed. */
#define FID_BYTES_MAX UINT64_C (1000000000000000)

/* Members that an event and a row of it have alike: each is a column, too (events.h).  X takes
 * F and T of a table of base/record.h, the type, the kind there and the name. */
#define FID_EVENT_ALIKE(X, F, T) X (F, T, int64_t, INT, start_ns)

#define FID_EVENT_MEMBER(F, T, type, kind, name) type name;
#define FID_EVENT_MEMBERS                        FID_EVENT_ALIKE (FID_EVENT_MEMBER, , )

struct fid_event {
    FID_EVENT_MEMBERS
    int64_t dur_ns; /* >= 0 */
    uint64_t bytes;
    uint64_t offset; /* in the file, bytes; FID_NO_OFFSET: unknown */
    int64_t pid;     /* -1: unknown; FID_PID_OF_RANK (rank) */
    int64_t tid;     /* of its thread; 0: unknown, or the first */
    enum fid_op op;
    unsigned flags;         /* FID_EVENT_... */
    struct fid_span comm;   /* borrowed during the call; n 0: unknown */
    struct fid_span file;   /* last part of the file name, "" for pipes */
    struct fid_span path;   /* of the file; n 0: unknown; it may be cut at its end */
    struct fid_span device; /* block events: "sda" */
    struct fid_span line;   /* the line of the trace; n 0: unknown */
};

/* Channels of gauges, in the unit named. */
enum fid_channel {
    FID_CH_CPU_USER,   /* %usr + %nice + %guest + %gnice, % of all CPUs */
    FID_CH_CPU_SYS,    /* %sys + %irq + %soft */
    FID_CH_CPU_IOWAIT, /* % */
    FID_CH_CPU_IDLE,   /* %idle + %steal */
    FID_CH_GPU_SM,     /* %, one process on one GPU */
    FID_CH_GPU_MEM,    /* % */
    FID_CH_GPU_FB,     /* MiB */
    FID_CH_DISK_READ,  /* MiB/s, one device */
    FID_CH_DISK_WRITE, /* MiB/s */
    FID_CH_N
};

/* A gauge that reads more than this, in any of the units, is malformed. */
#define FID_GAUGE_MAX 1e9

struct fid_sample {
    int64_t t_ns; /* end of the interval that the value describes */
    double value; /* 0 to FID_GAUGE_MAX */
    int64_t pid;  /* process on the GPU; -1 elsewhere */
    enum fid_channel channel;
    int index;           /* GPU number; -1 elsewhere */
    struct fid_span key; /* device of the disk channels; n 0 elsewhere */
};

/* A row of a monitor's table as it is written, which comes before its samples, for programs that
 * write such tables: the name of each column, and its cell, of JSON with quotes.  Borrowed. */
#define FID_ROW_MAX 64
struct fid_row {
    int64_t t_ns; /* as of its samples */
    size_t n;
    struct fid_span name[FID_ROW_MAX], value[FID_ROW_MAX];
};

enum fid_phase_kind {
    FID_PHASE_INIT,
    FID_PHASE_TRAINING,
    FID_PHASE_EVAL,
    FID_PHASE_CHECKPOINT,
    FID_PHASE_N
};

/* What the application called the span: several names mean TRAINING and a run
 * uses the finest it has (block, then training, epoch, run). */
enum fid_phase_name {
    FID_NAME_INIT,
    FID_NAME_RUN,
    FID_NAME_EPOCH,
    FID_NAME_TRAINING,
    FID_NAME_BLOCK,
    FID_NAME_EVAL,
    FID_NAME_CHECKPOINT,
    FID_NAME_CHECKPOINT_LOAD,
    FID_NAME_N
};

enum {
    FID_PHASE_TRUNCATED = 1, /* never closed: ends where the log ends */
    FID_PHASE_FOUND = 2      /* the log does not name it: found in the traces */
};

struct fid_phase {
    enum fid_phase_kind kind;
    enum fid_phase_name name;
    int64_t start_ns, end_ns;
    int epoch, block; /* -1: unknown */
    unsigned flags;
    uint64_t step_n; /* steps in it, by their numbers; 0: unknown */
    double byte_n;   /* of a checkpoint, as the log states it; 0: unknown */
};

/* One step of the training loop; FID_ABSENT where unknown. */
struct fid_step {
    int64_t end_ns; /* INT64_MIN: unknown */
    double load_s;  /* wait for the batch */
    double compute_s;
    double step_s;   /* the whole step */
    int epoch;       /* -1: unknown */
    bool eval;       /* a step of an evaluation */
    bool other;      /* of another rank than the one whose steps come first in its file */
    bool ranked;     /* rank is what the file says, else a number within the file from 0 on */
    uint32_t source; /* set by the run: number of its file */
    int64_t rank;
    int64_t pid; /* of its process; 0: unknown.  In a run: FID_PID_ON_HOST */
};

/* A step of which nothing is known. */
#define FID_NO_STEP                                                                            \
    {                                                                                          \
        .end_ns = INT64_MIN, .load_s = FID_ABSENT, .compute_s = FID_ABSENT,                    \
        .step_s = FID_ABSENT, .epoch = -1                                                      \
    }

/* One instant seen on two clocks: `to` reads between to_min_ns and to_max_ns
 * when `from` reads from_ns. */
struct fid_anchor {
    enum fid_clock from, to;
    int64_t from_ns, to_min_ns, to_max_ns;
};

/* A line that an application wrote into its log: its stamp (clock of the file;
 * INT64_MIN without one) and the place of its text.  The writes of a VFS trace into
 * that file become clock anchors. */
struct fid_logline {
    int64_t t_ns;
    int64_t quantum_ns;     /* resolution of the stamp */
    uint64_t offset, len_n; /* bytes, the line's end included */
};

#define FID_LOGLINES_MAX ((size_t)1 << 18) /* kept of a log as clock anchors: 8 MiB */

/* A fact about the run: "workload" = "unet3d", "global_batch_size" = "4". */
struct fid_fact {
    const char *key;       /* borrowed during the call */
    struct fid_span value; /* borrowed during the call */
};

/* What a file can contribute.  If several files give the same, the reader with the
 * highest rank is used, so that nothing counts twice. */
enum {
    FID_GIVES_BLOCK = 1, /* block events */
    FID_GIVES_READ = 2,  /* VFS events by operation */
    FID_GIVES_WRITE = 4,
    FID_GIVES_OPEN = 8,
    FID_GIVES_CLOSE = 16,
    FID_GIVES_META = 32,
    FID_GIVES_CPU = 64,
    FID_GIVES_GPU = 128,
    FID_GIVES_DISK = 256,
    FID_GIVES_PHASES = 512,
    FID_GIVES_STEPS = 1024,
    FID_GIVES_CLOCK = 2048, /* anchors */
    FID_GIVES_FACTS = 4096,
    FID_GIVES_STAT = 8192, /* with FID_GIVES_META: calls that ask, too (stat, opendir) */
    FID_GIVES_VFS =
        FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_CLOSE | FID_GIVES_META,
    FID_GIVES_EVENTS = FID_GIVES_BLOCK | FID_GIVES_VFS
};

/* The FID_GIVES_... bit of an event or a sample. */
unsigned fid_op_gives (enum fid_op op);
unsigned fid_channel_gives (enum fid_channel channel);

/* --- remarks: what a reader says about a line or a file it reads
 *
 * Programs decide by the code and its fields; fid_remark_text makes the text where it is shown.
 * A *reject* is a remark about a malformed line that was skipped, a *note* any other. */

enum fid_remark_code {
    FID_REMARK_NONE, /* nothing is wrong */
#define FID_REMARK(code, ...) FID_REMARK_##code,
#include "run/remarks.def"
#undef FID_REMARK
    FID_REMARK_N
};

struct fid_remark {
    enum fid_remark_code code;
    size_t line;      /* in the file, from 1; 0: the whole file */
    uint64_t number;  /* what the code counts, or 0 */
    const char *name; /* static; what the code names, or NULL */
};

#define FID_REMARK_TEXT 160

/* Writes the text of a remark to buf and returns buf. */
const char *fid_remark_text (const struct fid_remark *r, char *buf, size_t size);

/* Returns the name of a code for programs: "last_line_cut". */
const char *fid_remark_name (enum fid_remark_code code);
