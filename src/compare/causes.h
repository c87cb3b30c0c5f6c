/* causes.h - shared by the files that find causes (attribution.h) */
#ifndef FID_CAUSES_H
#define FID_CAUSES_H

#include "compare/attribution.h"

struct fid_causes {
    struct fid_cause *cause; /* room for FID_CAUSES_MAX */
    size_t n;
    const struct fid_pair *pair;
    const struct fid_run *run[2]; /* of the pair: real, emulation */
    const struct fid_verdict *v;
    bool whole; /* both runs ended as they should */
};

/* Add a cause that explains the clauses of some patterns ("steps.step_s *.when"), with its
 * text. Returns NULL, which the functions below accept, if its ratio (emulation over real; 0:
 * one of them has none) is within a tenth of 1. */
__attribute__ ((format (printf, 5, 6))) struct fid_cause *
fid_causes_add (struct fid_causes *l, const char *code, double ratio, const char *explains,
                const char *format, ...);

/* Whether a stream was traced to its end in both runs, and these ended as they should. */
bool fid_causes_counts (const struct fid_causes *l, enum fid_stream_id id);

/* Read a number above 0 of the emulation's configuration; false if there is none. */
bool fid_causes_configured (const struct fid_causes *l, const char *key, double *value);

/* Name a key of the emulation's configuration whose value is too large by that ratio, with the
 * value it should have; whole: a count, at least 1.  Nothing if the cause has a key already, or
 * this one is not configured. */
void fid_causes_scale (const struct fid_causes *l, struct fid_cause *k, const char *key,
                       double ratio, bool whole);
/* The same for a count that must change with the first key.  Nothing if there is none. */
void fid_causes_also (const struct fid_causes *l, struct fid_cause *k, const char *key,
                      double ratio);
/* The same for a key that is true or false; nothing if it has the wanted value already. */
void fid_causes_switch (const struct fid_causes *l, struct fid_cause *k, const char *key,
                        bool on);

/* Words: "2.02x", "8.8 %"; the same before a noun: "2.02x the", "8.8 % of the". */
#define FID_CAUSES_WORDS 32
const char *fid_causes_share (double ratio, char buf[FID_CAUSES_WORDS]);
const char *fid_causes_of (double ratio, char buf[FID_CAUSES_WORDS]);

/* The training window; the pair's own window if that is not the job, or if phases are not
 * known. */
enum fid_window fid_causes_training (const struct fid_causes *l);

/* The rules (causes_time.c, causes_phases.c, causes_io.c). */
void fid_causes_time (struct fid_causes *l);
void fid_causes_phases (struct fid_causes *l);
void fid_causes_io (struct fid_causes *l);

#endif
