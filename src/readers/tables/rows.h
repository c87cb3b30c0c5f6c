/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.h - formats whose lines are rows of fields, each told as a table of columns
 *
 *     static const struct fid_row_column vmstat_columns[] = {
 *         FID_GAUGE ("bi", DISK_READ, 1.0 / 1024, true),
 *         FID_SHARE ("us", USER, true),
 *         FID_COLUMN ("$", STAMP),
 *         {0},
 *     };
 *
 * A new format of this kind is such a table and one line FID_ROW_READER, no code.  A row is one
 * event, one phase, or the readings of some gauges: what the columns take decides. */
#pragma once

#include "readers/reader.h"

#define FID_ROW_FIELDS 256

/* What stands between the fields of a row. */
enum fid_split {
    FID_SPLIT_COMMAS, /* not inside plain double quotes */
    FID_SPLIT_TABS,
    FID_SPLIT_WORDS, /* runs of blanks */
    FID_SPLIT_LOG,   /* the same; "..." and [...] are one field each */
    FID_SPLIT_JSON /* the members of one object a line: "callStats.rx" is one inside another */
};

enum fid_take {
    FID_TAKE_NOTHING,
    FID_TAKE_STAMP,    /* when the row is of; events and phases start then */
    FID_TAKE_GAUGE,    /* which: enum fid_channel */
    FID_TAKE_CPU,      /* % of all CPUs; which: the channel it is a part of */
    FID_TAKE_GPU,      /* the number of the GPU that the row is of */
    FID_TAKE_GPU_NAME, /* the same as a name: numbers are in the order of the names */
    FID_TAKE_DEVICE,   /* the disk that the row is of */
    FID_TAKE_PID,
    FID_TAKE_OP,      /* what an event does, by fid_rows.op */
    FID_TAKE_BYTES,   /* of an event; negative: it failed */
    FID_TAKE_READ,    /* of a read alone */
    FID_TAKE_WRITTEN, /* of a write alone */
    FID_TAKE_LENGTH,  /* of an event, unit in ns */
    FID_TAKE_END,     /* a stamp: of an event or a phase */
    FID_TAKE_FOLDER,  /* what comes before the path */
    FID_TAKE_PATH,
    FID_TAKE_ERROR,  /* there, or unlike "-": the event failed */
    FID_TAKE_STATUS, /* of HTTP: 400 and above failed */
    FID_TAKE_ONE_OF, /* one of the names, without titles */
    FID_TAKE_PHASE,
    FID_TAKE_EPOCH,
    FID_TAKE_N
};

struct fid_row_column {
    const char *name; /* title or member: "a|b" is either, "disk.read:*" any disk or GPU, "$"
                         the last title if no other column is; NULL where rows have no titles */
    enum fid_take take;
    int which;
    double unit; /* one of the field's is so many of ours; 0: 1 */
    bool must;   /* without it a title line is not of this format */
};

#define FID_COLUMN(NAME, TAKE, ...)                                                            \
    {                                                                                          \
        .name = (NAME), .take = FID_TAKE_##TAKE, __VA_ARGS__                                   \
    }
#define FID_NEEDED(NAME, TAKE)  FID_COLUMN (NAME, TAKE, .must = true)
#define FID_LENGTH(NAME, NANOS) FID_COLUMN (NAME, LENGTH, .unit = (NANOS))
#define FID_SHARE(NAME, OF, NEEDED)                                                            \
    FID_COLUMN (NAME, CPU, .which = FID_CH_CPU_##OF, .must = (NEEDED))
#define FID_GAUGE(NAME, CHANNEL, UNIT, NEEDED)                                                 \
    FID_COLUMN (NAME, GAUGE, .which = FID_CH_##CHANNEL, .unit = (UNIT), .must = (NEEDED))

/* An operation; "REST.PUT.*": whatever follows. */
struct fid_row_op {
    const char *text; /* NULL: the end */
    int op;           /* enum fid_op; -1: no call of the application, left out */
};

struct fid_rows {
    enum fid_split split;
    enum fid_clock clock;
    const struct fid_row_column *column; /* ends with zeros */
    const struct fid_row_op *op;         /* events have it */
    const char *hint;                    /* how to record it, so that rows have a time */
    int score;                           /* of the probe */
    bool untitled;                       /* the columns are the fields in their order */
    bool exact;   /* then a row has no more fields than there are columns */
    bool first;   /* the stamp is the first title */
    bool in_turn; /* rows without a column that says the GPU are of one after the other, anew
                     after a pause */
    bool whole;   /* all readings of a row have to be there */
    const char *of_process; /* files called so and a number are of that process; NULL */
    const char *not_in;     /* files of these folders ("a|b") are not of the format; NULL */
    const char *stamped;    /* by ts, since this program prints no time; NULL */
    const char *begin;      /* of such rows; titles begin with '#', other lines say nothing */
    bool grouped; /* the line above the titles names groups, and columns are "GROUP:TITLE" */
};

int fid_rows_probe (const struct fid_rows *rows, const struct fid_head *head);
int fid_rows_read (const struct fid_rows *rows, struct fid_input *in, struct fid_error *err);

/* Defines reader_NAME of the table NAME_columns: in brackets the members of struct fid_rows,
 * then more of struct fid_reader. */
#define FID_TABLE(NAME, DOC, CLOCK, ROWS, ...)                                                 \
    static const struct fid_rows NAME##_rows = {                                               \
        .clock = FID_CLOCK_##CLOCK, .column = NAME##_columns, FID_ROWS ROWS};                  \
    FID_ROW_READER (NAME, DOC, FID_CLOCK_##CLOCK, __VA_ARGS__)
#define FID_ROWS(...) __VA_ARGS__

/* Defines reader_NAME of the table NAME_rows; more members of struct fid_reader may follow. */
#define FID_ROW_READER(NAME, DOC, CLOCK, ...)                                                  \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return fid_rows_probe (&NAME##_rows, head);                                            \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        return fid_rows_read (&NAME##_rows, in, err);                                          \
    }                                                                                          \
    FID_READER_OF (NAME, DOC, .clock = CLOCK, __VA_ARGS__)
