/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h - structs by one table, as JSON documents and as bytes
 *
 * A record lists members of a struct.  JSON is written, read with all checks, and described by a
 * schema (tests/record_schema.h) from this table; fid_record_pack and _unpack (digests, caches)
 * use the same table:
 *
 *     #define POINT(F, T) \
 *         F (T, NUMBER, "x_s", x_s, FID_ANY) \
 *         F (T, COUNT, "n", n, .least = 1) \
 *         F (T, ID, "unit", unit, .names = &fid_units_named)
 *     FID_RECORD (point, struct point, POINT);        defines struct fid_record point
 *
 * Members are written in the order of the table.  What is read is kept in an arena: lists and
 * texts are freed with it.  A value that is not known is null, or left out (`need' of a row);
 * in the struct it is FID_GAP (FID_ANY numbers) or -1, NULL, 0 of a hash or an unsigned count.
 * What is below .least is not known either.  Elements that .make makes while a list is written
 * are not read. */
#pragma once

#include "base/arena.h"
#include "base/jsonread.h"

/* n numbers; x NULL: the list is not there. */
struct fid_numbers {
    double *x; /* in an arena */
    size_t n;
};

struct fid_texts {
    const char **text; /* in an arena, as the texts */
    size_t n;
};

struct fid_amount {
    const char *name;
    double value;
};

enum fid_member_kind {
    FID_MEMBER_CONST,  /* always .text, which is not read; but "schema" has to be it */
    FID_MEMBER_NUMBER, /* double, from .least to .most; FID_ANY: any */
    FID_MEMBER_COUNT,  /* unsigned or size_t, from .least to .most */
    FID_MEMBER_INT,    /* int or an enum, from .least; -1: not known */
    FID_MEMBER_BOOL,   /* bool; FID_OR_NULL: unsigned char, FID_NOT_TOLD: not known */
    FID_MEMBER_TEXT,   /* const char *; without control characters; .least 1: not empty */
    FID_MEMBER_CHARS,  /* char[N] */
    FID_MEMBER_HASH,   /* uint64_t as 16 hexadecimal digits */
    FID_MEMBER_ID,    /* an enum or int, by .names; not known: 0 if that has no name, else -1 */
    FID_MEMBER_NAMED, /* double[N]: a member for each of .names */
    FID_MEMBER_SET,   /* unsigned: bit i for each of .names, as a list of them */
    FID_MEMBER_AMOUNTS,  /* owned pointer to struct fid_amount, their number at .n_at: an object
                            of numbers by any names */
    FID_MEMBER_INTERVAL, /* double[2] as [low, high], both from .least to .most; not known if
                            low is -1 */
    FID_MEMBER_OBJECT,   /* struct, .of it; not known if its first member (.known) is not */
    FID_MEMBER_LIST,     /* owned pointer to structs .of it; their number at .n_at, .least; or
                            made by .make */
    FID_MEMBER_NUMBERS,  /* struct fid_numbers */
    FID_MEMBER_PAIRS,    /* struct fid_numbers of 2 n numbers, or [2] of them (.split) */
    FID_MEMBER_SQUARE,   /* struct fid_numbers of a matrix, as a list of rows; -1: null; .n_at:
                            the   length of a row, else it has as many rows as columns */
    FID_MEMBER_TEXTS,    /* struct fid_texts */
    FID_MEMBER_PACKED,   /* uint16_t *, their number at .n_at: a text (base/packed.h) */
    /* only in bytes, where COUNT and INT may be arrays, and of 1 (0 or 1, or up to .most), 4 or 8
       bytes an .element: */
    FID_MEMBER_OWNED,    /* char *, owned or NULL */
    FID_MEMBER_COUNTS,   /* pointer to unsigned numbers */
    FID_MEMBER_INSTANTS, /* pointer to int64_t that mostly ascend */
    FID_MEMBER_REALS,    /* pointer to double */
    FID_MEMBER_ROOM,     /* capacity of the list before it: read back as its length */
    FID_MEMBER_OUT,      /* not written; 0 after reading */
};

enum fid_member_need {
    FID_NEEDED,
    FID_OR_NULL,  /* null if it is not known */
    FID_LEFT_OUT, /* left out if it is not known */
    FID_SINCE     /* as FID_OR_NULL, but files of older versions lack it */
};

/* An interval, as an array and by two names; -1 in both ends: it is not known. */
#define FID_INTERVAL(both, low, high)                                                          \
    union {                                                                                    \
        double both[2];                                                                        \
        struct {                                                                               \
            double low, high;                                                                  \
        };                                                                                     \
    }

/* The names of an enum in files: an array of texts, or of structs with a text. */
struct fid_names {
    const char *const *first; /* of value 0 */
    size_t size;              /* of an element */
    int n, from;              /* values below `from' have no name */
};

#define FID_NAMES_OF(list, count, ...)                                                         \
    {                                                                                          \
        .first = (list), .size = sizeof *(list), .n = (count), __VA_ARGS__                     \
    }

/* The name of a value, or NULL; the value of a name (NULL: none), or -1. */
const char *fid_name_of (const struct fid_names *names, int value);
int fid_name_find (const struct fid_names *names, const char *name);

struct fid_record;

struct fid_member {
    const char *key;
    enum fid_member_kind kind;
    enum fid_member_need need;
    size_t at, size;
    double least, most; /* most 0: no limit */
    bool any;           /* negative, too; FID_GAP: not known */
    bool flat;          /* OBJECT: its members are in the same struct */
    bool gaps;          /* NUMBERS: null is FID_GAP */
    bool split;         /* PAIRS: first and second numbers apart */
    bool open;          /* LIST: fid_record_write takes its elements one by one */
    bool aside;         /* OBJECT, LIST, TEXTS: kept in the second of two arenas */
    int digits;         /* of numbers that are kept (fid_record_round); 0: all */
    bool micro;         /* they are kept to a millionth */
    const char *text;
    const struct fid_names *names;
    const struct fid_record *of;
    size_t n_at;     /* LIST, PACKED, SQUARE */
    size_t times_at; /* of a matrix: where the other length is; 0: it is a list */
    bool n_is_row;   /* the length has a row of its own */
    size_t element;  /* LIST: bytes */
    bool (*make) (const void *object, size_t i,
                  void *element); /* LIST: false behind the last */
    size_t as_long_as; /* NUMBERS: 1 + where the numbers are of which there are as many */
};

struct fid_record {
    const char *name; /* for messages: "'id' of NAME ..." */
    const struct fid_member *member;
    size_t n;
    size_t size;  /* of the struct */
    size_t known; /* the member without which an OBJECT is null */
    /* Checks what one member cannot tell, after all are read: records mistakes. */
    void (*check) (struct fid_reading *r, void *object);
    bool (*sane) (const void *object); /* the same of bytes; NULL: anything is */
};

#define FID_ANY              .any = true
#define FID_IDS(list)        .names = &fid_names_##list
#define FID_LIKE(T, numbers) .as_long_as = 1 + offsetof (T, numbers)
#define FID_ROWS(T, list, count, record_of)                                                    \
    .of = &(record_of), .n_at = offsetof (T, count), .element = sizeof *((T *)0)->list

#define FID_MADE(S, make_element, record_of)                                                   \
    .of = &(record_of), .make = (make_element), .element = sizeof (S)

#define FID_MEMBER_IS(T, row_kind, row_key, place, ...)                                        \
    {                                                                                          \
        .key = row_key, .kind = FID_MEMBER_##row_kind, .at = offsetof (T, place),              \
        .size = sizeof ((T *)0)->place, __VA_ARGS__                                            \
    }
#define FID_MEMBER_ROW(...) FID_MEMBER_IS (__VA_ARGS__),

/* A struct fid_record of T with these members; the rest are other members of it. */
#define FID_RECORD_IS(record_name, T, list, ...)                                               \
    {                                                                                          \
        .name = #record_name, .member = list, .n = sizeof list / sizeof *list,                 \
        .size = sizeof (T), __VA_ARGS__                                                        \
    }

/* Defines `record_name', a struct fid_record of the rows. */
#define FID_RECORD(record_name, T, TABLE, ...)                                                 \
    static const struct fid_member record_name##_members[] = {TABLE (FID_MEMBER_ROW, T)};      \
    static const struct fid_record record_name =                                               \
        FID_RECORD_IS (record_name, T, record_name##_members, __VA_ARGS__)

/* The same for bytes only.  Of a row, F is a member with one value, A an array or a struct.
 *
 *     #define POINT(F, A, T) F (T, INT, x_ns), F (T, COUNT, n), \
 *                            F (T, COUNTS, at, FID_COUNTED (T, at, n)), A (T, CHARS, name)
 *     FID_BYTES_RECORD (point, struct point, POINT);
 *
 * FID_WHOLE_RECORD: all members are listed in their order.  The build fails if one is missing: an
 * initialiser needs one value for each row. */
#define FID_BYTES_RECORD(record_name, T, TABLE, ...)                                           \
    static const struct fid_member record_name##_members[] = {                                 \
        TABLE (FID_MEMBER_LIKE, FID_MEMBER_LIKE, T)};                                          \
    static const struct fid_record record_name =                                               \
        FID_RECORD_IS (record_name, T, record_name##_members, __VA_ARGS__)
#define FID_WHOLE_RECORD(record_name, T, TABLE, ...)                                           \
    _Pragma ("GCC diagnostic push")                                                            \
        _Pragma ("GCC diagnostic ignored \"-Wmissing-braces\"") /* of arrays of structs */     \
        static const T record_name##_zero                                                      \
        __attribute__ ((unused)) = {TABLE (FID_ZERO, FID_ZERO_ALL, T)};                        \
    _Pragma ("GCC diagnostic pop") FID_BYTES_RECORD (record_name, T, TABLE, __VA_ARGS__)
#define FID_ZERO(...) 0
#define FID_ZERO_ALL(...)                                                                      \
    {                                                                                          \
        0                                                                                      \
    }
#define FID_MEMBER_LIKE(T, row_kind, member, ...)                                              \
    FID_MEMBER_IS (T, row_kind, #member, member, __VA_ARGS__)
#define FID_OF(record)    .of = &(record)
#define FID_BELOW(limit)  .most = (double)(limit)-1
#define FID_LENGTH(T, of) .n_at = offsetof (T, of), .n_is_row = true
#define FID_COUNTED(T, list, of)                                                               \
    .element = sizeof *((T *)0)->list, .n_at = offsetof (T, of), .n_is_row = true

/* Rounds what has .digits or .micro, so that a struct that was made is the same as one read. */
void fid_record_round (const struct fid_record *record, void *object);

/* Adds the members of a struct to the object o. */
void fid_record_put (struct fid_doc *d, cJSON *o, const struct fid_record *record,
                     const void *from);

/* A new object of them; NULL if memory runs out.  _doc: with FID_EINTERNAL, too, and a member
 * "hash" sealed if there is one (fid_json_seal). */
cJSON *fid_record_json (const struct fid_record *record, const void *from);
cJSON *fid_record_doc (const struct fid_record *record, const void *from,
                       struct fid_error *err);

/* The text of that, freed by the caller; _packed: without a hash, with many numbers a line
 * (fid_json_packed); the same as a file (fid_json_save).  NULL, or -1, with FID_EINTERNAL. */
char *fid_record_packed (const struct fid_record *record, const void *from,
                         struct fid_error *err);
char *fid_record_text (const struct fid_record *record, const void *from,
                       struct fid_error *err);
int fid_record_save (const struct fid_record *record, const void *from, const char *path,
                     const char *below, struct fid_error *err);

/* The text written to f while it is made: a list that is .open has lines of its own, and memory
 * holds one element of it.  -1 with FID_EINTERNAL; the caller checks ferror (f). */
int fid_record_write (const struct fid_record *record, const void *from, FILE *f,
                      struct fid_error *err);

/* Reads the members of an object into the struct at `to', which is zeroed before; what is there
 * beside them is not looked at.  arena is the first of two if a row is .aside.  Returns -1 after
 * a mistake, which is recorded. */
int fid_record_read (struct fid_reading *r, const cJSON *o, const struct fid_record *record,
                     struct fid_arena *arena, void *to);

/* The same of a file.  -1 with FID_EINPUT "path: reason", FID_EINTERNAL. */
int fid_record_load (const struct fid_record *record, const char *path, struct fid_arena *arena,
                     void *to, struct fid_error *err);

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

/* Appends the members that are not .aside as bytes, which are the same on every machine. */
int fid_record_pack (const struct fid_record *record, const void *from, struct fid_bytes *out,
                     struct fid_error *err);

/* Bytes being read. */
struct fid_packed_in {
    const char *path; /* borrowed; for messages */
    const unsigned char *p, *end;
    struct fid_arena *arena; /* borrowed; lists and texts go there; NULL: lists are owned */
    /* A text that outlives what is read, equal to text[n]; NULL without memory.  Not used if
     * there is an arena. */
    const char *(*word) (void *ctx, const char *text, size_t n, struct fid_error *err);
    void *ctx;
};

/* Takes them off the bytes, into the struct at `to', whose bytes are all 0.  -1 with FID_EINPUT
 * "path: ..." if that is not what they are: no bytes, whoever wrote them, lead out of the struct
 * or of an enum.  The caller frees what is in *to even after a failure. */
int fid_record_unpack (const struct fid_record *record, void *to, struct fid_packed_in *in,
                       struct fid_error *err);

/* A hash of the names and kinds of all members, which changes with the table. */
uint64_t fid_record_hash (const struct fid_record *record, uint64_t seed);
