/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iostat_csv.c - disk throughput of processed trees */
#include "tests/readers/check.h"

#define DIR "tests/data/iostat_csv/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "good.csv");
    ok_reader (&r, "iostat_csv", "known by its title line");
    ok (r.rc == 0 && r.sample_n == 4 && !r.reject_n, "two rows are four samples");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_READ, "sda", 101.5, "reads of sda");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_WRITE, "sda", 0.02, "writes of sda");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_WRITE, "sdb", 7.25, "writes of sdb");
    ok_gz ("iostat_csv", "good.csv");
    rec_clear (&r);
    rec_read (&r, DIR "odd.csv");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_READ, "nvme0n1", 2,
               "KiB are turned to MiB");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_WRITE, "nvme0n1", 0.5, "in both columns");
    rec_clear (&r);
    rec_read (&r, DIR "sectors.csv"); /* sysstat 12.2, issue 264: sectors as MB */
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_WRITE, "sda", 31 * 4. / 1024,
               "a rate in sectors is corrected by requests and their size");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_DISK_READ, "sda", 12.5, "a right one stays");
    ok (r.note_n == 1, "and noted once");
    rec_clear (&r);
    rec_read (&r, DIR "broken.csv");
    ok_int ((long long)r.sample_n, 2, "broken: one row is good");
    ok_rejects (&r, "3 4 5 6", "too long, no disk, negative, NaN");
    rec_clear (&r);
    return tap_done ();
}
