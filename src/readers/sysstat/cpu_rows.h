/* cpu_rows.h - CPU percentages of a processed tree, between commas or blanks */
#ifndef FID_CPU_ROWS_H
#define FID_CPU_ROWS_H

#include "readers/tables/utc_rows.h"

/* Which column belongs to which share (fid_cpu_column). */
struct fid_cpu_rows {
    int share[FID_UTC_FIELDS]; /* of column i; -1: to none */
    size_t n;                  /* columns, the stamp included */
};

/* From the titles; false if they are not a stamp and mpstat's columns. */
bool fid_cpu_rows_title (void *self, const struct fid_utc_row *names);

/* A row's four samples, as fid_utc_format.row.  Numbers with a comma as their
 * point have torn each value in two where commas separate: they are joined. */
enum fid_remark_code fid_cpu_rows_take (void *self, const struct fid_utc_row *row,
                                        const struct fid_sink *sink, struct fid_error *err,
                                        int *rc);

#endif
