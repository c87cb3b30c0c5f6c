/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - what an application does, whatever storage it runs on
 *
 * One model of a training job, found in a run's events and log (of_run.h) or made from a
 * benchmark's configuration (of_config.h).  Everything that asks what a job does asks it here:
 * comparing, deriving a configuration, predicting, answering how long it takes on a storage.
 *
 * Times are seconds from the start of the job (the origin of the run's axis); sizes are bytes.
 * Each part says how it is known and how surely. */
#pragma once

#include "base/base.h"

/* --- books: whether what a run read adds up (books.c)
 *
 * The same bytes are seen several times: as read calls, as block requests, as samples that
 * steps consumed, as files that were opened.  Where one account has much more than another,
 * some way to the data was not traced (mapped files, io_uring, an object store, a process that
 * the tracer left out), and nothing may be concluded from what was. */

/* What does not balance; the first that applies.  G (ID, name) */
#define FID_BOOKS_GAPS(G)                                                                      \
    G (BALANCED, "")                                                                           \
    G (NO_READS, "no_reads")    /* no reads of data were traced, and nothing shows that
                                   there are none */        \
    G (UNSIZED, "no_size")      /* reads were traced without their sizes */                    \
    G (UNREAD, "opened_only")   /* most data files that were opened were not read by calls */  \
    G (BLOCKS, "blocks")        /* the disk delivered much more than was read by calls */      \
    G (UNCALLED, "no_call")     /* the disk delivered much while no call was under way */      \
    G (DEVICE, "device")        /* calls waited, but no block request of the run read */       \
    G (SAMPLES, "samples")      /* the steps consumed many more samples than were read */      \
    G (SURPLUS, "surplus")      /* many more samples were read than the steps took */          \
    G (AGAIN, "again")          /* a process read the same bytes twice at the same time */     \
    G (LENGTH, "sample_length") /* or many more bytes, by the configured size of a sample */   \
    G (HOLES, "holes")          /* reads of whole files leave out what lies between */         \
    G (SKIPPED, "skipped")      /* reads leave out most of their files, and most steps */      \
    G (UNTAKEN, "untaken")      /* much of what was read belongs to no step */

#define FID_BOOKS_ENUM_GAP(id, name) FID_BOOKS_##id,
enum fid_books_gap { FID_BOOKS_GAPS (FID_BOOKS_ENUM_GAP) FID_BOOKS_GAP_N };

#define FID_BOOKS_SOME 4096. /* bytes: less is a header at most */

/* Bytes and counts, of training and evaluations if the run names them, else of all of it.
 * Below 0: unknown. */
struct fid_books {
    double data_n;        /* bytes of data that were read by calls */
    double other_n;       /* bytes of all other files that were */
    double block_n;       /* bytes of the run's block reads; -1: they were not traced */
    double again_n;       /* of data_n, bytes that the process was reading already */
    double loose_n;       /* of block_n, bytes that starting the program may have asked for */
    double called_n;      /* of block_n, what processes asked for in their traced calls */
    double uncalled_n;    /* of block_n, what processes asked for outside of traced calls */
    double untaken_n;     /* of data_n, bytes that no step or other part of the job takes */
    double busy_s;        /* of the calls that read data */
    double idle_s;        /* of these, while none of the run's block requests was out */
    double idle_byte_n;   /* bytes of the calls that idle_s is of */
    double block_s;       /* of the block reads, summed */
    double cache_n;       /* bytes of data that calls had from the page cache; -1 */
    double open_n;        /* opens of data files */
    double read_open_n;   /* opens that reads of more than a header followed */
    double call_n;        /* reads of data */
    double unsized_n;     /* of these, without a size */
    double read_n;        /* calls that read files of training, in all of the run */
    double train_n;       /* bytes that these read */
    double reach_n;       /* bytes of these files up to the end of the furthest read of each */
    double passed_n;      /* of uses of whole files: from the first byte read to the last */
    double hole_n;        /* of these, not read */
    double step_n;        /* of training, of all ranks */
    double consumed_n;    /* samples that they took; -1 */
    double set_n;         /* samples of the data set; -1 */
    double sample_n;      /* samples of training that were read by calls; -1 */
    double last_n;        /* that last steps may lack, where samples are whole files; -1 */
    double sample_byte_n; /* of a sample, as configured; -1 */
    double pattern_n;     /* bytes that the user's patterns of roles take for no data */
    bool traced;          /* some trace shows reads */
    bool by_dftracer;     /* such a trace is DFTracer's */
    bool none;            /* opens and reads were traced to the end, and none is of data */
    bool none_certain;    /* so were all processes and block requests, as the recorder says */
    enum fid_books_gap gap;
    double missing_n; /* bytes that traced calls did not read; -1: unknown how many */
};

/* Sets gap and missing_n from the rest. */
void fid_books_judge (struct fid_books *b);

extern const char *const fid_books_gap_names[];

/* "9 GiB of the data were not read by calls that were traced: mapped files?"; "" if the books
 * balance.  Returns out. */
const char *fid_books_text (const struct fid_books *b, char *out, size_t n);

/* --- the job */

/* How a part of the job is known.  H (ID, name) */
#define FID_JOB_SOURCES(H)                                                                     \
    H (UNKNOWN, "unknown")                                                                     \
    H (TRACES, "traces")     /* found in the events */                                         \
    H (PROFILER, "profiler") /* a profiler of the application names it */                      \
    H (LOG, "log")           /* the application's log says so */                               \
    H (CONFIGURATION, "configuration")

#define FID_JOB_ENUM_SOURCE(id, name) FID_JOB_##id,
enum fid_job_source { FID_JOB_SOURCES (FID_JOB_ENUM_SOURCE) FID_JOB_SOURCE_N };

/* What the traces show less surely than this is a guess, and is not added to a run. */
#define FID_JOB_SURE    0.7 /* and is likely; from here on it is certain: */
#define FID_JOB_CERTAIN 0.9

/* sure: 0 (a guess) to 1 (certain).  The rest is what traced calls show of it, counted when the
 * whole job is found: calls and bytes, and the share of its steps, checkpoints or ranks in which
 * they were seen; 0 where a log or a configuration alone states it, and in parts of the job. */
struct fid_job_known {
    enum fid_job_source from;
    double sure;
    double call_n, byte_n, share;
};

static inline struct fid_job_known fid_known (enum fid_job_source from, double sure)
{
    return (struct fid_job_known){.from = from, .sure = sure};
}

/* A stretch of one file that one step's batch reads.  A storage that reads ahead decides from
 * these how many of the calls wait. */
struct fid_job_read {
    uint32_t file;    /* number in the data set */
    uint32_t call_n;  /* calls that read it for the first time */
    uint64_t offset;  /* of its first byte */
    uint64_t byte_n;  /* what is read twice counts once */
    uint64_t first_n; /* bytes of the first call */
    bool sequential;  /* each call goes on where the one before ended */
};

/* One step of one rank. */
struct fid_job_step {
    double start_s,
        end_s;         /* as recorded; without a stamp, as the model of its segment has it */
    double load_s;     /* waiting for its batch, and taking it */
    double take_s;     /* of that, after the batch is there: copying it to the main process */
    double compute_s;  /* from having its batch until the next is asked for */
    double meet_s;     /* waiting for the other ranks: in its end, or behind it (meet_after) */
    double byte_n;     /* of its batch, by calls */
    double stored_n;   /* of them, bytes that the storage delivered (not the page cache) */
    double late_n;     /* bytes that were asked for, by these calls or before them, and that the
                         last of them did not wait for: read ahead for later steps */
    double wait_n;     /* calls that waited for the storage, as recorded */
    double request_n;  /* requests that these calls made of the storage, as recorded */
    double busy_s;     /* time of its calls, summed over readers; 0: unknown */
    double work_s;     /* of its reader outside of these calls: decoding, augmenting */
    double meta_n;     /* metadata calls (open, stat, ...) */
    size_t read_first; /* its stretches in struct fid_job.read */
    uint32_t read_n;
    uint32_t logged; /* its number in the log, from 1 (ranks.h); 0: not of the log */
};

enum fid_job_segment_kind {
    FID_JOB_START,      /* before the first step */
    FID_JOB_TRAINING,   /* steps of one epoch, up to a checkpoint or an evaluation */
    FID_JOB_EVALUATION, /* steps, too */
    FID_JOB_SAVE,       /* a checkpoint is written */
    FID_JOB_LOAD,       /* a checkpoint is read */
    FID_JOB_REST,       /* anything else: between epochs, after the last step */
    FID_JOB_SEGMENT_N
};

/* One part of a rank's time; they follow each other without overlap. */
struct fid_job_segment {
    enum fid_job_segment_kind kind;
    double start_s, end_s;
    int epoch;                 /* from 1; -1: unknown */
    size_t step_first, step_n; /* in struct fid_job_rank.step */
    size_t save;               /* SAVE, LOAD: number of the checkpoint; else SIZE_MAX */
    struct fid_job_step sum;   /* where no part of this kind has steps: what it reads; of parts
                                  without steps the metadata calls but opens */
    struct fid_job_known known;
};

/* The loader of a rank, which reads batches ahead of the steps. */
struct fid_job_loader {
    double readers; /* processes or threads that read batches */
    double depth;   /* h: batches already read when a step starts, minus its number; median */
    double ahead_n; /* batches that one device request covers; 0: unknown */
    struct fid_job_known known;
};

/* Whether it is a guess that the loader reads while the steps compute, or that it does not. */
static inline bool fid_loader_guessed (const struct fid_job_loader *l)
{
    return l->known.from == FID_JOB_TRACES && l->known.sure < FID_JOB_SURE;
}

struct fid_job_rank {
    int number;                                 /* MPI rank; 0 without ranks */
    uint32_t host;                              /* number of its host in the run */
    FID_LIST (struct fid_job_step, step);       /* owned */
    FID_LIST (struct fid_job_segment, segment); /* owned */
    bool alike; /* only the first rank is known: step and segment are that one's */
    struct fid_job_loader loader, eval_loader;
};

/* When ranks wait for each other. */
enum fid_job_meeting { FID_JOB_NEVER, FID_JOB_EACH_EPOCH, FID_JOB_EACH_STEP };

/* One checkpoint: a save or a load. */
struct fid_job_checkpoint {
    bool load;
    double start_s, end_s; /* from its first to its last call */
    double byte_n;
    size_t file_n, writer_n; /* shards, processes that write or read them */
    unsigned char synced;    /* fsync, or written past the cache; FID_NOT_TOLD: no block
                                request was traced */
    bool waits;              /* the job stands still for it */
    bool stated;             /* no call shows its size: the benchmark states it, or 0 */
    struct fid_job_known known;
};

#define FID_FILES_FEW 10 /* of fewer files two orders are alike by chance */

/* The files of training, or of evaluation. */
struct fid_job_data {
    size_t file_n;  /* that are opened or read */
    size_t named_n; /* by names ("part-3-of-12"), perhaps of both sides together; 0: unknown */
    double file_byte_n;   /* mean size of a file */
    double sample_n;      /* of the whole data set; 0: unknown */
    double sample_byte_n; /* mean; 0: unknown */
    double order_within;  /* 1: files in order of names, 0: shuffled; correlation of places; of
                             one file in the order of its bytes; NAN: unknown */
    double order_again;   /* the same of two epochs: 1: each epoch the same order */
    struct fid_job_known known;
};

/* The steps of training over all ranks that are known; 0: no steps. */
struct fid_job_spread {
    double median_step_s, slowest_step_s; /* of the medians of the ranks; of an even number of
                                             ranks the lower middle one */
    int median_rank, slowest_rank;
    double worst_stall_share; /* of the rank that waits most for data */
    int worst_stall_rank;
    double meeting_share; /* of the time of all ranks, with their waits behind steps: waiting
                             for the last of them */
};

struct fid_job {
    FID_LIST (struct fid_job_rank, rank);             /* owned */
    FID_LIST (struct fid_job_read, read);             /* owned; of all ranks */
    FID_LIST (struct fid_job_checkpoint, checkpoint); /* owned; by start */
    size_t evaluation_n;
    int epoch_n; /* 0: unknown */
    enum fid_job_meeting meeting;
    bool meet_after; /* EACH_STEP: behind the end of each step, no part of its time */
    struct fid_job_spread spread;
    struct fid_job_data train, eval;
    double read_ahead_n; /* largest device request or recorded setting, bytes; 0: unknown */
    double cached;       /* share of the bytes of data served by the page cache, 0 to 1 */
    double memory_n;     /* memory the run was limited to, bytes; 0: unknown */
    uint64_t calls;      /* of offset, size and latency of its reads, whenever they were: copies
                            of one recording have the same; 0: it has few */
    double asked_n;      /* metadata calls besides opens, of all ranks */
    double duration_s;   /* recorded, of the whole job with its start; 0: nobody ran it */
    bool stated;         /* its steps and reads are those that a configuration states */
    double times;        /* stated: how often the job does what its steps here do; else 0 */
    double utilisation;  /* that its benchmark asks for, 0 to 1; 0: unknown */
    bool data_seen;      /* some read of data was traced */
    bool cache_seen;     /* block requests were traced, so stored_n and cached are known */
    struct fid_books books;
    struct fid_job_known steps, checkpoints, evaluations, meetings;
};

/* How often the job does what its steps do. */
static inline double fid_job_times (const struct fid_job *job)
{
    return job->times > 0 ? job->times : 1;
}

/* For each step s of rank r in its segments of that kind. */
#define FID_STEPS_OF(s, r, of_kind)                                                            \
    FID_EACH (const struct fid_job_segment, s##_in, (r)->segment)                              \
        FID_EACH_OF (struct fid_job_step, s, (r)->step + s##_in->step_first,                   \
                     s##_in->kind == (of_kind) ? s##_in->step_n : 0)

/* Steps of a rank's segments of a kind (TRAINING, EVALUATION), and the mean of their
 * computation; 0: none. */
size_t fid_job_step_n (const struct fid_job_rank *r, enum fid_job_segment_kind kind);
double fid_job_computation_s (const struct fid_job_rank *r, enum fid_job_segment_kind kind);

/* Metadata calls of all ranks. */
double fid_job_meta_n (const struct fid_job *job);

/* Checkpoints that are saved, or loaded. */
size_t fid_job_checkpoint_n (const struct fid_job *job, bool load);

extern const char *const fid_job_source_names[];  /* "traces" */
extern const char *const fid_job_segment_names[]; /* "training" */
extern const char *const fid_job_meeting_names[]; /* "each step" */

/* Copies a rank with its steps and segments, which fid_job_clear frees even after a failure. */
int fid_job_rank_copy (struct fid_job_rank *to, const struct fid_job_rank *from,
                       struct fid_error *err);

void fid_job_clear (struct fid_job *job);
