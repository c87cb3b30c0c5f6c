/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cpu_rows.c - rows of mpstat without titles */
#include "tests/readers/check.h"

#define DIR "tests/data/cpu_rows/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "cpu.all");
    ok_reader (&r, "cpu_rows", "known by a time of day, `all` and ten numbers");
    ok (r.rc == 0 && r.sample_n == 16 && !r.reject_n, "four rows are 16 samples");
    ok (has_note (&r, "without a date"), "that the date is missing is noted");
    ok_sample (&r, "1970-01-01T23:59:58", FID_CH_CPU_USER, "", 4.5, "usr + nice");
    ok_sample (&r, "1970-01-01T23:59:58", FID_CH_CPU_SYS, "", 2, "sys + irq + soft");
    ok_sample (&r, "1970-01-02T00:00:00", FID_CH_CPU_IDLE, "", 90, "12 AM is the next day");
    ok_sample (&r, "1970-01-02T00:00:01", FID_CH_CPU_IDLE, "", 85, "idle + steal");
    ok_gz ("cpu_rows", "cpu.all");
    rec_clear (&r);

    rec_read (&r, DIR "odd.all");
    ok (r.sample_n == 8 && !r.reject_n, "odd: the averages are no row");
    ok_sample (&r, "1970-01-01T17:06:05", FID_CH_CPU_USER, "", 0.56, "decimal commas");
    rec_clear (&r);

    rec_read (&r, DIR "broken.all");
    ok_int ((long long)r.sample_n, 4, "broken: one row is good");
    ok_rejects (&r, "2 3 4 5 6 7",
                "a lost column, a word, more than 100 %, one CPU, no time, a cut line");
    rec_clear (&r);

    rec_text (&r, "cpu.all", "08:11:19 AM  all    1.00    2.00\n");
    ok (!r.reader, "rows with other columns are not known");
    rec_clear (&r);
    return tap_done ();
}
