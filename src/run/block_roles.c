/* block_roles.c - see block_roles.h */
#include <stdlib.h>
#include "base/array.h"
#include "base/floor_div.h"
#include "base/timeparse.h"
#include "run/block_roles.h"

#define SECONDS_MAX 60 /* of one operation; the rest of a longer one does not count */

static uint64_t
key_of (int64_t pid, bool write, int64_t second)
{
    uint64_t x = (uint64_t)pid << 33 ^ (uint64_t)second << 1 ^ write;
    x = (x ^ x >> 31) * UINT64_C (0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

/* The use of a key; NULL: none yet. */
static struct fid_block_use *
find_use (const struct fid_block_uses *u, uint64_t key)
{
    size_t at = 0, i;
    return fid_index_next (&u->by_key, key, &at, &i) ? &u->use[i] : NULL;
}

int
fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                    int64_t end_ns, enum fid_role_id role, struct fid_error *err)
{
    struct fid_recent_use *recent = &u->recent[(uint64_t)pid % FID_RECENT_USES][write];
    if (role == FID_ROLE_DEVICE || pid < 0)
        return 0;
    if (recent->use_p1 && recent->pid == pid && start_ns >= recent->from_ns &&
        end_ns < recent->from_ns + FID_S) {
        u->use[recent->use_p1 - 1].roles |= 1u << role;
        return 0;
    }
    int64_t first = fid_floor_div (start_ns, FID_S), last = fid_floor_div (end_ns, FID_S);
    for (int64_t s = first; s <= last && s < first + SECONDS_MAX; s++) {
        uint64_t key = key_of (pid, write, s);
        struct fid_block_use *use = find_use (u, key);
        if (!use) {
            if (fid_array_grow (&u->use, &u->cap, u->n + 1, sizeof *u->use, err) ||
                fid_index_put (&u->by_key, key, u->n, err))
                return -1;
            use = &u->use[u->n++];
            *use = (struct fid_block_use){.key = key};
        }
        use->roles |= 1u << role;
        *recent = (struct fid_recent_use){pid, s * FID_S, (size_t)(use - u->use) + 1};
    }
    return 0;
}

enum fid_role_id
fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns)
{
    for (int64_t s = fid_floor_div (start_ns, FID_S), least = s - 1; s >= least; s--) {
        const struct fid_block_use *found = find_use (u, key_of (pid, write, s));
        if (!found)
            continue;
        for (int role = 0; role < FID_ROLE_N; role++)
            if (found->roles == 1u << role)
                return (enum fid_role_id)role;
        return FID_ROLE_N;
    }
    return FID_ROLE_N;
}

void
fid_block_uses_clear (struct fid_block_uses *u)
{
    free (u->use);
    fid_index_clear (&u->by_key);
    *u = (struct fid_block_uses){0};
}
