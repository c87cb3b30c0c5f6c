/* causes.h - shared by the files that find causes (attribution.h)
 *
 * A text continues "compared with the real run, the emulation". */
#ifndef FID_CAUSES_H
#define FID_CAUSES_H

#include "compare/attribution.h"

struct fid_causes {
    struct fid_cause *cause; /* room for FID_CAUSES_MAX */
    size_t n;
    const struct fid_comparison *c;
};

/* Adds a cause; NULL if its ratio (emulation over real; 0: one of them has none) is within a
 * tenth of 1. */
struct fid_cause *fid_causes_add (struct fid_causes *l, enum fid_resource_id resource,
                                  enum fid_facet_id facet, double ratio);

/* Reads a number of the emulation's configuration; false if there is none. */
bool fid_causes_configured (const struct fid_causes *l, const char *key, double *value);

/* Name the key with its present value and the one it should have. */
void fid_causes_change (struct fid_cause *k, const char *key, double from, double to);
void fid_causes_switch (struct fid_cause *k, const char *key, bool on);

/* Words: "2.02x", "8.8 %"; the same before a noun, "2.02x the", "8.8 % of the";
 */
#define FID_CAUSES_WORDS 32
const char *fid_causes_share (double ratio, char buf[FID_CAUSES_WORDS]);
const char *fid_causes_of (double ratio, char buf[FID_CAUSES_WORDS]);

struct fid_step_sums {
    size_t n; /* of training */
    double compute_s, load_s;
};

/* The rules (causes_phases.c, causes_io.c). */
void fid_causes_phases (struct fid_causes *l);
void fid_causes_io (struct fid_causes *l, const struct fid_step_sums *real,
                    const struct fid_step_sums *emu);

#endif
