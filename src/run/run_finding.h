/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_finding.h - what is wrong with a run, as codes with fields
 *
 * Programs decide by the code; fid_run_finding_text makes the text for people
 * where it is shown (inspect, result files). */
#pragma once

#include "model/outcomes.h"
#include "run/record.h"

enum fid_run_finding_code {
#define FID_RUN_FINDING(code, ...) FID_RUN_##code,
#include "run/run_findings.def"
#undef FID_RUN_FINDING
    FID_RUN_FINDING_N
};

/* Which fields a code uses is in run_findings.def; the others are 0. */
struct fid_run_finding {
    enum fid_run_finding_code code;
    const char *resource; /* static; NULL: the run as a whole */
    char *file;           /* owned; the file or files concerned */
    char *detail;         /* owned; why a file could not be read */
    const char *name;     /* static; the reader */
    enum fid_clock clock[2];
    int64_t number[2];  /* counts or bytes */
    double value;       /* seconds or hours */
    int64_t shift_ns;   /* a difference of clocks */
    bool zone_explains; /* shift_ns is the host's zone */
    struct fid_remark remark;
};

/* Why a trace is held to be incomplete: number[1] of TRACE_INCOMPLETE.  number[0] is an enum
 * fid_missing, value the seconds after the job's origin where the silence begins or ends,
 * shift_ns its length. */
enum fid_missing {
    FID_MISSING_AFTER,
    FID_MISSING_BEFORE,
    FID_MISSING_ANYWHERE,
    FID_MISSING_WITHIN
};

enum fid_missing_reason {
    FID_MISSING_CUT,
    FID_MISSING_FAR,
    FID_MISSING_MALFORMED,
    FID_MISSING_LOST,
    FID_MISSING_OPENS,
    FID_MISSING_BLOCKS,
    FID_MISSING_LOG,
    FID_MISSING_CLOSES,
    FID_MISSING_DISK,
    FID_MISSING_SAMPLES, /* of a monitor */
    FID_MISSING_FAR_SAMPLES,
    FID_MISSING_REASON_N
};

struct fid_run_findings {
    struct fid_run_finding *at; /* owned */
    size_t n, cap;
};

/* Appends a copy of *f, its strings included.  Returns 0, or -1 without memory. */
int fid_run_findings_add (struct fid_run_findings *list, const struct fid_run_finding *f,
                          struct fid_error *err);

/* The same of the members given: FID_FIND (&run->findings, err, .code = ..., .file = ...). */
#define FID_FIND(list, err, ...)                                                               \
    fid_run_findings_add (list, &(struct fid_run_finding){__VA_ARGS__}, err)

/* Moves all of from to the end of list; from is empty afterwards. */
int fid_run_findings_move (struct fid_run_findings *list, struct fid_run_findings *from,
                           struct fid_error *err);

void fid_run_findings_clear (struct fid_run_findings *list);

/* Long enough for any text; longer file names are cut. */
#define FID_RUN_FINDING_TEXT 600

/* Writes the text to buf and returns buf. */
const char *fid_run_finding_text (const struct fid_run_finding *f, char *buf, size_t size);

/* The name of the code for programs: "events_lost". */
const char *fid_run_finding_name (enum fid_run_finding_code code);

enum fid_severity fid_run_finding_severity (enum fid_run_finding_code code);

/* Whether it leaves open what the run did, so that nothing may be concluded from the run: a
 * serious finding about calls and block requests, not about monitors. */
bool fid_run_finding_forbids (const struct fid_run_finding *f);
