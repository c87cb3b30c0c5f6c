/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trees.c - see outfile.h: folders with all that is in them */
#include <fts.h>
#include <ftw.h>
#include "base/outfile.h"

static int remove_entry (const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove (path);
}

int fid_remove_tree (const char *dir, struct fid_error *err)
{
    if (nftw (dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT)
        return fid_errorf (err, FID_EINTERNAL, "%s: cannot be removed: %s", dir,
                           strerror (errno));
    return 0;
}

static int sync_path (const char *path, struct fid_error *err)
{
    int fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return fid_error_file (err, path, errno);
    int rc =
        fsync (fd) && errno != EINVAL && errno != EROFS ? fid_error_file (err, path, errno) : 0;
    close (fd);
    return rc;
}

int fid_sync_tree (const char *dir, struct fid_error *err)
{
    char *top[] = {(char *)(uintptr_t)dir, NULL};
    FTS *tree = fts_open (top, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    FTSENT *e;
    int rc = 0;
    if (!tree)
        return fid_error_file (err, dir, errno);
    while (!rc && (errno = 0, e = fts_read (tree)))
        if (e->fts_info == FTS_F || e->fts_info == FTS_DP) /* a folder after what is in it */
            rc = sync_path (e->fts_path, err);
        else if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR || e->fts_info == FTS_NS)
            rc = fid_error_file (err, e->fts_path, e->fts_errno);
    if (!rc && errno)
        rc = fid_error_file (err, dir, errno);
    fts_close (tree);
    return rc;
}
