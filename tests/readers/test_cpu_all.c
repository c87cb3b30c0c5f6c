/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cpu_all.c - CPU shares of processed trees */
#include "tests/readers/check.h"

#define DIR "tests/data/cpu_all/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "good.csv");
    ok_reader (&r, "cpu_all", "known by its title line");
    ok (r.rc == 0 && r.sample_n == 8 && !r.reject_n, "two rows are eight samples");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_CPU_SYS, "", 2.16, "sys + irq + soft");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_CPU_USER, "", 11.15,
               "usr + nice + guest + gnice");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_CPU_SYS, "", 2.75, "sys + irq + soft");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_CPU_IOWAIT, "", 3, "iowait");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_CPU_IDLE, "", 83.1, "idle + steal");
    ok_gz ("cpu_all", "good.csv");
    rec_clear (&r);

    rec_read (&r, DIR "odd.csv");
    ok_sample (&r, "2023-02-11T17:06:05", FID_CH_CPU_USER, "", 0.56,
               "odd: decimal commas that tore the values");
    ok_sample (&r, "2023-02-11T17:06:05", FID_CH_CPU_IDLE, "", 98.85, "up to the last column");
    ok_sample (&r, "2023-02-11T17:06:06", FID_CH_CPU_IDLE, "", 100, "and whole numbers");
    rec_clear (&r);
    rec_read (&r, DIR "broken.csv");
    ok_int ((long long)r.sample_n, 4, "broken: one row is good");
    ok_rejects (&r, "3 4 5", "a lost column, a word, more than 100 %");
    rec_clear (&r);
    return tap_done ();
}
