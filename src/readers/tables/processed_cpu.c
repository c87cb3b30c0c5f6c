/* processed_cpu.c - cpu.out of a processed tree: cpu_all.csv without titles
 *
 *     2023-02-11T13:13:31 4.21 0.00 1.93 1.74 0.00 0.23 0.00 0.00 0.00 91.90 */
#include "readers/sysstat/cpu_rows.h"

/* mpstat's columns in the order the file has them. */
static void
columns (struct fid_cpu_rows *c)
{
    struct fid_utc_row names;
    fid_utc_split (
        fid_span_of ("timestamp usr nice sys iowait irq soft steal guest gnice idle"), ' ',
        &names);
    fid_cpu_rows_title (c, &names);
}

static int
probe (const struct fid_head *head)
{
    struct fid_utc_row row;
    struct fid_cpu_rows c;
    double v;
    columns (&c);
    if (!fid_utc_first (head->text, ' ', &row) || row.n != c.n)
        return 0;
    for (size_t i = 1; i < row.n; i++)
        if (!fid_span_f64 (row.field[i], &v) || v < 0 || v > 101)
            return 0;
    return 90;
}

static int
read_cpu (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ' ', .row = fid_cpu_rows_take};
    struct fid_cpu_rows c;
    columns (&c);
    return fid_utc_rows (&format, &c, in, sink, err);
}

const struct fid_reader reader_processed_cpu = {
    .name = "processed_cpu",
    .doc = "CPU shares of a processed tree (cpu.out)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_CPU,
    .rank = 4, /* the same as cpu_all.csv */
    .probe = probe,
    .read = read_cpu,
};
