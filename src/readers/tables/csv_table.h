/* csv_table.h - tables for anything that has no reader of its own
 *
 * The first line names the columns; the first column is time.  Its name says
 * which clock: seconds from some zero, or UTC.  The other names say what the
 * table holds: gauges, events or phases (doc/formats.md lists them). */
#ifndef FID_CSV_TABLE_H
#define FID_CSV_TABLE_H

#include "readers/reader.h"

/* How surely head is such a table in that clock (FID_CLOCK_RELATIVE or
 * FID_CLOCK_UTC): 0 to 100. */
int fid_csv_probe (const struct fid_head *head, enum fid_clock clock);

/* Read it, as fid_reader.read does. */
int fid_csv_read (struct fid_input *in, enum fid_clock clock, const struct fid_sink *sink,
                  struct fid_error *err);

#define FID_CSV_GIVES                                                                          \
    (FID_GIVES_EVENTS | FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK | FID_GIVES_PHASES)

#endif
