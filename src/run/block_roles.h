/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_roles.h - what block requests are for
 *
 * A request has the role of the files that its process read (or wrote) in the second in which
 * the request was issued, else in the one before, if all these files have one role.  Pipes and
 * devices do not count.  Memory: a byte for each second from the first to the last use of a
 * process. */
#pragma once

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

/* fid_block_uses_add for a second that is not the one noted last. */
int fid_block_uses_far (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                        int64_t end_ns, enum fid_role_id role, struct fid_error *err);

/* Notes that a process used a file of that role from start_ns to end_ns. */
static inline int fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write,
                                      int64_t start_ns, int64_t end_ns, enum fid_role_id role,
                                      struct fid_error *err)
{
    size_t i = u->recent[(uint64_t)pid % FID_RECENT_USES][write];
    if (i >= u->n || role == FID_ROLE_DEVICE)
        return fid_block_uses_far (u, pid, write, start_ns, end_ns, role, err);
    struct fid_block_use *use = &u->use[i];
    if (use->pid != pid || use->write != write || start_ns < use->from_ns ||
        end_ns - use->from_ns >= INT64_C (1000000000))
        return fid_block_uses_far (u, pid, write, start_ns, end_ns, role, err);
    use->roles[use->last] |= (uint8_t)(1u << role);
    return 0;
}

/* The role of a request; FID_ROLE_N if it has none or could have several.  O(1). */
enum fid_role_id fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write,
                                 int64_t start_ns);

void fid_block_uses_clear (struct fid_block_uses *u);
