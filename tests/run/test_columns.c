/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_columns.c - numbers come back as they were put, in as few bits as they need */
#include <malloc.h>
#include "run/columns.h"
#include "tests/tap.h"

#define N (3 * FID_COLUMNS_CHUNK + 100)

/* Kinds of columns: of 1, 2, ... 64 bits that differ, some over the whole range. */
enum { CONSTANT, SIGNED, BITS, RISING = BITS + 64, LAST, KINDS };

static uint64_t number_at (size_t kind, size_t i)
{
    uint64_t random = (i + 1) * UINT64_C (0x9e3779b97f4a7c15);
    random ^= random >> 29;
    if (kind == CONSTANT)
        return UINT64_MAX; /* as an offset that is not known */
    if (kind == SIGNED)
        return random % 1000 - 500;
    if (kind == RISING)
        return (uint64_t)INT64_MIN + i * (UINT64_C (1) << 32);
    if (kind == LAST)
        return i % FID_COLUMNS_CHUNK == FID_COLUMNS_CHUNK - 1 ? UINT64_C (1) << 56 : 0;
    return 1000 + (random >> (64 - (kind - BITS + 1)));
}

/* Whether a table of columns of these kinds, from `first' on, gives what was put. */
static bool gives_back (size_t first)
{
    struct fid_columns t = {0};
    struct fid_error err;
    bool same = true;
    for (size_t i = 0; i < N; i++, t.row_n++) {
        if (!fid_columns_has_room (&t) && fid_columns_grow (&t, &err))
            return false;
        uint64_t *to = fid_columns_next (&t);
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            fid_columns_set (to, (enum fid_event_column)k, number_at ((first + k) % KINDS, i));
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            same &=
                fid_columns_in (t.chunk[i / FID_COLUMNS_CHUNK], (enum fid_event_column)k,
                                i % FID_COLUMNS_CHUNK) == number_at ((first + k) % KINDS, i);
    fid_columns_clear (&t);
    return same && !t.chunk && !t.row_n;
}

static void test_size (void)
{
    struct fid_columns t = {0};
    struct fid_error err;
    for (size_t i = 0; i < FID_COLUMNS_CHUNK + 1; i++, t.row_n++) {
        if (!fid_columns_has_room (&t))
            fid_columns_grow (&t, &err);
        uint64_t *to = fid_columns_next (&t);
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            fid_columns_set (to, (enum fid_event_column)k,
                             k == FID_COLUMN_FILE ? (UINT64_C (1) << 50) + i % 1024 : 7);
    }
    size_t n = malloc_usable_size (t.chunk[0]);
    ok (n < FID_COLUMNS_CHUNK * 2 + 1000,
        "1024 values take 10 bits, one takes none: a row has 2 bytes of %zu",
        FID_COLUMN_N * sizeof (uint64_t));
    fid_columns_release (&t, FID_COLUMNS_CHUNK - 2);
    ok (t.chunk[0] != NULL, "a chunk stays until its last row is given up");
    fid_columns_release (&t, FID_COLUMNS_CHUNK - 1);
    ok (!t.chunk[0] && fid_columns_in (t.chunk[1], FID_COLUMN_DUR, 0) == 7,
        "then it goes, and the next is still there");
    fid_columns_clear (&t);
}

int main (void)
{
    for (size_t first = 0; first < KINDS; first += FID_COLUMN_N)
        ok (gives_back (first), "columns of %zu kinds from %zu on come back",
            (size_t)FID_COLUMN_N, first);
    test_size ();
    return tap_done ();
}
