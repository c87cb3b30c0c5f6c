/* block_roles.h - what block requests are for
 *
 * A request has the role of the files that its process read (or wrote) in the second in which
 * the request was issued, else in the one before, if all these files have one role.  Pipes and
 * devices do not count.  Memory: 32 to 64 bytes for each process, second and class of files. */
#ifndef FID_BLOCK_ROLES_H
#define FID_BLOCK_ROLES_H

#include "run/file_table.h"

#define FID_BLOCK_RECENT 64

/* Files of a class that a process used in a second. */
struct fid_block_use {
    uint64_t key; /* of process, second and operation; 0: none */
    uint32_t class;
    uint32_t roles; /* bits, after fid_block_uses_settle */
};

struct fid_block_uses {
    struct fid_block_use *use; /* owned; a hash table, after fid_block_uses_settle a sorted list */
    size_t n, cap;
    struct fid_block_use recent[FID_BLOCK_RECENT]; /* those added last */
};

/* Notes that a process used a file of the class from start_ns to end_ns. */
int fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                        int64_t end_ns, uint32_t class, struct fid_error *err);

/* Adds those of another, whose classes are those of `from`, to u, whose classes are those of
 * `to`, into which `from` has been merged. */
int fid_block_uses_merge (struct fid_block_uses *u, const struct fid_block_uses *other,
                          const struct fid_file_table *to, const struct fid_file_table *from,
                          struct fid_error *err);

/* Finds the roles, which are decided now.  Time O(n log n). */
void fid_block_uses_settle (struct fid_block_uses *u, const struct fid_file_table *files);

/* The role of a request; FID_ROLE_N: none, or more than one.  Time O(log n). */
enum fid_role_id fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write,
                                 int64_t start_ns);

void fid_block_uses_clear (struct fid_block_uses *u);

#endif
