/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.h - structs written as bytes and read back, by one table of their members
 *
 * A table lists every member of a struct once, in its order; writing and reading walk the same
 * table.  The build fails if a member is missing:
 *
 *     #define POINT(F, T) \
 *         F (T, NUMBER, x_ns) F (T, NUMBER, n) F (T, NUMBERS, at, FID_LENGTH (T, n))
 *     FID_FIELDS (point, struct point, POINT);        defines struct fid_fields point
 *
 * The bytes are the same on every machine.  Numbers are zigzag LEB128; of a list, all elements'
 * first members follow each other, each as its difference from the one before, then all second
 * ones.  What pointers point to comes after the members of the struct itself. */
#pragma once

#include "base/base.h"

/* What a member is.  "Array" kinds are members of several elements of one kind. */
enum fid_field_kind {
    FID_FIELD_NUMBER,   /* unsigned, or an enum: of 1 (bool), 4 or 8 bytes; .below limits it */
    FID_FIELD_SIGNED,   /* of 4 or 8 bytes */
    FID_FIELD_HASH,     /* uint64_t whose bits are random */
    FID_FIELD_REAL,     /* double; finite */
    FID_FIELD_CHARS,    /* char[N], '\0' at its end */
    FID_FIELD_TEXT,     /* char *, owned or NULL */
    FID_FIELD_WORD,     /* const char *, NULL or a text that outlives the struct */
    FID_FIELD_STRUCT,   /* .of it */
    FID_FIELD_LIST,     /* owned pointer to structs .of it */
    FID_FIELD_NUMBERS,  /* owned pointer to unsigned numbers */
    FID_FIELD_INSTANTS, /* owned pointer to int64_t that ascend */
    FID_FIELD_REALS,    /* owned pointer to double */
    FID_FIELD_ROOM,     /* capacity of the owned pointer before it: read back as its length */
    FID_FIELD_OUT,      /* not written; 0 after reading */
};

struct fid_fields;

struct fid_field {
    const char *name;
    enum fid_field_kind kind;
    size_t at, size; /* bytes */
    size_t element;  /* bytes of an element of what a pointer points to */
    const struct fid_fields *of;
    uint64_t below;             /* NUMBER: 0: any; of 1 byte, 0 or 1 */
    size_t length[2], length_n; /* where the length of an owned array is: the product */
};

struct fid_fields {
    const char *name;
    size_t size;
    const struct fid_field *field;
    size_t n;
    bool (*sane) (const void *object); /* of what was read; NULL: anything is */
};

/* For the rows of a table. */
#define FID_OF(fields)           .of = &(fields)
#define FID_BELOW(limit)         .below = (limit)
#define FID_LENGTH(T, member)    .length = {offsetof (T, member)}, .length_n = 1
#define FID_LENGTHS(T, a, b)     .length = {offsetof (T, a), offsetof (T, b)}, .length_n = 2
#define FID_POINTS_TO(T, member) .element = sizeof *((T *)0)->member

#define FID_FIELD_ROW(T, row_kind, member, ...)                                                \
    {.name = #member,                                                                          \
     .kind = FID_ROW_KIND_##row_kind,                                                          \
     .at = offsetof (T, member),                                                               \
     .size = sizeof ((T *)0)->member,                                                          \
     __VA_ARGS__},

/* Rows of arrays inside a struct (_N) have kinds of their own, for FID_FIELD_ZERO. */
#define FID_ROW_KIND_NUMBER   FID_FIELD_NUMBER
#define FID_ROW_KIND_NUMBER_N FID_FIELD_NUMBER
#define FID_ROW_KIND_SIGNED   FID_FIELD_SIGNED
#define FID_ROW_KIND_SIGNED_N FID_FIELD_SIGNED
#define FID_ROW_KIND_HASH     FID_FIELD_HASH
#define FID_ROW_KIND_REAL     FID_FIELD_REAL
#define FID_ROW_KIND_CHARS    FID_FIELD_CHARS
#define FID_ROW_KIND_TEXT     FID_FIELD_TEXT
#define FID_ROW_KIND_WORD     FID_FIELD_WORD
#define FID_ROW_KIND_STRUCT   FID_FIELD_STRUCT
#define FID_ROW_KIND_LIST     FID_FIELD_LIST
#define FID_ROW_KIND_NUMBERS  FID_FIELD_NUMBERS
#define FID_ROW_KIND_INSTANTS FID_FIELD_INSTANTS
#define FID_ROW_KIND_REALS    FID_FIELD_REALS
#define FID_ROW_KIND_ROOM     FID_FIELD_ROOM
#define FID_ROW_KIND_OUT      FID_FIELD_OUT
#define FID_ROW_KIND_OUT_N    FID_FIELD_OUT

/* An initialiser with one value for each row: one too few is a warning of -Wextra, one too many
 * an error. */
#define FID_FIELD_ZERO(T, row_kind, member, ...) FID_ZERO_##row_kind,
#define FID_ZERO_ALL                                                                           \
    {                                                                                          \
        0                                                                                      \
    }
#define FID_ZERO_NUMBER   0
#define FID_ZERO_NUMBER_N FID_ZERO_ALL
#define FID_ZERO_SIGNED   0
#define FID_ZERO_SIGNED_N FID_ZERO_ALL
#define FID_ZERO_HASH     0
#define FID_ZERO_REAL     0
#define FID_ZERO_CHARS    FID_ZERO_ALL
#define FID_ZERO_TEXT     0
#define FID_ZERO_WORD     0
#define FID_ZERO_STRUCT   FID_ZERO_ALL
#define FID_ZERO_LIST     0
#define FID_ZERO_NUMBERS  0
#define FID_ZERO_INSTANTS 0
#define FID_ZERO_REALS    0
#define FID_ZERO_ROOM     0
#define FID_ZERO_OUT      0
#define FID_ZERO_OUT_N    FID_ZERO_ALL

#define FID_FIELDS(id, T, rows, ...)                                                           \
    _Pragma ("GCC diagnostic push")                                                            \
        _Pragma ("GCC diagnostic ignored \"-Wmissing-braces\"") /* of arrays of structs */     \
        static const T id##_zero __attribute__ ((unused)) = {rows (FID_FIELD_ZERO, T)};        \
    _Pragma ("GCC diagnostic pop") static const struct fid_field id##_row[] = {                \
        rows (FID_FIELD_ROW, T)};                                                              \
    static const struct fid_fields id = {.name = #id,                                          \
                                         .size = sizeof (T),                                   \
                                         .field = id##_row,                                    \
                                         .n = sizeof id##_row / sizeof *id##_row,              \
                                         __VA_ARGS__}

/* Bytes being written. */
struct fid_bytes {
    unsigned char *p; /* owned */
    size_t n, cap;
};

void fid_bytes_clear (struct fid_bytes *b);

/* Appends n bytes; a number of 8 bytes, little-endian. */
int fid_bytes_put (struct fid_bytes *b, const void *p, size_t n, struct fid_error *err);
int fid_bytes_put_word (struct fid_bytes *b, uint64_t x, struct fid_error *err);

/* The number of 8 bytes at p. */
uint64_t fid_bytes_word (const unsigned char *p);

/* Appends *object to out. */
int fid_fields_write (const struct fid_fields *fields, const void *object,
                      struct fid_bytes *out, struct fid_error *err);

/* Bytes being read. */
struct fid_fields_in {
    const char *path; /* borrowed; for messages */
    const unsigned char *p, *end;
    /* A text that outlives what is read, equal to text[n]; NULL without memory. */
    const char *(*word) (void *ctx, const char *text, size_t n, struct fid_error *err);
    void *ctx;
};

/* Fills *object, whose bytes are all 0.  -1 with FID_EINPUT "path: ..." if the bytes were
 * not written with this table.  The caller frees what is in *object even after a failure. */
int fid_fields_read (const struct fid_fields *fields, void *object, struct fid_fields_in *in,
                     struct fid_error *err);

/* A hash of the names and kinds of all members, which changes with the table. */
uint64_t fid_fields_hash (const struct fid_fields *fields, uint64_t seed);
