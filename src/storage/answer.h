/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.h - how long a job takes on storages and, of a benchmark that emulates it, how far the
 * benchmark's answer to that question is off
 *
 *     e (S) = ln (X of the emulation on S / X of the real job on S),  E = mean |e (S)|
 *
 * X is samples of training a second (or steps; or 1 / seconds of the same work), with the time
 * T (S) = recorded time * T modelled on S / T modelled at full speed, by the mean of both models
 * (times.h) and of all runs of a side.  Storages count that make a side longer than is allowed,
 * and full speed.  Where both sides were timed on a storage, the measured times replace the
 * modelled ones.  The interval is E and the error of the models that workloads left out showed
 * (margins.h), narrower with more recordings.
 *
 * What is varied and which part of the time counts depends on the profile. */
#pragma once

#include "model/dlio_config.h"
#include "results/answer.h"
#include "run/run.h"
#include "storage/times.h"

#define FID_ANSWER_TOLERANCE   0.10 /* of the answer: 10 % */
#define FID_ANSWER_UTILISATION 0.90 /* as MLPerf Storage asks for; 0.70 for some workloads */
#define FID_ANSWER_SELF_CHECK  0.05 /* most that T may differ from the recorded time */
#define FID_ANSWER_SELF_MOST   0.10 /* beyond it the models say nothing of a job alone */
#define FID_ANSWER_BOUND       0.05 /* a storage that makes a job this much longer binds it */

/* Why there is no verdict: R (ID, "words") */
#define FID_ANSWER_REASONS(R)                                                                  \
    R (NONE, "")                                                                               \
    R (ONE_SIDE, "there is no emulation to compare with the real job")                         \
    R (NO_DATA, "some run has no known reads of data")                                         \
    R (NO_DEMAND, "the storage delivered nothing to the real job's training")                  \
    R (NOTHING_SLOWED,                                                                         \
       "these storages slow neither side by more than the limit: nothing was tested")          \
    R (BOOKS_REAL, "the figures for the real job's reads contradict each other")               \
    R (BOOKS_EMULATION, "the figures for the emulation's reads contradict each other")         \
    R (NO_STEPS, "no steps were found in some run: bytes and time alone are too little for a " \
                 "verdict")                                                                    \
    R (NO_SAVES, "neither side writes or loads a checkpoint, or no trace could show it")       \
    R (SIZES, "the size of some checkpoint is unknown")                                        \
    R (SYNC, "nothing shows whether saves wait for the disk: trace block requests, too")       \
    R (REPEATS_REAL, "the real runs differ")                                                   \
    R (REPEATS_EMULATION, "the runs of the emulation differ")                                  \
    R (FLAW_REAL, "the recording of the real job is not complete")                             \
    R (FLAW_EMULATION, "the recording of the emulation is not complete")                       \
    R (UNSEEN_REAL, "the recording of the real job does not show everything that is needed")   \
    R (UNSEEN_EMULATION,                                                                       \
       "the recording of the emulation does not show everything that is needed")               \
    R (SELF_REAL, "the model misses the recorded time of the real job")                        \
    R (SELF_EMULATION, "the model misses the recorded time of the emulation")                  \
    R (STATED, "the reads of some side are stated, not recorded: the figures alone differ")    \
    R (COPY, "the emulation holds the calls of the real job: a copy shows nothing")            \
    R (WIDE, "the error could be above or below the limit")                                    \
    R (CAPACITY,                                                                               \
       "the number of accelerators that a storage feeds is off by more than the limit")

#define FID_ANSWER_ENUM_REASON(id, words) FID_ANSWER_REASON_##id,
enum fid_answer_reason { FID_ANSWER_REASONS (FID_ANSWER_ENUM_REASON) };

/* The one of a pair of reasons that is about side k: FID_ANSWER_REASON_OF (FLAW, k). */
#define FID_ANSWER_REASON_OF(reason, k)                                                        \
    ((k) ? FID_ANSWER_REASON_##reason##_EMULATION : FID_ANSWER_REASON_##reason##_REAL)

enum fid_answer_sides { FID_ANSWER_REAL, FID_ANSWER_EMULATION, FID_ANSWER_SIDE_N };

/* How long the command of a run took on throttled storage. */
struct fid_measured_time {
    struct fid_storage storage; /* what it was throttled to */
    bool limited;               /* else: at full speed */
    double time_s;
};

struct fid_answer_run {
    const struct fid_job *job;                /* borrowed */
    const char *name;                         /* borrowed */
    const struct fid_run *run;                /* borrowed; NULL: nobody ran it */
    const struct fid_measured_time *measured; /* borrowed */
    size_t measured_n;
    struct fid_timing *timing; /* borrowed; what is known of its times, for other answers, too;
                                  NULL: it is worked out */
    double scale
        [FID_MODEL_N]; /* seconds of a second of the model; 0: recorded over modelled time */
};

struct fid_answer_opts {
    const struct fid_storage *storage; /* borrowed; the scenarios; none: shares of the real
                                          job's demand, and the storages that were measured */
    size_t storage_n;
    double tolerance, utilisation; /* 0: FID_ANSWER_TOLERANCE; what a stated real job asks
                                      for, else FID_ANSWER_UTILISATION */
    enum fid_answer_profile profile;
    bool error_only; /* no capacity, and no bound */
    bool cold;       /* these storages serve all bytes: they are held against no others */
    bool stated;     /* a side without known reads is taken as it is stated */
};

/* One scenario.  Ratios are to the time at full speed, means over runs and models. */
struct fid_answer_point {
    struct fid_storage storage;
    bool full;              /* full speed, the storage that was recorded */
    unsigned parts;         /* of the job's time that count (times.h) */
    bool whole;             /* all of it, as commands are timed */
    bool measured;          /* both sides were timed there */
    double noise;           /* variance of ln of the quotient of the measured times */
    bool counts;            /* of E */
    double error, modelled; /* e (S); and by the models */
    struct fid_answer_point_side {
        double ratio, low, high;     /* low, high: over runs and models */
        double time_s;               /* of the parts */
        double by[FID_MODEL_N];      /* mean over runs */
        double measured, measured_s; /* ratio and time, or FID_ABSENT */
        double utilisation;          /* of accelerators while training, 0 to 1 */
        struct fid_times times;      /* of the bounded buffer, means over runs */
    } side[FID_ANSWER_SIDE_N];
};

/* What is to be known of the runs of a side before anything is concluded, each with its names;
 * and its values. */
enum fid_answer_remark_code {
#define FID_ANSWER_REMARK(code, ...) FID_REMARK_##code,
#include "storage/answer_remarks.def"
#undef FID_ANSWER_REMARK
};

struct fid_answer_remark {
    enum fid_answer_remark_code code;
    const char *name[3]; /* borrowed, of the runs */
    double value[4];
    struct fid_odd_repeat odd;             /* LEFT_OUT, DIFFER */
    const struct fid_run_finding *finding; /* FINDING; borrowed */
};

struct fid_answer_side {
    size_t run_n;
    enum fid_answer_reason doubt;    /* why nothing may be said of it, as its runs are; NONE */
    enum fid_answer_reason unknown;  /* why nothing may be said of it alone; NONE */
    bool hidden;                     /* so nothing is said of its times beside another's */
    enum fid_answer_reason no_proof; /* why nothing shows that it is valid; NONE */
    unsigned seen;                   /* bit: enum fid_evidence of all its runs */
    struct fid_did did; /* of a single run, outlier or not; else nothing is known */
    FID_LIST (struct fid_answer_remark, remark); /* owned */
    double recorded_s;                           /* mean over runs */
    struct fid_times times; /* on the recorded storage: bounded buffer, means over runs */
    double spread;          /* standard deviation of ln T between its runs */
    double self_check;      /* ln (T / recorded time) of the run where it is farthest from 0 */
    double demand_byte_s;   /* mean of its training, of all ranks */
    double capacity;        /* accelerators that 1 GB/s feeds; or FID_ABSENT */
    double capacity_low, capacity_high; /* of a time that is off by the margin of a rate */
    struct fid_books books; /* of the first run whose books do not balance, else of the last */
    double count[FID_ANSWER_QUANTITY_N]; /* of those that are counted: means over runs */
};

/* What decided the verdict. */
struct fid_answer_fact {
    enum fid_answer_quantity quantity;
    size_t scenario;                 /* LONGER: its number */
    double value[FID_ANSWER_SIDE_N]; /* or FID_ABSENT */
    double allowed;                  /* relative difference of the two, 0.1: 10 %; SELF_CHECK:
                                        of each from 1 */
};

struct fid_answer {
    struct fid_answer_side side[FID_ANSWER_SIDE_N];
    FID_LIST (struct fid_answer_point, point); /* owned */
    enum fid_answer_unit unit;                 /* of X */
    double work[FID_ANSWER_SIDE_N];            /* X times seconds */
    bool same_work;          /* both sides do the same, so that work is the real job's */
    double error, low, high; /* E as ln; all FID_ABSENT without an emulation */
    bool discriminates;      /* some storage that counts slows a side */
    bool stepless;           /* of some run no steps are known: its models are far apart */
    bool measured;           /* some storage that counts was measured on both sides */
    bool stated;             /* the real job is as its configuration and results state it */
    double modelled;         /* then: E of the models; else ABSENT */
    size_t worst;            /* number of the scenario that is farthest off; SIZE_MAX: none */
    double worst_least;      /* lower end of |e (S)| there */
    enum fid_answer_way way; /* what would decide a pair that is left open, and */
    double way_width;        /* half the width of the interval then */
    unsigned char bound;     /* whether some scenario makes the real job longer by
                            FID_ANSWER_BOUND; FID_NOT_TOLD: that is not known */
    double bound_byte_s;     /* read rate from which on it does not; or ABSENT */
    double bound_meta_s;     /* METADATA: wait up to which it does not; or ABSENT */
    enum fid_answer_profile profile;
    double tolerance, utilisation;
    enum fid_validity verdict;
    enum fid_answer_proof proof;
    enum fid_answer_reason reason;
    struct fid_answer_fact fact;
};

/* The answer for real runs, which are at least one, and emulations, which may be none.  Clear
 * *a even after a failure.  -1 without memory. */
int fid_answer (struct fid_answer *a, const struct fid_answer_run *real, size_t real_n,
                const struct fid_answer_run *emulation, size_t emulation_n,
                const struct fid_answer_opts *opts, struct fid_error *err);
void fid_answer_clear (struct fid_answer *a);

/* The same for n profiles: a[n] by opts[n], which differ in the profile. */
int fid_answer_each (struct fid_answer *a, const struct fid_answer_opts *opts, size_t n,
                     const struct fid_answer_run *real, size_t real_n,
                     const struct fid_answer_run *emulation, size_t emulation_n,
                     struct fid_error *err);

/* Finds the first of the n runs of a side that is no outlier among them (model/agree.h): what
 * is said of one run is said of it.  -1 without memory. */
int fid_answer_first (size_t *first, const struct fid_answer_run *run, size_t n,
                      struct fid_error *err);

const char *fid_answer_reason_words (enum fid_answer_reason r);

/* Sets *text, owned by the caller, to the remarks on a side and what does not add up of what it
 * read, in words; "": nothing.  -1 without memory. */
int fid_answer_remarks_text (const struct fid_answer_side *s, char **text,
                             struct fid_error *err);

/* --- runs as an answer takes them: their jobs, and times measured on throttled storage */

struct fid_answer_sources {
    struct fid_answer_run
        *run; /* owned, with measured times and timings; the rest is of the runs */
    size_t n, cap;
};

/* Appends runs.  Clear *s even after a failure.  -1 without memory. */
int fid_answer_sources_add (struct fid_answer_sources *s, const struct fid_run *const *run,
                            size_t n, struct fid_error *err);
void fid_answer_sources_clear (struct fid_answer_sources *s);

/* Fills *out, an answer as results have it; lists and texts are in the arena.  -1 without
 * memory. */
int fid_answer_doc (const struct fid_answer *a, struct fid_arena *arena,
                    struct fid_result_answer *out, struct fid_error *err);

/* The answer of a configuration of DLIO that was never run, on the machine of the first real
 * run (fid_answer_first). */
struct fid_predicted {
    struct fid_job job; /* of the configuration */
    struct fid_answer answer;
    double apart; /* how far it is from that run's in all that differs: the sum of `apart' of
                     fid_job_differences */
};

/* Fills *p, all of whose bytes are 0.  name: of the configuration, for messages.  -1 as
 * fid_job_of_config.  Clear it even then. */
int fid_predict_answer (struct fid_predicted *p, const struct fid_answer_run *real,
                        size_t real_n, const struct fid_dlio_config *c, const char *name,
                        const struct fid_answer_opts *opts, struct fid_error *err);
void fid_predicted_clear (struct fid_predicted *p);
