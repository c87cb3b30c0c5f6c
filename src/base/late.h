/* SPDX-License-Identifier: GPL-3.0-or-later */
/* late.h - libraries that are loaded when they are first used
 *
 * Cairo and libxlsxwriter bring two dozen others.  Loading them takes longer than reading a
 * small trace, and most commands neither draw nor write workbooks.
 *
 * A file lists the functions that it calls, and calls them through `lib`:
 *
 *     #define CALLS(X) X (cairo_create) X (cairo_destroy)
 *     FID_LATE_LIBRARY ("libcairo.so.2", CALLS)
 *     ...
 *     if (load_lib (err))
 *         return -1;
 *     lib.cairo_destroy (cr); */
#pragma once

#include "base/base.h"

/* Writes the addresses of n functions to function[n], a struct of n function pointers that are
 * NULL before the first call; later calls do nothing.  Returns -1 with FID_EINTERNAL
 * "LIBRARY: reason" if the library or a function is missing.  The library stays loaded.
 * Thread-safe. */
int fid_late_load (const char *library, const char *const *name, void *function, size_t n,
                   struct fid_error *err);

#define FID_LATE_POINTER(f) __typeof__ (f) *f;
#define FID_LATE_NAME(f)    #f,
#define FID_LATE_ADDRESS(f) f,

#define FID_LATE_LIBRARY(library, CALLS)                                                       \
    static struct {                                                                            \
        CALLS (FID_LATE_POINTER)                                                               \
    } lib;                                                                                     \
    static int load_lib (struct fid_error *err)                                                \
    {                                                                                          \
        static const char *const name[] = {CALLS (FID_LATE_NAME)};                             \
        return fid_late_load (library, name, &lib, sizeof name / sizeof *name, err);           \
    }

/* The same where the library is linked, since its name is unknown. */
#define FID_LINKED_LIBRARY(CALLS)                                                              \
    static const struct {                                                                      \
        CALLS (FID_LATE_POINTER)                                                               \
    } lib = {CALLS (FID_LATE_ADDRESS)};                                                        \
    static int load_lib (struct fid_error *err)                                                \
    {                                                                                          \
        (void)err;                                                                             \
        return 0;                                                                              \
    }
