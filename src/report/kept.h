/* kept.h - a report that would be made again with the same bytes is not made
 *
 * RESULTS/.fidlio-cache-report has the marks (base/file_mark.h) of the program, of all that the
 * report was made of (result files, their series, failed.tsv) and of its files, and what was
 * printed.  If all of these are as they were, no result has to be read. */
#ifndef FID_KEPT_H
#define FID_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"
#include "base/file_mark.h"

#define FID_KEPT_FILE ".fidlio-cache-report"

struct fid_kept_file {
    char *name; /* owned; in dir */
    char mark[FID_MARK_TEXT];
};

struct fid_kept {
    const char *dir;             /* borrowed */
    struct fid_kept_file *input; /* owned; in the order of names */
    size_t input_n, input_cap;
    struct fid_kept_file *output; /* owned */
    size_t output_n, output_cap;
    int status;     /* exit status */
    char **message; /* owned; what was said */
    size_t message_n, message_cap;
    char *table; /* owned; as printed to a terminal */
    bool young;  /* some marks are of contents */
};

/* Read the record of dir.  *same: whether the report is still that of these files.  Otherwise
 * the record is empty but for the marks of the inputs as they are now: call this before reading
 * them.  Returns -1 with FID_EINPUT if a file cannot be looked at.  Cost: a stat of each file. */
int fid_kept_check (struct fid_kept *k, const char *dir, bool *same, struct fid_error *err);

/* Add a message; it is copied. */
int fid_kept_say (struct fid_kept *k, const char *text, struct fid_error *err);

/* Record the report, which has just been written, unless its inputs changed meanwhile. */
int fid_kept_store (struct fid_kept *k, struct fid_error *err);

void fid_kept_clear (struct fid_kept *k);

#endif
