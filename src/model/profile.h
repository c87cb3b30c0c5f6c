/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.h - what an emulation has to get right to be good for a purpose
 *
 * A profile says which clauses (quantities of resources) are graded, with which tolerances,
 * and which of them are key.  Shipped ones are built in (profiles/); a user's is a file of the
 * same layout.  The files explain their words. */
#pragma once

#include "model/facets.h"
#include "model/resources.h"

/* What an answer is for: P (ID, name, meaning) */
#define FID_ANSWER_PROFILES(P)                                                                 \
    P (STORAGE, "storage", "the whole job over read bandwidths")                               \
    P (READ, "read", "training and evaluations over read bandwidths")                          \
    P (CHECKPOINT, "checkpoint",                                                               \
       "saving over write bandwidths, loading over read bandwidths, bytes and number")         \
    P (METADATA, "metadata", "the whole job over waits of a metadata call")

/* What traces have to show.  E (ID, name, words) */
#define FID_EVIDENCES(E)                                                                       \
    E (READS, "reads", "reads of data")                                                        \
    E (OPENS, "opens", "opens of files")                                                       \
    E (DEVICE, "device", "block requests")                                                     \
    E (CPU, "cpu", "use of the CPU")

#define FID_EVIDENCE_ENUM(id, name, words) FID_EVIDENCE_##id,
enum fid_evidence { FID_EVIDENCES (FID_EVIDENCE_ENUM) FID_EVIDENCE_N };

/* "reads of data, block requests": those of a set (bit: enum fid_evidence); returns out. */
const char *fid_evidence_words (unsigned set, char *out, size_t n);

#define FID_ANSWER_ENUM_PROFILE(id, name, doc) FID_ANSWER_FOR_##id,
enum fid_answer_profile { FID_ANSWER_PROFILES (FID_ANSWER_ENUM_PROFILE) FID_ANSWER_PROFILE_N };

struct fid_profile_clause {
    bool graded, key; /* key: it decides; none is where the answer does */
    double tolerance; /* in the unit of the quantity's class */
};

struct fid_profile {
    char name[64]; /* "storage", or the file's name */
    char about[160];
    unsigned needs; /* bit: enum fid_evidence; without it one cannot tell */
    int answer;     /* enum fid_answer_profile: what decides; -1: key clauses do */
    uint64_t hash;  /* of the text */
    struct fid_profile_clause clause[FID_RESOURCE_N][FID_QUANTITY_N];
};

/* The shipped profile of that name, case ignored, or the file of that path.  Returns -1 with FID_EUSAGE for
 * a name or a line that is not understood ("path:line: ..."), FID_EINPUT if the file cannot be
 * read. */
int fid_profile_load (struct fid_profile *p, const char *name, struct fid_error *err);

/* The i-th shipped profile, and its text, in the order of lists; NULL after the last. */
const struct fid_profile *fid_profile_shipped (size_t i);
const char *fid_profile_text (size_t i);

const char *fid_answer_profile_name (enum fid_answer_profile p);
/* The profile of that name, case ignored; -1 with FID_EUSAGE and the names there are. */
int fid_answer_profile_find (const char *name, enum fid_answer_profile *out,
                             struct fid_error *err);

/* What the shipped profile of that answer needs (bit: enum fid_evidence). */
unsigned fid_answer_needs (enum fid_answer_profile p);

/* The text of profiles/prior.conf (see above). */
const char *fid_prior_text (void);

/* The profile of pairs for which none is named: storage, or system between two runs
 * that are known to be real. */
const struct fid_profile *fid_profile_default (bool emulation);

/* --- how much runs of one configuration differ, as known before any are seen
 *
 * A line of the file names a group, "overall" (the similarity), "answer" or "capacity" (by how much
 * the benchmark's are off, ln), the standard deviation of -ln (grade), or of the error, between
 * runs of one configuration, and the degrees of freedom that this knowledge is worth
 * (metrics/moderated.h).  Groups that are not listed use "overall", the other two what is built in.
 * profiles/prior.conf is built in, for those who have no runs of their own. */

#define FID_OVERALL             "overall"
#define FID_PRIOR_NAME_ANSWER   "answer"
#define FID_PRIOR_NAME_CAPACITY "capacity"

/* What has a prior: groups, and these. */
enum fid_prior_id {
    FID_PRIOR_SIMILARITY = FID_GROUP_N,
    FID_PRIOR_ANSWER,   /* how far the answer is off */
    FID_PRIOR_CAPACITY, /* how far the accelerators that 1 GB/s feeds are */
    FID_PRIOR_N
};

struct fid_prior {
    double deviation, freedom;
};

struct fid_priors {
    struct fid_prior of[FID_PRIOR_N];
};

/* Read a file, or what is built in where path is NULL.  Returns -1 with FID_EINPUT if it
 * cannot be read, FID_EUSAGE "path:line: ..." for a line that is not understood or if there
 * is no line "overall". */
int fid_priors_load (const char *path, struct fid_priors *priors, struct fid_error *err);

/* The name in files of a group or one of enum fid_prior_id, and its number; -1. */
const char *fid_prior_name (int id);
int fid_prior_find (struct fid_span name);

/* The built-in prior of a group or another of the above. */
struct fid_prior fid_prior_of (int id);
