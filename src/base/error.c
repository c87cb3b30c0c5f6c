/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.c - see error.h */
#include "base/base.h"

#define TEXT_MAX 16384 /* of a message that is shortened: three paths */

/* Copies a text; of one that is too long both ends: it begins with a file, and ends with why. */
static void keep_ends (char *to, size_t size, const char *text)
{
    static const char gap[] = " ... ";
    size_t n = strlen (text), head = size / 2, tail = n + sizeof gap + head - size;
    if (n < size) {
        memcpy (to, text, n + 1);
        return;
    }
    while (((unsigned char)text[head] & 0xC0) == 0x80) /* whole characters of UTF-8 */
        head--;
    while (((unsigned char)text[tail] & 0xC0) == 0x80)
        tail++;
    memcpy (to, text, head);
    memcpy (to + head, gap, sizeof gap);
    memcpy (to + head + sizeof gap - 1, text + tail, n - tail + 1);
}

int fid_errorf (struct fid_error *err, enum fid_status status, const char *fmt, ...)
{
    if (err) {
        char text[TEXT_MAX];
        va_list ap;
        va_start (ap, fmt);
        vsnprintf (text, sizeof text, fmt, ap);
        va_end (ap);
        err->status = status;
        err->file_errno = 0;
        keep_ends (err->text, sizeof err->text, text);
    }
    return -1;
}

bool fid_is_system_error (int why)
{
    /* what a path can be; all else, also what is not foreseen here, is the system's */
    static const int of_path[] = {ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EISDIR, EINVAL, ENXIO};
    for (size_t i = 0; i < sizeof of_path / sizeof *of_path; i++)
        if (why == of_path[i])
            return false;
    return true;
}

int fid_error_file (struct fid_error *err, const char *path, int why)
{
    fid_errorf (err, fid_is_system_error (why) ? FID_EINTERNAL : FID_EINPUT, "%s: %s", path,
                strerror (why));
    if (err)
        err->file_errno = why;
    return -1;
}

const char *fid_error_after (const char *text, const char *dir, size_t n)
{
    bool of_dir = strncmp (text, dir, n) == 0 && (text[n] == '/' || text[n] == ':');
    return of_dir ? text + n : NULL;
}

const char *fid_version (void)
{
    return PACKAGE_VERSION;
}
