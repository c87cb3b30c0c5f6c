/* error.h - errors: a status and a message */
#ifndef FID_ERROR_H
#define FID_ERROR_H

#include "fidlio.h"

#define FID_PRINTF(a, b) __attribute__ ((format (printf, a, b)))

/* Write status and text to *err (NULL: nowhere).  Returns -1, so that
 * `return fid_errorf (err, FID_EINPUT, "%s:%zu: ...", path, line)` reads well. */
int fid_errorf (struct fid_error *err, enum fid_status status, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* "out of memory", FID_EINTERNAL.  Returns -1; inline, so that static analysis
 * sees that a caller does not go on. */
static inline int
fid_error_nomem (struct fid_error *err)
{
    fid_errorf (err, FID_EINTERNAL, "out of memory");
    return -1;
}

#endif
