/* manifest.h - which runs to compare, from a text file
 *
 *     # comment
 *     real DIR              all real runs with all emulations
 *     emulation DIR
 *     pair REAL EMULATION   this pair only; a tab between names with blanks
 *
 * Paths are relative to the file's directory. */
#ifndef FID_MANIFEST_H
#define FID_MANIFEST_H

#include "cli/pairs.h"

/* Run numbers of one side. */
struct fid_side {
    size_t *run; /* owned */
    size_t n, cap;
};

/* Append; a run twice is once. */
int fid_side_add (struct fid_side *side, struct fid_pairs *pairs, const char *dir,
                  struct fid_error *err);

/* Read path: runs go to the sides, pairs to pairs.  -1: FID_EINPUT if it cannot
 * be read, FID_EUSAGE "path:line: reason" if a line is none of the above. */
int fid_manifest_read (const char *path, struct fid_pairs *pairs, struct fid_side *real,
                       struct fid_side *emulation, struct fid_error *err);

#endif
