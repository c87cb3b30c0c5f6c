/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_files.c - see pair_files.h */
#include "base/outfile.h"
#include "batch/pair_files.h"

int fid_pair_files_write (const char *path, const char *below, const struct fid_result *result,
                          const struct fid_series *series, struct fid_error *err)
{
    FID_FREED char *beside = fid_series_path (path, err);
    int rc = beside ? fid_record_save (fid_result_record, result, path, below, err) : -1;
    if (rc == 0 && series)
        rc = fid_series_write (beside, below, series, err);
    else if (rc == 0)
        rc = fid_remove_file (beside, below, err);
    return rc;
}

void fid_pair_files_remove (const char *path, const char *below)
{
    struct fid_error unused;
    FID_FREED char *beside = fid_series_path (path, &unused);
    fid_remove_file (path, below, NULL);
    if (beside)
        fid_remove_file (beside, below, NULL);
}
