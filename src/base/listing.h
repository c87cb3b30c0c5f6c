/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h - a list of names, the names in a folder, and the order of paths */
#pragma once

#include "base/base.h"

/* Begins as {0}. */
struct fid_listing {
    char **at; /* owned */
    size_t n, cap;
};

/* Adds a copy of the first n bytes of a name. */
int fid_listing_add (struct fid_listing *names, const char *name, size_t n,
                     struct fid_error *err);

/* Adds the names in a folder that do not begin with a point, and sorts the list.
 *
 * end   what they end in; NULL: anything
 * kind  what they are, S_IFREG or S_IFDIR, links followed; 0: anything
 *
 * Returns -1 with FID_EINPUT or FID_EINTERNAL "path: reason". */
int fid_listing_read (struct fid_listing *names, const char *dir, const char *end, mode_t kind,
                      struct fid_error *err);

/* In the order of strcmp. */
void fid_listing_sort (struct fid_listing *names);

void fid_listing_clear (struct fid_listing *names);

/* --- paths in the order of the numbers in them */

/* "rank2.log" before "rank10.log"; <0, 0, >0. */
int fid_path_order (const char *a, const char *b);

/* Whether the paths differ in nothing but numbers. */
bool fid_path_alike (const char *a, const char *b);
