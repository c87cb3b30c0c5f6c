/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.h - a table from keys to texts, for traces that number their names, and for paths
 *
 * Grows with the number of distinct keys, not with the trace. */
#pragma once

#include "base/index.h"

struct fid_names {
    struct fid_index index; /* of the texts, by the number of their key */
    struct {
        size_t at, n; /* in the texts */
    } * name;         /* owned */
    size_t n, cap;
    char *text; /* owned: all texts, one behind the other */
    size_t text_cap, text_n;
};

/* Keeps a copy of text under key, unless the key is known already.  Start with a
 * struct of zeros.  O(1) on average. */
int fid_names_put (struct fid_names *names, struct fid_span key, struct fid_span text,
                   struct fid_error *err);

/* The number that stands for a key: that two of a million keys share one has a probability of
 * 3e-8. */
uint64_t fid_names_key (struct fid_span key);

/* The text under the key of that number, valid until the next put; false if it is unknown. */
bool fid_names_get (const struct fid_names *names, uint64_t key, struct fid_span *text);

void fid_names_clear (struct fid_names *names);
