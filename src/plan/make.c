/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - the files of a plan (play.h) */
#include "base/outfile.h"
#include "plan/play.h"
#include "plan/played.h"
#include <sys/statvfs.h>

#define UNIT_N ((size_t)4 << 20)

/* Looks whether a file is there; *made: it is not.  -1 if it is another file than the plan's. */
static int look_at (const char *path, uint64_t byte_n, bool *made, struct fid_error *err)
{
    struct stat st;
    *made = false;
    if (stat (path, &st)) {
        *made = errno == ENOENT;
        return *made ? 0 : fid_error_file (err, path, errno);
    }
    if (!S_ISREG (st.st_mode) || (uint64_t)st.st_size < byte_n)
        return fid_errorf (err, FID_EINPUT,
                           "%s: is there, with less than the %" PRIu64
                           " bytes that the plan reads; it stays as it is",
                           path, byte_n);
    return 0;
}

static int make_file (const char *path, uint64_t byte_n, uint64_t seed, char *unit,
                      struct fid_error *err)
{
    struct fid_outfile out;
    FID_TRY (fid_outfile_open (&out, path, NULL, err));
    out.lazy = true;
    for (uint64_t left = byte_n, i = 0; left && !ferror (out.f); i++) {
        size_t n = left < UNIT_N ? (size_t)left : UNIT_N;
        fid_fill_by_chance (unit, n, seed + i);
        fwrite (unit, 1, n, out.f);
        left -= n;
    }
    return fid_outfile_end (&out, 0, err);
}

int fid_plan_make (const struct fid_plan *plan, const char *folder, size_t *made_n,
                   double *made_byte_n, struct fid_error *err)
{
    FID_FREED char *unit = malloc (UNIT_N);
    FID_FREED bool *made = calloc (plan->file_n + 1, sizeof *made);
    struct statvfs fs;
    FID_NEED (unit && made, err);
    *made_n = 0;
    *made_byte_n = 0;
    FID_TRY (fid_make_dirs (folder, NULL, err));
    for (size_t i = 0; i < plan->file_n; i++) {
        FID_FREED char *path = fid_format (err, "%s/%s", folder, plan->file[i].name);
        FID_TRY (!path);
        FID_TRY (look_at (path, plan->file[i].byte_n, &made[i], err));
        *made_n += made[i];
        *made_byte_n += made[i] ? (double)plan->file[i].byte_n : 0;
    }
    if (statvfs (folder, &fs))
        return fid_error_file (err, folder, errno);
    double free_n = (double)fs.f_bavail * (double)fs.f_frsize;
    if (free_n < *made_byte_n)
        return fid_errorf (err, FID_EINPUT, "%s: %.0f bytes are free, and the files need %.0f",
                           folder, free_n, *made_byte_n);
    for (size_t i = 0; i < plan->file_n; i++) {
        FID_FREED char *path = fid_format (err, "%s/%s", folder, plan->file[i].name);
        FID_FREED char *parent = fid_format (err, "%s/%s", folder, plan->file[i].name);
        FID_TRY (!path || !parent);
        if (!made[i])
            continue;
        *strrchr (parent, '/') = 0;
        FID_TRY (fid_make_dirs (parent, NULL, err));
        FID_TRY (make_file (path, plan->file[i].byte_n, i << 32, unit, err));
    }
    return 0;
}
