/* names.h - a table from short keys to texts, for traces that number their names
 *
 * Grows with the number of distinct keys, not with the trace. */
#ifndef FID_NAMES_H
#define FID_NAMES_H

#include "base/error.h"
#include "base/span.h"

struct fid_names {
    struct fid_names_slot *slots; /* owned */
    size_t cap, n;                /* cap is 0 or a power of two */
    char *text;                   /* owned: all texts, one behind the other */
    size_t text_cap, text_n;
};

/* Keeps a copy of text under key, unless the key is known already.  Start with a
 * struct of zeros.  O(1) on average. */
int fid_names_put (struct fid_names *names, struct fid_span key, struct fid_span text,
                   struct fid_error *err);

/* The text under key, valid until the next put; false if the key is unknown.  _key: under
 * the number that fid_names_key has for it. */
bool fid_names_get (const struct fid_names *names, struct fid_span key, struct fid_span *text);
uint64_t fid_names_key (struct fid_span key);
bool fid_names_get_key (const struct fid_names *names, uint64_t key, struct fid_span *text);

void fid_names_clear (struct fid_names *names);

#endif
