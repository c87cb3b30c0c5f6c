/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submission.h - results of MLPerf Storage, held against its rules
 *
 * Rules are tables, with the versions of MLPerf Storage that have them.  Each figure is known,
 * or absent; a rule of which a figure is absent is open, neither kept nor broken. */
#pragma once

#include "run/run.h"

/* What no storage can raise above the ceiling: the utilisation on infinitely fast storage. */
#define FID_CEILING_OWNERS(O)                                                                  \
    O (NOBODY, "-")                                                                            \
    O (BARRIER, "barrier")   /* ranks wait for the last of them */                             \
    O (DECODING, "decoding") /* readers need longer for a batch than the step */               \
    O (CLIENT, "client")     /* whatever else the client does between two steps */

#define FID_CEILING_FROM(F)                                                                    \
    F (UNKNOWN, "-")                                                                           \
    F (TRACE, "trace") /* the model, from traced reads */                                      \
    F (STEPS, "steps") /* logged steps, without their waits for data */                        \
    F (CONFIGURATION, "configuration")

#define FID_ENUM_OWNER(id, name) FID_CEILING_OF_##id,
#define FID_ENUM_FROM(id, name)  FID_CEILING_FROM_##id,
enum fid_ceiling_owner { FID_CEILING_OWNERS (FID_ENUM_OWNER) FID_CEILING_OWNER_N };
enum fid_ceiling_from { FID_CEILING_FROM (FID_ENUM_FROM) FID_CEILING_FROM_N };

/* One run, or the worst of several; below 0: not known. */
struct fid_submitted {
    char workload[64];
    size_t run_n;
    double accelerator_n, samples_s;
    double busy;             /* least utilisation, 0 to 1 */
    double asked;            /* by the configuration */
    double data_n, memory_n; /* bytes; of all hosts */
    double step_n;           /* of an epoch */
    double save_n, load_n;   /* checkpoints, of all runs */
    bool trains, saves;      /* what the benchmark is of */
    bool apart;              /* two of its figures contradict each other */
    int from_epoch;          /* from which on the storage was not measured; 0: not known */
    double ceiling;
    enum fid_ceiling_owner owner;
    enum fid_ceiling_from from;
};

/* Fills *s from a run.  Returns 1 if it is one to submit, 0 if not (sizes and data that were
 * generated), -1 without memory. */
int fid_submitted_of (struct fid_submitted *s, const struct fid_run *run,
                      struct fid_error *err);

/* Adds another run of the same workload on the same system. */
void fid_submitted_add (struct fid_submitted *to, const struct fid_submitted *s);

/* The utilisation that the rules, else the configuration, ask for, or FID_ABSENT; *rules: of
 * which versions. */
double fid_submitted_limit (const struct fid_submitted *s, const char **rules);

/* "fails: utilisation 88.1 % (limit 90 %); 4 runs of 5", "passes", or what is open.  Returns 1 if
 * a rule is broken, 0 if all are kept, -1 if some are open. */
#define FID_SUBMITTED_TEXT 640
int fid_submitted_text (const struct fid_submitted *s, char out[FID_SUBMITTED_TEXT]);

extern const char *const fid_ceiling_owner_names[];
extern const char *const fid_ceiling_from_names[];
