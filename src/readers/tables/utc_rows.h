/* utc_rows.h - tables of a processed tree: each row begins with a UTC stamp
 *
 *     timestamp,sm,mem,fb
 *     2023-02-11T13:13:31,61.5,22,13086
 *
 * Fields are separated by commas or blanks; a title line names them, or the
 * format fixes them. */
#ifndef FID_UTC_ROWS_H
#define FID_UTC_ROWS_H

#include "readers/reader.h"

#define FID_UTC_FIELDS 64

struct fid_utc_row {
    int64_t t_ns; /* the stamp of field 0 */
    struct fid_span field[FID_UTC_FIELDS];
    size_t n; /* fields */
};

struct fid_utc_format {
    char sep; /* ',' or ' ' (any run of blanks) */
    /* Checks the split title line; false: it lacks a column.  NULL: no title line. */
    bool (*title) (void *self, const struct fid_utc_row *names);
    /* Takes a row; a failure of the sink goes to *rc as -1. */
    enum fid_remark_code (*row) (void *self, const struct fid_utc_row *row,
                                 const struct fid_sink *sink, struct fid_error *err, int *rc);
};

/* Read all rows; malformed ones are rejected.  -1 (FID_EINPUT) without a
 * title line where there should be one. */
int fid_utc_rows (const struct fid_utc_format *format, void *self, struct fid_input *in,
                  const struct fid_sink *sink, struct fid_error *err);

/* Split a line; false if it has too many fields. */
bool fid_utc_split (struct fid_span line, char sep, struct fid_utc_row *row);

/* "YYYY-MM-DDTHH:MM:SS[.f][zone]" as UTC; without a zone it is UTC. */
bool fid_utc_time (struct fid_span s, int64_t *ns);

/* The first row with a UTC stamp in a head, for probes. */
bool fid_utc_first (struct fid_span head, char sep, struct fid_utc_row *row);

/* Whether a head's first line is the title line (as fid_utc_format.title) of a
 * table between commas, for probes. */
bool fid_utc_titled (struct fid_span head,
                     bool (*title) (void *self, const struct fid_utc_row *names), void *self);

/* The number at the end of a file's name, after a '_' ("bio_1234"); -1 without one. */
int64_t fid_name_pid (struct fid_span name);

#endif
