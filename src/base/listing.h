/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h - a list of names, and the names in a folder */
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
