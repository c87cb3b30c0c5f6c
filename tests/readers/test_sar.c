/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sar.c - use of CPUs and disks from sar's text and sadf's JSON */
#include "tests/readers/check.h"

static void ok_cpu (const struct rec *r, const char *iso, double user, double sys,
                    double iowait, double idle, const char *what)
{
    ok_sample (r, iso, FID_CH_CPU_USER, "", user, what);
    ok_sample (r, iso, FID_CH_CPU_SYS, "", sys, "... sys");
    ok_sample (r, iso, FID_CH_CPU_IOWAIT, "", iowait, "... iowait");
    ok_sample (r, iso, FID_CH_CPU_IDLE, "", idle, "... idle");
}

static void ok_disk (const struct rec *r, const char *iso, const char *disk, double read,
                     double write, const char *what)
{
    ok_sample (r, iso, FID_CH_DISK_READ, disk, read, what);
    ok_sample (r, iso, FID_CH_DISK_WRITE, disk, write, "... write");
}

static void text (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/sar/good.out"), 0, "good.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 2 * 4 + 4 * 2, "two rows of CPUs, four of disks");
    ok_cpu (&r, "2023-02-11T23:59:59", 5, 2, 3, 90, "shares of all CPUs");
    ok_cpu (&r, "2023-02-12T00:00:00", 8, 2, 0, 90, "and of the next day");
    ok_disk (&r, "2023-02-11T23:59:59", "sda", 10, 0.5, "kB/s are KiB/s");
    ok_disk (&r, "2023-02-12T00:00:00", "sda", 2, 1, "disks of the next day");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/sar/odd.out"), 0, "odd.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 2 * 4 + 2 * 2, "restart and averages are no rows");
    ok_cpu (&r, "2023-02-11T08:20:00", 20, 4, 0, 76, "single CPUs are averaged");
    ok_disk (&r, "2023-02-11T08:20:00", "dev8-0", 1, 2,
             "sectors; the second table is of the same day");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/sar/broken.out"), 0, "broken.out is read");
    ok_rejects (&r, "2 3 4 8 9 11", "damaged rows are named");
    ok (r.sample_n == 4 + 2 && has_note (&r, "first line is missing"), "the others count");
    rec_clear (&r);

    rec_text (&r, "sar.out",
              "Linux 5.4.0 (h) \t02/11/23 \t_x86_64_\t(80 CPU)\n\n"
              "08:11:18  CPU  %usr  %nice  %sys  %iowait  %irq  %soft  %idle\n");
    ok_reader (&r, "mpstat", "the table of mpstat is mpstat's");
    rec_clear (&r);
}

static void json (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/sadf_json/good.json"), 0, "good.json is read");
    ok_reader (&r, "sadf_json", "and not taken for mpstat's or iostat's");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "in UTC");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 4 + 3 * 2, "CPUs once, disks three times");
    ok_cpu (&r, "2023-02-11T08:11:20", 5, 2, 3, 90, "shares");
    ok_disk (&r, "2023-02-11T08:11:20", "sda", 2, 0.5, "KiB/s");
    ok_disk (&r, "2023-02-11T08:11:21", "sda", 2, 1, "sectors");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/sadf_json/broken.json"), 0, "broken.json is read");
    ok_rejects (&r, "2 2 3 4 5 5 5", "damaged samples and elements are named");
    ok_int ((long long)r.sample_n, 2, "the last complete sample counts");
    ok (has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    rec_text (&r, "sar.json",
              "{\"sysstat\": {\"hosts\": [{\"statistics\": [\n{\"timestamp\": {\"date\": "
              "\"2023-02-11\", \"time\": \"08:11:20\", \"utc\": 0}, \"disk\": []}]}]}}");
    ok (r.rc == -1 && strstr (r.err.text, ":2: stamps in local time"),
        "stamps in local time are refused");
    rec_clear (&r);
}

int main (void)
{
    text ();
    json ();
    ok_gz ("sar", "good.out");
    ok_gz ("sar", "odd.out");
    ok_gz ("sar", "broken.out");
    ok_gz ("sadf_json", "good.json");
    ok_gz ("sadf_json", "broken.json");
    ok_cut_anywhere ("sadf_json", "good.json");
    return tap_done ();
}
