/* discover.h - the input files of a run directory
 *
 * They are in the directory itself and in one level of folders; deeper only what DLIO
 * writes into its output folders (dlio.log, its JSON results, .pfw traces).  Output
 * folders of plotting tools (processed, data_processed, timeline, plots*, histograms)
 * are searched only if there is no raw trace. */
#ifndef FID_DISCOVER_H
#define FID_DISCOVER_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

struct fid_files {
    char **path; /* owned; relative to the directory, sorted */
    size_t n, cap;
};

/* Lists the files.  Returns -1, FID_EINPUT if dir or a folder in it cannot be read.  processed:
 * look into the folders of prepared traces too. */
int fid_discover (const char *dir, int processed, struct fid_files *files,
                  struct fid_error *err);
void fid_files_clear (struct fid_files *files);

/* Whether a name matches one of the shell patterns, which end with NULL. */
bool fid_matches_any (const char *name, const char *const *pattern);

#endif
