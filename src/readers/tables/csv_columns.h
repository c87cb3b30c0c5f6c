/* csv_columns.h - what the column names of a CSV table mean */
#ifndef FID_CSV_COLUMNS_H
#define FID_CSV_COLUMNS_H

#include "readers/reader.h"

#define FID_CSV_COLUMNS_MAX 256

enum fid_csv_what {
    FID_CSV_UNKNOWN,
    FID_CSV_GAUGE,
    FID_CSV_OP, /* events */
    FID_CSV_BYTES,
    FID_CSV_LATENCY,
    FID_CSV_FILE,
    FID_CSV_PID,
    FID_CSV_DEVICE,
    FID_CSV_PHASE, /* phases */
    FID_CSV_END,
    FID_CSV_EPOCH
};

struct fid_csv_column {
    enum fid_csv_what what;
    enum fid_channel channel; /* of a gauge */
    int index;                /* of a GPU gauge, else -1 */
    struct fid_span key;      /* of a disk gauge; borrowed from the header */
};

enum fid_csv_kind { FID_CSV_NOTHING, FID_CSV_GAUGES, FID_CSV_EVENTS, FID_CSV_PHASES };

/* The columns of a header line and the kind of table they make; column[0] is
 * time.  Returns the number of columns; 0 if the first is no time in that
 * clock, or if there are too many. */
size_t fid_csv_header (struct fid_span line, enum fid_clock clock,
                       struct fid_csv_column *column, enum fid_csv_kind *kind);

/* The next field of a line, plain double quotes and blanks off; false at the
 * end.  Start as with fid_span_field. */
bool fid_csv_field (struct fid_span *rest, struct fid_span *field);

#endif
