/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_index.c - looking up by hash: every element is found, in order, and nothing else */
#include "base/index.h"
#include "tests/tap.h"

#define N 5000

/* Hashes that fall together: seven values of the low bits, some fully equal. */
static uint64_t hash_of (size_t i)
{
    return (uint64_t)(i % 7) | (uint64_t)(i / 14 % 100) << 40;
}

/* Whether the index gives exactly the elements of this hash, in order. */
static bool gives (const struct fid_index *x, uint64_t hash, size_t n)
{
    size_t at = 0, found;
    for (size_t i = 0; i < n; i++)
        if (hash_of (i) == hash && (!fid_index_next (x, hash, &at, &found) || found != i))
            return false;
    return !fid_index_next (x, hash, &at, &found);
}

int main (void)
{
    struct fid_index x = {0};
    struct fid_error err;
    size_t at = 0, found;
    ok (!fid_index_next (&x, 3, &at, &found), "an empty index has nothing");
    bool put = true, all = true;
    for (size_t i = 0; i < N; i++)
        put &= fid_index_put (&x, hash_of (i), i, &err) == 0;
    ok (put && x.n == N, "%d elements", N);
    for (size_t i = 0; i < N; i++)
        all &= gives (&x, hash_of (i), N);
    ok (all, "each is found, equal hashes in the order they were put");
    at = 0;
    ok (!fid_index_next (&x, 7, &at, &found), "a hash that nobody has");
    fid_index_clear (&x);
    at = 0;
    ok (!fid_index_next (&x, 3, &at, &found), "a cleared index is empty");
    return tap_done ();
}
