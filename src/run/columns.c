/* columns.c - see columns.h */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "run/columns.h"

#define WORD     (sizeof (uint64_t))
#define BITS_MAX 57 /* a load may begin at any bit of a byte, and wider ones would need two */

/* Lays out the columns of a row for numbers that differ from the first ones in such bits. */
static void
lay_out_row (struct fid_columns_chunk *c, const uint64_t *first, const uint64_t *differ)
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

static void
pack_rows (struct fid_columns_chunk *c, const uint64_t *row)
{
    unsigned char *to = c->byte;
    memset (to, 0, FID_COLUMNS_CHUNK * c->row_bytes + WORD);
    for (size_t i = 0; i < FID_COLUMNS_CHUNK; i++, row += FID_COLUMN_N, to += c->row_bytes)
#pragma GCC unroll 16
        for (size_t k = 0; k < FID_COLUMN_N; k++) {
            const struct fid_packed_column *p = &c->column[k];
            struct fid_any_word *w = (void *)(to + p->at);
            w->x |= htole64 ((le64toh (row[k]) & p->mask) << p->shift);
        }
}

static int
pack_open (struct fid_columns *t, struct fid_error *err)
{
    const uint64_t *row = (const uint64_t *)(const void *)t->open->byte;
    uint64_t first[FID_COLUMN_N], differ[FID_COLUMN_N] = {0};
    struct fid_columns_chunk head;
    for (size_t k = 0; k < FID_COLUMN_N; k++)
        first[k] = le64toh (row[k]);
    for (size_t i = 0; i < FID_COLUMNS_CHUNK; i++)
#pragma GCC unroll 16
        for (size_t k = 0; k < FID_COLUMN_N; k++)
            differ[k] |= le64toh (row[i * FID_COLUMN_N + k]) ^ first[k];
    lay_out_row (&head, first, differ);
    struct fid_columns_chunk *c =
        malloc (sizeof *c + FID_COLUMNS_CHUNK * head.row_bytes + WORD);
    if (!c)
        return fid_error_nomem (err);
    *c = head;
    pack_rows (c, row);
    t->chunk[t->chunk_n - 1] = c;
    return 0;
}

static int
make_open (struct fid_columns *t, struct fid_error *err)
{
    t->open = malloc (sizeof *t->open + FID_COLUMNS_CHUNK * FID_COLUMN_N * WORD);
    if (!t->open)
        return fid_error_nomem (err);
    t->open->row_bytes = FID_COLUMN_N * WORD;
    for (size_t k = 0; k < FID_COLUMN_N; k++)
        t->open->column[k] =
            (struct fid_packed_column){.mask = UINT64_MAX, .at = (uint32_t)(k * WORD)};
    return 0;
}

int
fid_columns_grow (struct fid_columns *t, struct fid_error *err)
{
    if (fid_array_grow (&t->chunk, &t->chunk_cap, t->chunk_n + 1, sizeof *t->chunk, err) ||
        (t->open ? pack_open (t, err) : make_open (t, err)))
        return -1;
    t->chunk[t->chunk_n++] = t->open;
    return 0;
}

void
fid_columns_release (struct fid_columns *t, size_t row)
{
    struct fid_columns_chunk **chunk = &t->chunk[row / FID_COLUMNS_CHUNK];
    if (row % FID_COLUMNS_CHUNK != FID_COLUMNS_CHUNK - 1)
        return;
    if (*chunk != t->open)
        free (*chunk);
    *chunk = NULL;
}

void
fid_columns_clear (struct fid_columns *t)
{
    for (size_t i = 0; i < t->chunk_n; i++)
        if (t->chunk[i] != t->open)
            free (t->chunk[i]);
    free (t->chunk);
    free (t->open);
    *t = (struct fid_columns){0};
}
