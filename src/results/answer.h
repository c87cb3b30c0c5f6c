/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.h - the answer of results: how long the jobs take on storages, and how far the
 * benchmark's is off
 *
 * The struct is what files say (doc/answer.md), in their units.  storage/answer_verdict.c makes it,
 * fid_answer_record writes and reads it, report/answer_words.c says it.  A number that is not
 * known is FID_ABSENT; errors are differences of logarithms, ratios are to the time on
 * the recorded storage. */
#pragma once

#include "base/record.h"
#include "model/agree.h"
#include "model/outcomes.h"
#include "model/profile.h"

/* Errors of the models, as ln, that are not told apart; and the least that a change has to bring:
 * half a per cent, as errors are printed. */
#define FID_ANSWER_MODEL_ERROR 0.035
#define FID_CHANGE_LEAST       0.005

/* What a deciding fact is about; both sides have a value.  Q (ID, name, meaning)  */
#define FID_ANSWER_QUANTITIES(Q)                                                               \
    Q (NOTHING, "none", "there is no fact")                                                    \
    Q (ERROR, "error", "the mean error over the storages that count")                          \
    Q (WORST, "worst", "seconds, or samples or steps a second, where the error is largest")    \
    Q (CAPACITY, "capacity", "accelerators that 1 GB/s feeds")                                 \
    Q (SELF_CHECK, "self_check", "time of the model over the recorded time")                   \
    Q (UNSEEN, "unseen_bytes", "bytes of data that no traced call read")                       \
    Q (READ_BYTES, "read_bytes", "bytes of data that are read")                                \
    Q (SAVE_N, "saves", "checkpoints that are saved")                                          \
    Q (LOAD_N, "loads", "checkpoints that are loaded")                                         \
    Q (SAVE_BYTES, "save_bytes", "bytes of a checkpoint that is saved")                        \
    Q (LOAD_BYTES, "load_bytes", "bytes of a checkpoint that is loaded")                       \
    Q (META_N, "metadata_calls", "metadata calls on data and checkpoints")

#define FID_ANSWER_ENUM_QUANTITY(id, name, doc) FID_ANSWER_OF_##id,
enum fid_answer_quantity {
    FID_ANSWER_QUANTITIES (FID_ANSWER_ENUM_QUANTITY) FID_ANSWER_QUANTITY_N
};

/* What recordings and models can show of an emulation: that it is valid or is not, only that it
 * is not, nothing.  P (ID, name) */
#define FID_ANSWER_PROOFS(P)            P (FULL, "full") P (PARTIAL, "partial") P (NONE, "none")
#define FID_ANSWER_ENUM_PROOF(id, name) FID_PROOF_##id,
enum fid_answer_proof { FID_ANSWER_PROOFS (FID_ANSWER_ENUM_PROOF) FID_PROOF_N };

/* What is told of each side on a storage.  U (ID, name) */
#define FID_ANSWER_UNITS(U)                                                                    \
    U (IN_SAMPLES, "samples/s")                                                                \
    U (IN_STEPS, "steps/s")                                                                    \
    U (IN_SECONDS, "s")                                                                        \
    U (IN_SLOWDOWNS, "slowdown")
#define FID_ANSWER_ENUM_UNIT(id, name) FID_ANSWER_##id,
enum fid_answer_unit { FID_ANSWER_UNITS (FID_ANSWER_ENUM_UNIT) FID_ANSWER_UNIT_N };

/* What would decide an answer that is left open: two more recordings of each side; or each
 * storage timed twice on both.  W (ID, name) */
#define FID_ANSWER_WAYS(W)                                                                     \
    W (BY_NOTHING, "none") W (BY_RECORDINGS, "recordings") W (BY_TIMES, "times")
#define FID_ANSWER_ENUM_WAY(id, name) FID_ANSWER_##id,
enum fid_answer_way { FID_ANSWER_WAYS (FID_ANSWER_ENUM_WAY) FID_ANSWER_WAY_N };

enum fid_answer_part {
    FID_ANSWER_TRAINING,
    FID_ANSWER_EVALUATION,
    FID_ANSWER_SAVE,
    FID_ANSWER_LOAD,
    FID_ANSWER_PART_N
};

/* What a side does in a scenario. */
struct fid_answer_times {
    double time_s; /* ABSENT: there is no such side */
    double low, high, buffer, fluid, utilisation;
    double longer_s[FID_ANSWER_PART_N]; /* than on the recorded storage */
};

struct fid_answer_scenario {
    const char *name;
    double read_mib_s, write_mib_s, read_ms, meta_ms, iops;
    bool counts;                  /* of E */
    double error;                 /* e (S); FID_GAP: the sides are not comparable there */
    double value[2];              /* real, emulation, in the answer's unit; or ABSENT */
    double ratio[2], measured[2]; /* modelled and measured time over that at full speed */
    struct fid_answer_times times[2];
};

/* The runs of a side. */
struct fid_answer_runs {
    double run_n; /* ABSENT: none */
    double recorded_s, model_s;
    double demand_mib_s; /* ABSENT: what it reads is not known */
    double self_check;   /* ln (model / recorded), of the run where it is farthest from 0 */
    double count[FID_ANSWER_QUANTITY_N]; /* of those that are counted: means */
    struct fid_did did;                  /* of a single run (model/agree.h) */
    const char
        *books_gap; /* why the bytes of some run do not add up, as a code; NULL: they do */
    const char
        *remarks; /* that, and what else to know of the runs (a cache, clients), in words;
                            "unseen" in JSON; NULL: nothing.  Remarks alone say nothing of what
                            was seen: fid_answer_unseen */
};

struct fid_result_answer {
    int profile; /* enum fid_answer_profile */
    double error;
    FID_INTERVAL (interval, low, high);
    struct {
        const char *scenario; /* NULL: none */
        double error;         /* above 0: the benchmark does more a second */
        double least;         /* lower end of its amount */
    } worst;
    struct {
        double utilisation, side[2]; /* accelerators that 1 GB/s feeds */
        double low[2], high[2];
    } capacity;
    struct fid_answer_scenario *scenario; /* in an arena */
    size_t scenario_n;
    int verdict;        /* enum fid_validity; FID_VALIDITY_N: there is no emulation */
    int proof;          /* enum fid_answer_proof */
    const char *reason; /* why one cannot tell; NULL */
    struct fid_answer_decided {
        int quantity;         /* enum fid_answer_quantity; NOTHING: there is no fact */
        const char *scenario; /* NULL: it is not about one */
        double side[2];
        double allowed;   /* relative difference, 0.1: 10 %; SELF_CHECK: from 1 */
    } fact;               /* what decided */
    double tolerance;     /* of E, 0.1 for 10 % */
    bool stepless;        /* of some run no steps are known */
    int unit;             /* enum fid_answer_unit */
    bool same_work;       /* both sides do the same work */
    bool measured;        /* some storage that counts was measured on both sides; */
    double modelled;      /* then: the error by the models alone */
    int way;              /* enum fid_answer_way; of an answer that is open, */
    double way_width;     /* and half the width of its interval then */
    bool stated;          /* the real job is as its configuration and results state it */
    unsigned char bound;  /* whether some scenario makes the real job longer by 5 %;
                             FID_NOT_TOLD: that is not known */
    double bound_mib_s;   /* read rate above which it is not */
    double bound_meta_ms; /* wait of a metadata call up to which it is not */
    struct fid_answer_runs runs[2];
};

extern const struct fid_record fid_answer_record;

/* Whether traces did not see what the answer is about: bytes of a run do not add up, or what was
 * not seen decided. */
bool fid_answer_unseen (const struct fid_result_answer *a);
