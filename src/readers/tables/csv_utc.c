/* csv_utc.c - tables whose time is UTC; see csv_table.h */
#include "readers/tables/csv_table.h"

static int
probe (const struct fid_head *head)
{
    return fid_csv_probe (head, FID_CLOCK_UTC);
}

static int
read_csv_utc (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_csv_read (in, FID_CLOCK_UTC, sink, err);
}

const struct fid_reader reader_csv_utc = {
    .name = "csv_utc",
    .doc = "a table of gauges, events or phases, in UTC",
    .clock = FID_CLOCK_UTC,
    .gives = FID_CSV_GIVES,
    .rank = 1,
    .probe = probe,
    .read = read_csv_utc,
};
