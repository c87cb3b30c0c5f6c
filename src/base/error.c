/* error.c - see error.h */
#include "config.h"
#include <stdarg.h>
#include <stdio.h>
#include "base/error.h"

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

const char *
fid_version (void)
{
    return PACKAGE_VERSION;
}
