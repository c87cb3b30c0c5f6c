/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.h - rows of whole numbers, packed: what events.h keeps of each event
 *
 * Rows stand in chunks of FID_COLUMNS_CHUNK.  The last chunk has 64 bits a number, one column
 * after the other.  When it is full it is packed into rows: the leading bits that all numbers of
 * a column have in common are kept once, and a row has of each number only the bits below them,
 * so a column whose numbers are equal takes none.  A number is read in O(1), by one load; who
 * takes all rows loads a batch of them, by columns. */
#pragma once

#include <endian.h>
#include "run/record.h"

#define FID_EVENT_COLUMN(F, T, type, kind, name) FID_COLUMN_##name,

enum fid_event_column {
    FID_EVENT_ALIKE (FID_EVENT_COLUMN, , ) FID_COLUMN_DUR,
    FID_COLUMN_SPAN,   /* beyond the sum of lengths: 0 of single events */
    FID_COLUMN_OFFSET, /* plus 1: 0 is FID_NO_OFFSET */
    FID_COLUMN_BYTES,
    FID_COLUMN_EVENTS,
    FID_COLUMN_FILE, /* block requests: the device */
    FID_COLUMN_PROCESS,
    FID_COLUMN_KIND, /* enum fid_op, above it FID_EVENT_... */
    FID_COLUMN_N
};

#define FID_COLUMNS_CHUNK  8192
#define FID_COLUMNS_STRIDE (FID_COLUMNS_CHUNK + 8) /* columns share no set of a cache */
#define FID_COLUMNS_BATCH  512

struct fid_columns_chunk {
    size_t row_bytes; /* from a number of a row to that of the next */
    struct fid_packed_column {
        uint64_t same, mask; /* the bits in common, and the others */
        uint32_t at, shift;  /* of the others: first byte in the first row, and bit in that */
    } column[FID_COLUMN_N];
    unsigned char byte[];
};

struct fid_columns {
    struct fid_columns_chunk **chunk; /* owned, each as well; NULL: given up */
    size_t chunk_n, chunk_cap;
    struct fid_columns_chunk *open; /* owned; the last of them, which is not packed */
    size_t row_n;
};

/* Makes room for a row behind the last: packs the last chunk if it is full.  -1 without memory.
 */
int fid_columns_grow (struct fid_columns *t, struct fid_error *err);

/* Whether there is room for a row. */
static inline bool fid_columns_has_room (const struct fid_columns *t)
{
    return t->row_n < t->chunk_n * FID_COLUMNS_CHUNK;
}

/* The row behind the last, whose numbers fid_columns_set sets; it counts when t->row_n does. */
static inline uint64_t *fid_columns_next (struct fid_columns *t)
{
    return (uint64_t *)(void *)t->open->byte + t->row_n % FID_COLUMNS_CHUNK;
}

static inline void fid_columns_set (uint64_t *row, enum fid_event_column column,
                                    uint64_t number)
{
    row[column * FID_COLUMNS_STRIDE] = htole64 (number);
}

/* Rows by columns. */
struct fid_columns_batch {
    size_t n;
    uint64_t of[FID_COLUMN_N][FID_COLUMNS_BATCH + 2]; /* a load may write one more */
};

/* Loads up to `most' rows from `row' on behind those of the batch, as many as stand in one chunk
 * and have room; returns how many. */
size_t fid_columns_load (const struct fid_columns *t, size_t row, size_t most,
                         struct fid_columns_batch *b);

/* Row `from' of a batch becomes row `to', too. */
static inline void fid_columns_move (struct fid_columns_batch *b, size_t from, size_t to)
{
    for (size_t k = 0; k < FID_COLUMN_N; k++)
        b->of[k][to] = b->of[k][from];
}

/* Adds n rows of a batch.  -1 without memory. */
int fid_columns_append (struct fid_columns *t, const struct fid_columns_batch *b, size_t from,
                        size_t n, struct fid_error *err);

/* Eight bytes anywhere. */
struct fid_any_word {
    uint64_t x;
} __attribute__ ((packed, may_alias));

/* The number of a column in a packed row. */
static inline uint64_t fid_columns_at (const struct fid_columns_chunk *c,
                                       enum fid_event_column column, const unsigned char *row)
{
    const struct fid_packed_column *k = &c->column[column];
    const struct fid_any_word *w = (const void *)(row + k->at);
    return k->same + (le64toh (w->x) >> k->shift & k->mask);
}

/* The same of row i of a chunk. */
static inline uint64_t fid_columns_in (const struct fid_columns_chunk *c,
                                       enum fid_event_column column, size_t i)
{
    return fid_columns_at (c, column, c->byte + i * c->row_bytes);
}

/* Gives up the chunk that ends with this row, if it ends one: whoever moves rows needs memory
 * once.  Such rows must not be asked for again. */
void fid_columns_release (struct fid_columns *t, size_t row);

void fid_columns_clear (struct fid_columns *t);
