/* block_roles.h - what block requests are for
 *
 * A request has the role of the files that its process read (or wrote) in the second in which
 * the request was issued, else in the one before, if all these files have one role.  Pipes and
 * devices do not count.  Memory: 50 to 100 bytes for each process and second. */
#ifndef FID_BLOCK_ROLES_H
#define FID_BLOCK_ROLES_H

#include "base/index.h"
#include "model/roles.h"

/* What a process read, or wrote, in a second. */
struct fid_block_use {
    uint64_t key;   /* of process, second and operation */
    uint32_t roles; /* bits */
};

#define FID_RECENT_USES 32

struct fid_block_uses {
    struct fid_block_use *use; /* owned */
    size_t n, cap;
    struct fid_recent_use {
        int64_t pid, from_ns; /* the second begins there */
        size_t use_p1;        /* 0: none */
    } recent[FID_RECENT_USES][2]; /* noted last, by process; of reads and of writes */
    struct fid_index by_key;
};

/* Notes that a process used a file of that role from start_ns to end_ns. */
int fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                        int64_t end_ns, enum fid_role_id role, struct fid_error *err);

/* The role of a request; FID_ROLE_N if it has none or could have several.  O(1). */
enum fid_role_id fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write,
                                 int64_t start_ns);

void fid_block_uses_clear (struct fid_block_uses *u);

#endif
