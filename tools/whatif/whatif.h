/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whatif.h - jobs of several ranks: how long they wait for each other, and what aligned fetches
 * would change
 *
 *     struct fid_whatif_job job = {0};
 *     ... job.name, job.source and job.times, from fid_rank_times_read or fid_whatif_ranks
 *     fid_whatif_job_align (&job, &plan, &rule, out, file);
 *     cJSON *doc = fid_whatif_json (&job, 1); */
#pragma once

#include "base/listing.h"
#include <cjson/cJSON.h>

/* --- what if the ranks of a job had fetched their batches alike?
 *
 * In data-parallel training an iteration waits for the rank whose batch comes last.  For one
 * iteration of all ranks: move the start of each fetch, or its length, to the average or the
 * earliest of all ranks, and follow what that does to the waits and to the iteration.
 *
 *   start'  avg: the middle between the first and the last; min: the first; else its own
 *   fetch'  avg: the mean; min: the shortest; else its own
 *   done'   = start' + fetch'
 *   a rank whose batch is there g s earlier waits g s less; one whose batch comes g s later
 *   waits g s more, if it waited at all
 *   iteration' of a rank = the longest wait' + its iteration without the longest wait; where
 *   ranks meet behind their iterations, its own wait' + its iteration without its wait
 *
 * Source: the reference notebook of fetch and start alignment, with its constants; where it
 * adds nanoseconds for seconds at the end of training, only if that is asked for.
 * Time O(ranks) an iteration, no memory. */
enum fid_alignment { FID_ALIGN_OWN, FID_ALIGN_AVG, FID_ALIGN_MIN };

/* One rank in one iteration. */
struct fid_fetch {
    int64_t start_ns;   /* of fetching its batch */
    int64_t train_ns;   /* start of the training step */
    double fetch_s;     /* from the start of the fetch until the batch is there */
    double iteration_s; /* the whole step, with the wait for its batch */
    double stall_s;     /* that wait */
    double meet_s;      /* wait for the other ranks, in the step or behind it */
};

/* What is done to it. */
struct fid_align_how {
    enum fid_alignment fetch, start;
    bool aligned;    /* false: waits stay as they are; true even where both are OWN: they are
                        computed anew */
    double waits_s;  /* a rank that waits longer than this feels a later batch */
    double least_s;  /* in place of a wait below 0 */
    bool meet_after; /* ranks meet behind their iterations, which have their own waits in them
                        and not those for other ranks */
    bool end_in_ns;  /* the training ends as in the reference: ns added for s */
};

#define FID_ALIGN_DEFAULTS                                                                     \
    {                                                                                          \
        .waits_s = 0.01, .least_s = 0.000002                                                   \
    }

/* One rank afterwards. */
struct fid_fetched {
    int64_t start_ns, done_ns;
    double fetch_s, stall_s;
    double pure_s; /* its iteration, as recorded, without the longest wait of all ranks, or,
                      where they meet behind it, without its own */
};

/* The iteration afterwards. */
struct fid_iteration {
    double iteration_s;                /* of the slowest rank */
    double stall_s;                    /* the longest wait */
    double delay_s;                    /* the longest minus the shortest wait */
    double fetch_diff_s, start_diff_s; /* largest minus smallest */
    int64_t done_ns;                   /* the last batch is there */
    int64_t end_ns;                    /* of the training step */
};

/* Align the n ranks of one iteration, n > 0.  rank[n] is written as well. */
void fid_align_iteration (const struct fid_fetch *in, size_t n, const struct fid_align_how *how,
                          struct fid_fetched *rank, struct fid_iteration *all);

/* Seconds as ns, as pandas counts them: the fraction rounded to 9 digits, then cut. */
int64_t fid_align_ns (double s);

/* --- fetches, waits and iterations of all ranks of a job, from CSV tables
 *
 *   DIR/FILE.csv                                Time, GPU, Epoch, Step, Iteration time (sec), ...
 *   DIR/simp/FILE_simp_fetchdifftime.csv        Epoch, Index number, Fetch time (sec)_gpu0, ...
 *   DIR/simp/FILE_simp_fetchstartdifftime.csv   Epoch, Index number, Start time_gpu0, ...
 *
 * The name of DIR tells the number of GPUs: the number before "GPU", 8 for "DDP" without one,
 * else 1.  Epoch 1 (the second) counts.  The step of a GPU and the batches fetched belong
 * together by their numbers; an iteration that lacks a value of some GPU is left out. */
#define FID_WHATIF_EPOCH 1

struct fid_rank_times {
    size_t rank_n, row_n;
    int64_t *index;          /* of each iteration, ascending */
    struct fid_fetch *fetch; /* [row][rank] */
    size_t left_n;           /* iterations left out */
    char left[300];          /* why the first of them was */
};

/* Reads the tables of one FILE in the directory dir, which is called folder.  Ends the program,
 * "path:line: reason", if one is missing or malformed, has other GPUs than the folder, or no
 * iteration is left.  Time O(n log n). */
void fid_rank_times_read (const char *dir, const char *folder, const char *file,
                          struct fid_rank_times *out);

/* --- which tables are simulated, with which alignments: sim_conf.json
 *
 *     {"FILE": "fs_Imagenet_default_resnet50_epoch5_b2048_worker12_thread0",
 *      "FETCH_ALIGN": ["none", "avg", "min"], "START_ALIGN": [false, "avg", "min"]}
 *
 * "avg" and "min" align, anything else leaves what was recorded.  As in Python, a text or a
 * number other than 0 counts as true all the same: waits are then computed anew. */
enum { FID_WHATIF_NAME = 40 };

struct fid_whatif_choice {
    enum fid_alignment how;
    bool on;                    /* counts as true */
    char name[FID_WHATIF_NAME]; /* as Python prints it: "avg", "False" */
};

struct fid_whatif_plan {
    struct fid_listing file; /* without ".csv" */
    struct fid_whatif_choice *fetch, *start;
    size_t fetch_n, start_n;
};

/* none, avg and min. */
extern struct fid_whatif_choice fid_whatif_choices[3];

/* Reads the configuration, or (NULL) the one in the folder dir; without one: all tables of the
 * folder, with none, avg and min for both.  Ends the program if there are none. */
const struct fid_whatif_plan *fid_whatif_plan (const char *dir, const char *config);

/* --- the tables of the reference notebook for one alignment, and of all
 *
 *   OUT/FETCH_ALIGN_<f>_START_ALIGN_<s>/FILE.csv                 the iterations afterwards
 *                                       debug/sim_info.csv       what was recorded, joined
 *                                       debug/dataload_sim.csv   fetches afterwards
 *                                       debug/train_sim.csv      training afterwards
 *   OUT/total_summary.csv               a row for each FILE.csv below OUT
 *
 * Numbers have the shortest digits that read back; times have 6 digits of the second, 9 where
 * they need them. */

/* What is summed up, and the summary's rule. */
struct fid_whatif_rule {
    struct fid_align_how how; /* its fetch, start and aligned are set by the choices */
    int64_t after;            /* iterations up to this number are warm-up */
    double late_s;            /* a longer delay is an effective one */
};

#define FID_WHATIF_DEFAULTS                                                                    \
    {                                                                                          \
        .how = FID_ALIGN_DEFAULTS, .after = 10, .late_s = 0.030                                \
    }

/* Mean and standard deviation (n - 1) of a column; FID_GAP where there are too few. */
struct fid_whatif_mean {
    double mean, std;
};

/* Of the iterations after the warm-up. */
struct fid_whatif_summary {
    size_t n;
    struct fid_whatif_mean iteration, stall, delay, start_diff, fetch_diff;
    double late; /* share of iterations with a longer delay than late_s; FID_GAP if n is 0 */
};

/* Simulates one alignment of a job.  dir: the folder to write, FETCH_ALIGN_..., NULL: none. */
struct fid_whatif_summary fid_whatif_simulate (
    const struct fid_rank_times *times, const char *file, const struct fid_whatif_choice *fetch,
    const struct fid_whatif_choice *start, const struct fid_whatif_rule *rule, const char *dir);

/* Writes out/total_summary.csv from the FILE.csv in all folders below out, in order.  Ends the
 * program if one is malformed. */
void fid_whatif_total (const char *out, const struct fid_whatif_rule *rule);

/* --- jobs */

/* One alignment. */
struct fid_whatif_case {
    struct fid_whatif_choice fetch, start;
    struct fid_whatif_summary summary;
    double saved; /* share of the recorded iteration; below 0: it takes longer; FID_GAP */
};

struct fid_whatif_rank {
    const char *file; /* NULL: of a table */
    double stall_s;   /* mean wait for its batches; FID_GAP */
};

struct fid_whatif_job {
    const char *name, *path;
    const char *source; /* static: what the times were read from */
    struct fid_rank_times times;
    bool has_fetch;   /* the recording tells how long each fetch took; else only how long the
                        training waited for it, which is taken for the fetch */
    bool has_start;   /* and when it began */
    bool meet_after;  /* ranks do not meet within their steps (struct fid_align_how) */
    const char *meet; /* static; where they meet */
    struct fid_whatif_summary recorded;
    double waiting_s; /* mean of all ranks and iterations: wait for the other ranks; FID_GAP */
    double waiting;   /* share of the time of all ranks, with that wait; FID_GAP */
    struct fid_whatif_rank *rank; /* NULL: their files are not known */
    const char *unknown; /* static; what the recording cannot tell, a sentence; NULL: nothing */
    struct fid_whatif_case *aligned;
    size_t aligned_n;
};

struct fid_run;
struct fid_record;

/* Takes the ranks of a run, which stays in use, with their steps and waits, which are
 * those of its job: source, rank, times, has_fetch, has_start and meet of *job, whose name and
 * path are set.  Ends the program if it records no steps with waits. */
void fid_whatif_ranks (const struct fid_run *run, struct fid_whatif_job *job);

/* Computes all that is not read.  out: folder for the tables of the reference notebook, NULL:
 * none; file: their name. */
void fid_whatif_job_align (struct fid_whatif_job *job, const struct fid_whatif_plan *plan,
                           const struct fid_whatif_rule *rule, const char *out,
                           const char *file);

/* A document of schema fidlio.whatif/1, freed with cJSON_Delete, and its table. */
#define FID_SCHEMA_WHATIF "fidlio.whatif/1"
extern const struct fid_record *const fid_whatif_record;
cJSON *fid_whatif_json (const struct fid_whatif_job *job, size_t n);
