/* block_roles.c - see block_roles.h */
#include "config.h"
#include <stdlib.h>
#include "base/timeparse.h"
#include "run/block_roles.h"

#define SECONDS_MAX 60 /* of one operation; the rest of a longer one does not count */

static uint64_t
key_of (int64_t pid, bool write, int64_t second)
{
    uint64_t x = (uint64_t)pid << 33 ^ (uint64_t)second << 1 ^ write;
    x = (x ^ x >> 31) * UINT64_C (0x9e3779b97f4a7c15);
    x ^= x >> 32;
    return x ? x : 1;
}

static int64_t
second_of (int64_t t_ns)
{
    return t_ns / FID_S - (t_ns % FID_S < 0);
}

/* Where the key is, or the free slot where it belongs. */
static struct fid_block_use *
slot_of (struct fid_block_use *slot, size_t cap, uint64_t key)
{
    size_t i = (size_t)key & (cap - 1);
    while (slot[i].key && slot[i].key != key)
        i = (i + 1) & (cap - 1);
    return &slot[i];
}

static int
grow_uses (struct fid_block_uses *u, struct fid_error *err)
{
    size_t cap = u->cap ? 2 * u->cap : 256;
    struct fid_block_use *slot = calloc (cap, sizeof *slot);
    if (!slot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < u->cap; i++)
        if (u->use[i].key)
            *slot_of (slot, cap, u->use[i].key) = u->use[i];
    free (u->use);
    u->use = slot;
    u->cap = cap;
    return 0;
}

int
fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                    int64_t end_ns, enum fid_role_id role, struct fid_error *err)
{
    int64_t first = second_of (start_ns), last = second_of (end_ns);
    if (role == FID_ROLE_DEVICE || pid < 0)
        return 0;
    for (int64_t s = first; s <= last && s < first + SECONDS_MAX; s++) {
        if (2 * (u->n + 1) > u->cap && grow_uses (u, err))
            return -1;
        uint64_t key = key_of (pid, write, s);
        struct fid_block_use *slot = slot_of (u->use, u->cap, key);
        u->n += !slot->key;
        slot->key = key;
        slot->roles |= 1u << role;
    }
    return 0;
}

enum fid_role_id
fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns)
{
    for (int64_t s = second_of (start_ns), least = s - 1; u->n && s >= least; s--) {
        const struct fid_block_use *found = slot_of (u->use, u->cap, key_of (pid, write, s));
        if (!found->key)
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
    *u = (struct fid_block_uses){0};
}
