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

/* --- paths in the order of the numbers in them */

/* Take a number without its leading zeros off *p: its digits and their count. */
static size_t take_number (const char **p, const char **start)
{
    while (**p == '0' && fid_is_digit ((*p)[1]))
        ++*p;
    *start = *p;
    while (fid_is_digit (**p))
        ++*p;
    return (size_t)(*p - *start);
}

int fid_path_order (const char *a, const char *b)
{
    const char *all_a = a, *all_b = b, *x, *y;
    while (*a && *b) {
        if (fid_is_digit (*a) && fid_is_digit (*b)) {
            size_t n = take_number (&a, &x), m = take_number (&b, &y);
            int c = n == m ? memcmp (x, y, n) : n < m ? -1 : 1;
            if (c)
                return c;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    int c = (unsigned char)*a - (unsigned char)*b;
    return c ? c : strcmp (all_a, all_b); /* "01" and "1" */
}

bool fid_path_alike (const char *a, const char *b)
{
    const char *x;
    while (*a && *b) {
        if (fid_is_digit (*a) && fid_is_digit (*b)) {
            take_number (&a, &x);
            take_number (&b, &x);
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}
