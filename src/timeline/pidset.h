/* pidset.h - a set of process numbers */
#ifndef FID_PIDSET_H
#define FID_PIDSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

struct fid_pidset {
    int64_t *slot; /* owned; open addressing, -1: free */
    size_t n, cap;
};

int fid_pidset_add (struct fid_pidset *s, int64_t pid,
                    struct fid_error *err); /* pid < 0: nothing */
bool fid_pidset_has (const struct fid_pidset *s, int64_t pid);
void fid_pidset_clear (struct fid_pidset *s);

#endif
