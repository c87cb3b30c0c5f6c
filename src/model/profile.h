/* profile.h - what an emulation has to get right to be good for a purpose
 *
 * A profile says which clauses (quantities of resources) are graded, with which tolerances,
 * and which of them are key.  Shipped ones are built in (profiles/); a user's is a file of the
 * same layout.  The files explain their words. */
#ifndef FID_MODEL_PROFILE_H
#define FID_MODEL_PROFILE_H

#include <stdint.h>
#include "base/error.h"
#include "model/facets.h"
#include "model/prior.h"

struct fid_profile_clause {
    bool graded, key;
    double tolerance; /* in the unit of the quantity's class */
};

struct fid_profile {
    char name[64]; /* "storage", or the file's name */
    char about[160];
    uint64_t hash; /* of the text */
    struct fid_profile_clause clause[FID_RESOURCE_N][FID_QUANTITY_N];
};

/* The shipped profile of that name, case ignored, or the file of that path.  Returns -1 with FID_EUSAGE for
 * a name or a line that is not understood ("path:line: ..."), FID_EINPUT if the file cannot be
 * read. */
int fid_profile_load (struct fid_profile *p, const char *name, struct fid_error *err);

/* The i-th shipped profile, and its text, in the order of lists; NULL after the last. */
const struct fid_profile *fid_profile_shipped (size_t i);
const char *fid_profile_text (size_t i);

/* The text of profiles/prior.conf (model/prior.h). */
const char *fid_prior_text (void);

/* The profile of pairs for which none is named: storage if the other side is an emulation,
 * system between real runs. */
const struct fid_profile *fid_profile_default (bool emulation);

#endif
