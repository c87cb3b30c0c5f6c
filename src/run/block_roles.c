/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_roles.c - see block_roles.h */
#include "base/floor_div.h"
#include "run/block_roles.h"

#define SECONDS_MAX  60 /* of one operation; the rest of a longer one does not count */
#define SECONDS_MOST (INT64_C (1) << 24) /* between the uses of a process: half a year */

_Static_assert(FID_ROLE_N <= 8, "a byte has a bit for each role");

/* The number of the uses of a process; u->n: none yet. */
static size_t find_use (const struct fid_block_uses *u, int64_t pid, bool write)
{
    size_t i = u->recent[(uint64_t)pid % FID_RECENT_USES][write];
    if (i < u->n && u->use[i].pid == pid && u->use[i].write == write)
        return i;
    uint64_t hash = u->n ? fid_hash_number ((uint64_t)pid, write) : 0;
    for (size_t at = 0; fid_index_next (&u->by_pid, hash, &at, &i);)
        if (u->use[i].pid == pid && u->use[i].write == write)
            return i;
    return u->n;
}

/* Makes the second an element, and it the last. */
static int cover_second (struct fid_block_use *use, int64_t second, struct fid_error *err)
{
    size_t before_n = second < use->first ? (size_t)(use->first - second) : 0;
    size_t n = before_n ? use->n + before_n : (size_t)(second - use->first) + 1;
    n = n < use->n ? use->n : n;
    FID_TRY (fid_array_grow (&use->roles, &use->cap, n, sizeof *use->roles, err));
    if (before_n) {
        memmove (use->roles + before_n, use->roles, use->n);
        memset (use->roles, 0, before_n);
        use->first = second;
    } else {
        memset (use->roles + use->n, 0, n - use->n);
    }
    use->n = n;
    use->from_ns = second * FID_S;
    use->last = (size_t)(second - use->first);
    return 0;
}

int fid_block_uses_far (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                        int64_t end_ns, enum fid_role_id role, struct fid_error *err)
{
    if (role == FID_ROLE_DEVICE || pid < 0)
        return 0;
    size_t i = find_use (u, pid, write);
    int64_t first = fid_floor_div (start_ns, FID_S), last = fid_floor_div (end_ns, FID_S);
    if (i == u->n) {
        FID_TRY (fid_index_put (&u->by_pid, fid_hash_number ((uint64_t)pid, write), u->n, err));
        FID_TRY (FID_PUSH_TO (
            u->use, u->n, u->cap, err,
            (struct fid_block_use){
                .pid = pid, .write = write, .first = first, .from_ns = INT64_MAX}));
    }
    u->recent[(uint64_t)pid % FID_RECENT_USES][write] = (uint32_t)i;
    struct fid_block_use *use = &u->use[i];
    for (int64_t s = first; s <= last && s < first + SECONDS_MAX; s++) {
        if (s - use->first >= SECONDS_MOST || use->first + (int64_t)use->n - s >= SECONDS_MOST)
            continue;
        FID_TRY (cover_second (use, s, err));
        use->roles[use->last] |= (uint8_t)(1u << role);
    }
    return 0;
}

enum fid_role_id fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write,
                                 int64_t start_ns)
{
    size_t i = find_use (u, pid, write);
    if (i == u->n)
        return FID_ROLE_N;
    const struct fid_block_use *use = &u->use[i];
    for (int64_t s = fid_floor_div (start_ns, FID_S), least = s - 1; s >= least; s--) {
        bool inside = s >= use->first && s - use->first < (int64_t)use->n;
        unsigned roles = inside ? use->roles[s - use->first] : 0;
        if (!roles)
            continue;
        for (int role = 0; role < FID_ROLE_N; role++)
            if (roles == 1u << role)
                return (enum fid_role_id)role;
        return FID_ROLE_N;
    }
    return FID_ROLE_N;
}

void fid_block_uses_clear (struct fid_block_uses *u)
{
    for (size_t i = 0; i < u->n; i++)
        free (u->use[i].roles);
    free (u->use);
    fid_index_clear (&u->by_pid);
    *u = (struct fid_block_uses){0};
}
