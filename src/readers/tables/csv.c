/* csv.c - tables whose time is seconds from an unknown zero; see csv_table.h */
#include "readers/tables/csv_table.h"

static int
probe (const struct fid_head *head)
{
    return fid_csv_probe (head, FID_CLOCK_RELATIVE);
}

static int
read_csv (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    return fid_csv_read (in, FID_CLOCK_RELATIVE, sink, err);
}

const struct fid_reader reader_csv = {
    .name = "csv",
    .doc = "a table of gauges, events or phases, in seconds",
    .clock = FID_CLOCK_RELATIVE,
    .gives = FID_CSV_GIVES,
    .rank = 1,
    .probe = probe,
    .read = read_csv,
};
