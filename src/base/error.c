/* error.c - see error.h */
#include "config.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"

int
fid_errorf (struct fid_error *err, enum fid_status status, const char *fmt, ...)
{
    if (err) {
        va_list ap;
        va_start (ap, fmt);
        err->status = status;
        err->file_errno = 0;
        vsnprintf (err->text, sizeof err->text, fmt, ap);
        va_end (ap);
    }
    return -1;
}

bool
fid_is_system_error (int why)
{
    /* what a path can be; all else, also what is not foreseen here, is the system's */
    static const int of_path[] = {ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EISDIR, EINVAL, ENXIO};
    for (size_t i = 0; i < sizeof of_path / sizeof *of_path; i++)
        if (why == of_path[i])
            return false;
    return true;
}

int
fid_error_file (struct fid_error *err, const char *path, int why)
{
    fid_errorf (err, fid_is_system_error (why) ? FID_EINTERNAL : FID_EINPUT, "%s: %s", path,
                strerror (why));
    if (err)
        err->file_errno = why;
    return -1;
}

const char *
fid_version (void)
{
    return PACKAGE_VERSION;
}
