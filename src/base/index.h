/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index.h - finds elements of an array by the hash of a key
 *
 *     for (size_t at = 0, i; fid_index_next (&index, hash, &at, &i);)
 *         if (element i is the one)
 *             ...
 *
 * The index holds numbers of elements, not the elements; those with equal hashes come in the
 * order in which they were put.  Start with {0}.  O(1) a call. */
#pragma once

#include "base/base.h"

struct fid_index {
    struct fid_index_slot {
        uint64_t hash;
        size_t element_p1; /* 0: free */
    } * slot;              /* owned */
    size_t n, cap;         /* cap: a power of two, or 0 */
};

/* Adds an element.  -1 with FID_EINTERNAL, and the index as it was. */
int fid_index_put (struct fid_index *x, uint64_t hash, size_t element, struct fid_error *err);

/* The next element of this hash; *at is 0 at first and belongs to the loop. */
bool fid_index_next (const struct fid_index *x, uint64_t hash, size_t *at, size_t *element);

void fid_index_clear (struct fid_index *x);
