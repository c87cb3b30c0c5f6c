/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.h - errors: a status and a message */
#pragma once

#include "base/scope.h"
#include "fidlio.h"

#define FID_PRINTF(a, b) __attribute__ ((format (printf, a, b)))

/* Write status and text to *err (NULL: nowhere); of a text that is too long the beginning and the
 * end.  Returns -1, so that
 * `return fid_errorf (err, FID_EINPUT, "%s:%zu: ...", path, line)` reads well. */
int fid_errorf (struct fid_error *err, enum fid_status status, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* -1 if one of several calls, joined by ||, failed; else 0. */
#define FID_FAILED(calls) ((calls) ? -1 : 0)

/* Returns -1 from the function if one of these calls did: their error is handed on. */
#define FID_TRY(calls)                                                                         \
    do                                                                                         \
        if (calls)                                                                             \
            return -1;                                                                         \
    while (0)

/* Whether an errno of open, read or stat tells of the system (a failing disk, no memory, no
 * descriptors, no permission, a file server that is away) and not of the file: the file may be
 * good, so that this must never be taken for "there is no such file". */
bool fid_is_system_error (int why);

/* "path: reason" of that errno: FID_EINTERNAL for an error of the system, else FID_EINPUT.
 * Returns -1. */
int fid_error_file (struct fid_error *err, const char *path, int why);

/* 0 if the reason is the input, which the caller can do without; else -1 with that error. */
static inline int fid_error_unless_input (const struct fid_error *why, struct fid_error *err)
{
    if (why->status == FID_EINPUT)
        return 0;
    *err = *why;
    return -1;
}

/* What text, of an error, says after the folder dir[n] with which it begins, from the '/' or
 * ':' on; NULL if it is about something else.  For reports that shall be the same wherever the
 * files are. */
const char *fid_error_after (const char *text, const char *dir, size_t n);

/* "out of memory", FID_EINTERNAL.  Returns -1; inline, so that static analysis
 * sees that a caller does not go on. */
static inline int fid_error_nomem (struct fid_error *err)
{
    fid_errorf (err, FID_EINTERNAL, "out of memory");
    return -1;
}

/* The same of a function that returns a pointer: NULL. */
static inline void *fid_null_nomem (struct fid_error *err)
{
    fid_error_nomem (err);
    return NULL;
}

/* Returns -1 with "out of memory" from the function unless there is what was allocated. */
#define FID_NEED(allocated, err)                                                               \
    do                                                                                         \
        if (!(allocated))                                                                      \
            return fid_error_nomem (err);                                                      \
    while (0)
