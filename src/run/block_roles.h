/* block_roles.h - what block requests are for
 *
 * A request has the role of the files that its process read (or wrote) in the second in which
 * the request was issued, else in the one before, if all these files have one role.  Pipes and
 * devices do not count.  Memory: a byte for each second from the first to the last use of a
 * process. */
#ifndef FID_BLOCK_ROLES_H
#define FID_BLOCK_ROLES_H

#include "base/index.h"
#include "model/roles.h"

#define FID_RECENT_USES 32

struct fid_block_uses {
    /* what a process read, or wrote */
    struct fid_block_use {
        int64_t pid;
        bool write;
        int64_t first;   /* the second of roles[0] */
        uint8_t *roles;  /* owned; bits, by second; 0: nothing was used */
        size_t n, cap;   /* seconds */
        int64_t from_ns; /* of the second that was noted last, */
        size_t last;     /* and its place */
    } * use;             /* owned */
    size_t n, cap;
    struct fid_index by_pid;
    uint32_t recent[FID_RECENT_USES][2]; /* noted last, by process; reads and writes */
};

/* Notes that a process used a file of that role from start_ns to end_ns. */
int fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                        int64_t end_ns, enum fid_role_id role, struct fid_error *err);

/* The role of a request; FID_ROLE_N if it has none or could have several.  O(1). */
enum fid_role_id fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write,
                                 int64_t start_ns);

void fid_block_uses_clear (struct fid_block_uses *u);

#endif
