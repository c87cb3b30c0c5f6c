/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_cpu.c - CPU shares of processed trees, without titles */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_cpu/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "cpu.out");
    ok_reader (&r, "processed_cpu", "known by a stamp and ten percentages");
    ok (r.rc == 0 && r.sample_n == 8 && !r.reject_n, "two rows are eight samples");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_CPU_IDLE, "", 91.9, "idle");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_CPU_USER, "", 11.15, "decimal commas");
    ok_gz ("processed_cpu", "cpu.out");
    rec_clear (&r);
    rec_read (&r, DIR "broken.out");
    ok_int ((long long)r.sample_n, 4, "broken: one row is good");
    ok_rejects (&r, "2", "the other is too short");
    rec_clear (&r);
    return tap_done ();
}
