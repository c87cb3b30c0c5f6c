/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scope.h - what a function owns is freed where its scope ends, on every way out
 *
 *   FID_FREED char *path = fid_format (err, "%s/%s", dir, name);
 *   FID_SCOPED (fid_listing_clear) struct fid_listing names = {0};
 *   return path ? fid_listing_read (&names, path, NULL, 0, err) : -1;
 *
 * Such a variable has a value from its declaration on.  What is handed on is not declared so.
 */
#pragma once

#include "base/std.h"

/* Calls clear with the address of the variable; of several the one declared last is first. */
#define FID_SCOPED(clear) __attribute__ ((cleanup (clear)))

/* Frees what a pointer of any kind points to. */
#define FID_FREED FID_SCOPED (fid_free_pointed)

static inline void fid_free_pointed (void *pointer)
{
    void *p;
    memcpy (&p, pointer, sizeof p);
    free (p);
}

/* Frees each of several. */
#define FID_FREE(...)                                                                          \
    fid_free_each ((void *[]){__VA_ARGS__}, sizeof (void *[]){__VA_ARGS__} / sizeof (void *))

static inline void fid_free_each (void *const *p, size_t n)
{
    while (n)
        free (p[--n]);
}
