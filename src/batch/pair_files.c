/* pair_files.c - see pair_files.h */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "batch/pair_files.h"
#include "results/result.h"
#include "results/series.h"

int
fid_pair_files_write (const char *path, const struct fid_result *result,
                      const struct fid_series *series, struct fid_error *err)
{
    char *beside = fid_series_path (path, err);
    int rc = beside ? fid_record_save (fid_result_record, result, path, err) : -1;
    if (rc == 0 && series)
        rc = fid_series_write (beside, series, err);
    else if (rc == 0 && unlink (beside) && errno != ENOENT)
        rc = fid_errorf (err, FID_EINTERNAL, "%s: cannot be removed: %s", beside,
                         strerror (errno));
    free (beside);
    return rc;
}

void
fid_pair_files_remove (const char *path)
{
    struct fid_error unused;
    char *beside = fid_series_path (path, &unused);
    unlink (path);
    if (beside)
        unlink (beside);
    free (beside);
}
