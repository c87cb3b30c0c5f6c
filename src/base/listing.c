/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.c - see listing.h */
#include <dirent.h>
#include "base/listing.h"

int fid_listing_add (struct fid_listing *names, const char *name, size_t n,
                     struct fid_error *err)
{
    FID_TRY (fid_array_grow (&names->at, &names->cap, names->n + 1, sizeof *names->at, err));
    names->at[names->n] = fid_strndup (name, n, err);
    if (!names->at[names->n])
        return -1;
    names->n++;
    return 0;
}

void fid_listing_sort (struct fid_listing *names)
{
    if (names->n > 1)
        qsort (names->at, names->n, sizeof *names->at, fid_order_texts);
}

static int is_of_kind (const char *dir, const char *name, mode_t kind, bool *is,
                       struct fid_error *err)
{
    mode_t found = 0;
    FID_FREED char *path = fid_format (err, "%s/%s", dir, name);
    int rc = path ? fid_file_kind (path, &found, err) : -1;
    *is = found == kind;
    return rc;
}

int fid_listing_read (struct fid_listing *names, const char *dir, const char *end, mode_t kind,
                      struct fid_error *err)
{
    DIR *d = opendir (dir);
    const struct dirent *e;
    int rc = 0;
    if (!d)
        return fid_error_file (err, dir, errno);
    while (!rc && (errno = 0, e = readdir (d))) {
        bool wanted =
            *e->d_name != '.' && (!end || fid_span_ends (fid_span_of (e->d_name), end));
        if (wanted && kind)
            rc = is_of_kind (dir, e->d_name, kind, &wanted, err);
        if (wanted && !rc)
            rc = fid_listing_add (names, e->d_name, strlen (e->d_name), err);
    }
    if (!rc && errno)
        rc = fid_error_file (err, dir, errno);
    closedir (d);
    fid_listing_sort (names);
    return rc;
}

void fid_listing_clear (struct fid_listing *names)
{
    for (size_t i = 0; i < names->n; i++)
        free (names->at[i]);
    free (names->at);
    *names = (struct fid_listing){0};
}
