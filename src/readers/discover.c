/* discover.c - see discover.h */
#include "config.h"
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "readers/discover.h"

#define DEPTH_MAX 5

bool
fid_matches_any (const char *name, const char *const *pattern)
{
    for (; *pattern; pattern++)
        if (fnmatch (*pattern, name, 0) == 0)
            return true;
    return false;
}

/* Folders that tools write into. */
static bool
is_output (const char *name)
{
    static const char *const pattern[] = {"processed", "data_processed", "timeline",
                                          "plots*",    "histograms",     NULL};
    return fid_matches_any (name, pattern);
}

/* Folders of prepared traces. */
static bool
is_processed (const char *name)
{
    static const char *const pattern[] = {
        "processed", "timeline",   "pid",        "all_combined", "bio_data",
        "open_data", "read_data",  "write_data", "st_end_data",  "cpu_data",
        "gpu_data",  "mllog_data", NULL};
    return fid_matches_any (name, pattern);
}

/* Files worth looking for in deeper folders. */
static bool
is_deep (const char *name)
{
    static const char *const pattern[] = {"dlio.log",           "*per_epoch_stats.json",
                                          "*_output.json",      "*_load_and_proc_times.json",
                                          "summary.json",       "*.pfw",
                                          "*.pfw.gz",           "*.pt.trace.json",
                                          "*.pt.trace.json.gz", NULL};
    return fid_matches_any (name, pattern);
}

/* inside: below a folder of prepared traces, where every file counts. */
static int
walk (const char *dir, const char *rel, int depth, int processed, bool inside,
      struct fid_files *files, struct fid_error *err)
{
    int rc = 0;
    char *full = rel[0] ? fid_format (err, "%s/%s", dir, rel) : fid_strdup (dir, err);
    DIR *d = full ? opendir (full) : NULL;
    /* a folder that cannot be read is not an empty one; it may have just been removed */
    if (full && !d && !(rel[0] && errno == ENOENT))
        rc = fid_errorf (err, FID_EINPUT, "%s: %s", full, strerror (errno));
    struct dirent *e;
    while (d && !rc && (errno = 0, e = readdir (d))) {
        struct stat st;
        if (strcmp (e->d_name, ".") == 0 || strcmp (e->d_name, "..") == 0)
            continue;
        if (fstatat (dirfd (d), e->d_name, &st, 0)) {
            if (errno != ENOENT && errno != ELOOP) /* a link that leads nowhere */
                rc = fid_errorf (err, FID_EINPUT, "%s/%s: %s", full, e->d_name,
                                 strerror (errno));
            continue;
        }
        char *path =
            rel[0] ? fid_format (err, "%s/%s", rel, e->d_name) : fid_strdup (e->d_name, err);
        if (!path) {
            rc = -1;
        } else if (S_ISDIR (st.st_mode)) {
            bool prepared = inside || (processed && is_processed (e->d_name));
            bool enter = prepared || !is_output (e->d_name);
            if (enter && depth < DEPTH_MAX)
                rc = walk (dir, path, depth + 1, processed, prepared, files, err);
        } else if (S_ISREG (st.st_mode) && (depth < 2 || inside || is_deep (e->d_name))) {
            rc = fid_array_grow (&files->path, &files->cap, files->n + 1, sizeof *files->path,
                                 err);
            if (!rc) {
                files->path[files->n++] = path;
                path = NULL;
            }
        }
        free (path);
    }
    if (!full)
        rc = -1;
    else if (d && !rc && errno)
        rc = fid_errorf (err, FID_EINPUT, "%s: %s", full, strerror (errno));
    if (d)
        closedir (d);
    free (full);
    return rc;
}

static int
by_name (const void *va, const void *vb)
{
    char *const *a = va, *const *b = vb;
    return strcmp (*a, *b);
}

int
fid_discover (const char *dir, int processed, struct fid_files *files, struct fid_error *err)
{
    *files = (struct fid_files){0};
    if (walk (dir, "", 0, processed, false, files, err)) {
        fid_files_clear (files);
        return -1;
    }
    if (files->n)
        qsort (files->path, files->n, sizeof *files->path, by_name);
    return 0;
}

void
fid_files_clear (struct fid_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        free (files->path[i]);
    free (files->path);
    *files = (struct fid_files){0};
}
