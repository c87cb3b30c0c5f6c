/* error.c - see error.h */
#include <stdarg.h>
#include <stdio.h>
#include "base/error.h"
#include "config.h"

int
fid_errorf (struct fid_error *err, enum fid_status status, const char *fmt, ...)
{
    if (err) {
        va_list ap;
        va_start (ap, fmt);
        err->status = status;
        vsnprintf (err->text, sizeof err->text, fmt, ap);
        va_end (ap);
    }
    return -1;
}

int
fid_error_nomem (struct fid_error *err)
{
    return fid_errorf (err, FID_EINTERNAL, "out of memory");
}

const char *
fid_version (void)
{
    return PACKAGE_VERSION;
}
