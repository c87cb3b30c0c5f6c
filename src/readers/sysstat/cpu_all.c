/* cpu_all.c - cpu_all.csv of a processed tree: what the CPUs did
 *
 *     timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle
 *     2023-02-11T13:13:31,4.21,0.00,1.93,1.74,0.00,0.23,0.00,0.00,0.00,91.90
 *
 * Percent of all CPUs in the second that ends at the stamp (UTC). */
#include "readers/sysstat/cpu_rows.h"

static int
probe (const struct fid_head *head)
{
    struct fid_cpu_rows c;
    return fid_utc_titled (head->text, fid_cpu_rows_title, &c) ? 95 : 0;
}

static int
read_cpu_all (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {
        .sep = ',', .title = fid_cpu_rows_title, .row = fid_cpu_rows_take};
    struct fid_cpu_rows c;
    return fid_utc_rows (&format, &c, in, sink, err);
}

const struct fid_reader reader_cpu_all = {
    .name = "cpu_all",
    .doc = "CPU shares of a processed tree (cpu_all.csv)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_CPU,
    .rank = 5,
    .probe = probe,
    .read = read_cpu_all,
};
