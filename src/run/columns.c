/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - see columns.h */
#include "run/columns.h"

#define WORD     (sizeof (uint64_t))
#define BITS_MAX 57 /* a load may begin at any bit of a byte, and wider ones would need two */

/* Two numbers at once. */
typedef uint64_t two_numbers __attribute__ ((vector_size (16), aligned (8), may_alias));

/* The bits in which the numbers of a full column differ from the first. */
static uint64_t differing_bits (const uint64_t *number)
{
    const two_numbers *two = (const void *)number;
    two_numbers first = {number[0], number[0]}, even = {0}, odd = {0};
    for (size_t i = 0; i < FID_COLUMNS_CHUNK / 2; i += 2) {
        even |= two[i] ^ first;
        odd |= two[i + 1] ^ first;
    }
    even |= odd;
    return le64toh (even[0] | even[1]);
}

/* Lays out the columns of a row for numbers that differ from the first ones in such bits. */
static void lay_out_row (struct fid_columns_chunk *c, const uint64_t *first,
                         const uint64_t *differ)
{
    size_t bit = 0;
    for (size_t k = 0; k < FID_COLUMN_N; k++) {
        size_t bits = differ[k] ? 64 - (size_t)__builtin_clzll (differ[k]) : 0;
        if (bits > BITS_MAX) {
            bits = 64;
            bit = (bit + 7) / 8 * 8;
        }
        uint64_t mask = bits ? UINT64_MAX >> (64 - bits) : 0;
        c->column[k] = (struct fid_packed_column){.same = first[k] & ~mask,
                                                  .mask = mask,
                                                  .at = (uint32_t)(bit / 8),
                                                  .shift = (uint32_t)(bit % 8)};
        bit += bits;
    }
    c->row_bytes = (bit + 7) / 8;
}

#define PACKED_ROWS ((size_t)256) /* at a time, which stay in the cache */

/* Puts numbers of a column into rows, from row i on. */
static void pack_column (struct fid_columns_chunk *c, size_t column, size_t i,
                         const uint64_t *number)
{
    const struct fid_packed_column p = c->column[column];
    const size_t row_bytes = c->row_bytes;
    unsigned char *to = c->byte + p.at + i * row_bytes;
#pragma GCC unroll 4
    for (size_t k = 0; k < PACKED_ROWS; k++, to += row_bytes) {
        struct fid_any_word *w = (void *)to;
        w->x |= htole64 ((le64toh (number[k]) & p.mask) << p.shift);
    }
}

static int pack_open (struct fid_columns *t, struct fid_error *err)
{
    const uint64_t *open = (const uint64_t *)(const void *)t->open->byte;
    uint64_t first[FID_COLUMN_N], differ[FID_COLUMN_N];
    struct fid_columns_chunk head;
    for (size_t k = 0; k < FID_COLUMN_N; k++) {
        first[k] = le64toh (open[k * FID_COLUMNS_STRIDE]);
        differ[k] = differing_bits (open + k * FID_COLUMNS_STRIDE);
    }
    lay_out_row (&head, first, differ);
    struct fid_columns_chunk *c =
        calloc (1, sizeof *c + FID_COLUMNS_CHUNK * head.row_bytes + WORD);
    FID_NEED (c, err);
    *c = head;
    for (size_t i = 0; i < FID_COLUMNS_CHUNK; i += PACKED_ROWS)
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            if (c->column[k].mask)
                pack_column (c, k, i, open + k * FID_COLUMNS_STRIDE + i);
    t->chunk[t->chunk_n - 1] = c;
    return 0;
}

static int make_open (struct fid_columns *t, struct fid_error *err)
{
    t->open = malloc (sizeof *t->open + FID_COLUMNS_STRIDE * FID_COLUMN_N * WORD);
    FID_NEED (t->open, err);
    t->open->row_bytes = WORD;
    for (size_t k = 0; k < FID_COLUMN_N; k++)
        t->open->column[k] = (struct fid_packed_column){
            .mask = UINT64_MAX, .at = (uint32_t)(k * FID_COLUMNS_STRIDE * WORD)};
    return 0;
}

int fid_columns_grow (struct fid_columns *t, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&t->chunk, &t->chunk_cap, t->chunk_n + 1, sizeof *t->chunk, err));
    FID_TRY (t->open ? pack_open (t, err) : make_open (t, err));
    t->chunk[t->chunk_n++] = t->open;
    return 0;
}

/* n numbers of a column, from row i of a chunk on. */
static void load_column (const struct fid_columns_chunk *c, size_t column, size_t i, size_t n,
                         uint64_t *to)
{
    const struct fid_packed_column p = c->column[column];
    const size_t row_bytes = c->row_bytes;
    const unsigned char *at = c->byte + p.at + i * row_bytes;
    if (!p.mask) {
        two_numbers same = {p.same, p.same};
#pragma GCC unroll 4
        for (size_t k = 0; k < n; k += 2)
            *(two_numbers *)(void *)(to + k) = same;
        return;
    }
#pragma GCC unroll 4
    for (size_t k = 0; k < n; k++, at += row_bytes) {
        const struct fid_any_word *w = (const void *)at;
        to[k] = p.same + (le64toh (w->x) >> p.shift & p.mask);
    }
}

size_t fid_columns_load (const struct fid_columns *t, size_t row, size_t most,
                         struct fid_columns_batch *b)
{
    size_t i = row % FID_COLUMNS_CHUNK, n = FID_COLUMNS_BATCH - b->n;
    n = n < most ? n : most;
    n = n < FID_COLUMNS_CHUNK - i ? n : FID_COLUMNS_CHUNK - i;
    for (size_t k = 0; k < FID_COLUMN_N; k++)
        load_column (t->chunk[row / FID_COLUMNS_CHUNK], k, i, n, b->of[k] + b->n);
    b->n += n;
    return n;
}

static void store_numbers (uint64_t *to, const uint64_t *from, size_t n)
{
    memcpy (to, from, n * sizeof *to);
    for (size_t i = 0; i < n && htole64 (1) != 1; i++)
        to[i] = htole64 (from[i]);
}

int fid_columns_append (struct fid_columns *t, const struct fid_columns_batch *b, size_t from,
                        size_t n, struct fid_error *err)
{
    for (size_t done = 0, some; done < n; done += some) {
        if (!fid_columns_has_room (t))
            FID_TRY (fid_columns_grow (t, err));
        uint64_t *row = fid_columns_next (t);
        some = t->chunk_n * FID_COLUMNS_CHUNK - t->row_n;
        some = some < n - done ? some : n - done;
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            store_numbers (row + k * FID_COLUMNS_STRIDE, b->of[k] + from + done, some);
        t->row_n += some;
    }
    return 0;
}

void fid_columns_release (struct fid_columns *t, size_t row)
{
    struct fid_columns_chunk **chunk = &t->chunk[row / FID_COLUMNS_CHUNK];
    if (row % FID_COLUMNS_CHUNK != FID_COLUMNS_CHUNK - 1)
        return;
    if (*chunk != t->open)
        free (*chunk);
    *chunk = NULL;
}

void fid_columns_clear (struct fid_columns *t)
{
    for (size_t i = 0; i < t->chunk_n; i++)
        if (t->chunk[i] != t->open)
            free (t->chunk[i]);
    FID_FREE (t->chunk, t->open);
    *t = (struct fid_columns){0};
}
