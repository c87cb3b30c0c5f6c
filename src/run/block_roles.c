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

/* Where it is, or the free slot where it belongs. */
static struct fid_block_use *
place (struct fid_block_use *slot, size_t cap, const struct fid_block_use *use)
{
    size_t i = (size_t)(use->key + use->class * UINT64_C (0x9e3779b97f4a7c15)) & (cap - 1);
    while (slot[i].key && (slot[i].key != use->key || slot[i].class != use->class))
        i = (i + 1) & (cap - 1);
    return &slot[i];
}

static int
grow (struct fid_block_uses *u, struct fid_error *err)
{
    size_t cap = u->cap ? 2 * u->cap : 256;
    struct fid_block_use *slot = calloc (cap, sizeof *slot);
    if (!slot)
        return fid_error_nomem (err);
    for (size_t i = 0; i < u->cap; i++)
        if (u->use[i].key)
            *place (slot, cap, &u->use[i]) = u->use[i];
    free (u->use);
    u->use = slot;
    u->cap = cap;
    return 0;
}

static int
add (struct fid_block_uses *u, struct fid_block_use use, struct fid_error *err)
{
    struct fid_block_use *recent = &u->recent[(use.key ^ use.class) % FID_BLOCK_RECENT];
    if (recent->key == use.key && recent->class == use.class)
        return 0;
    if (2 * (u->n + 1) > u->cap && grow (u, err))
        return -1;
    struct fid_block_use *slot = place (u->use, u->cap, &use);
    u->n += !slot->key;
    *slot = *recent = use;
    return 0;
}

int
fid_block_uses_add (struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns,
                    int64_t end_ns, uint32_t class, struct fid_error *err)
{
    int64_t first = second_of (start_ns), last = second_of (end_ns);
    for (int64_t s = first; pid >= 0 && s <= last && s < first + SECONDS_MAX; s++)
        if (add (u, (struct fid_block_use){key_of (pid, write, s), class, 0}, err))
            return -1;
    return 0;
}

int
fid_block_uses_merge (struct fid_block_uses *u, const struct fid_block_uses *other,
                      const struct fid_file_table *to, const struct fid_file_table *from,
                      struct fid_error *err)
{
    if (!other->n)
        return 0;
    uint32_t *class = malloc ((from->class_n + 1) * sizeof *class);
    int rc = class ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < from->class_n; i++)
        class[i] = fid_file_table_class (to, from->class[i].key);
    for (size_t i = 0; !rc && i < other->cap; i++)
        if (other->use[i].key)
            rc = add (u, (struct fid_block_use){other->use[i].key, class[other->use[i].class], 0},
                      err);
    free (class);
    return rc;
}

static int
by_key (const void *va, const void *vb)
{
    const struct fid_block_use *a = va, *b = vb;
    return (a->key > b->key) - (a->key < b->key);
}

void
fid_block_uses_settle (struct fid_block_uses *u, const struct fid_file_table *files)
{
    size_t all_n = 0, n = 0;
    for (size_t i = 0; i < u->cap; i++)
        if (u->use[i].key)
            u->use[all_n++] = u->use[i];
    if (all_n)
        qsort (u->use, all_n, sizeof *u->use, by_key);
    for (size_t i = 0; i < all_n; i++) {
        enum fid_role_id role = files->class[u->use[i].class].role.role;
        if (role == FID_ROLE_DEVICE)
            continue;
        if (!n || u->use[n - 1].key != u->use[i].key)
            u->use[n++] = (struct fid_block_use){.key = u->use[i].key};
        u->use[n - 1].roles |= 1u << role;
    }
    u->n = n;
}

enum fid_role_id
fid_block_role (const struct fid_block_uses *u, int64_t pid, bool write, int64_t start_ns)
{
    for (int64_t s = second_of (start_ns), least = s - 1; u->n && s >= least; s--) {
        struct fid_block_use wanted = {.key = key_of (pid, write, s)};
        const struct fid_block_use *found =
            bsearch (&wanted, u->use, u->n, sizeof *u->use, by_key);
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
    *u = (struct fid_block_uses){0};
}
