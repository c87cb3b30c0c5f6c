/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpu_avg.c - GPU means of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/gpu_avg/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "good.csv");
    ok_reader (&r, "gpu_avg", "known by its title line");
    ok (r.rc == 0 && r.sample_n == 6 && !r.reject_n, "two rows are six samples");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_GPU_SM, "", 61.5, "sm");
    ok_sample (&r, "2023-02-11T13:13:31", FID_CH_GPU_MEM, "", 22, "mem");
    ok_sample (&r, "2023-02-11T13:13:32", FID_CH_GPU_FB, "", 13086, "fb");
    ok (r.sample[0].index == 0 && r.sample[0].pid == -1, "GPU 0, no process");
    ok_gz ("gpu_avg", "good.csv");
    rec_clear (&r);

    rec_read (&r, DIR "odd.csv");
    ok_int ((long long)r.sample_n, 6, "odd: two good rows");
    ok_rejects (&r, "3", "a row with two stamps is rejected");
    rec_clear (&r);
    rec_read (&r, DIR "none.csv");
    ok (r.rc == 0 && r.reader && !r.sample_n && !r.reject_n, "no GPU: a title line alone");
    rec_clear (&r);
    rec_read (&r, DIR "broken.csv");
    ok_int ((long long)r.sample_n, 3, "broken: one row is good");
    ok_rejects (&r, "3 4 5 6 7", "NaN, above 100, missing, no date, cut");
    rec_clear (&r);
    rec_text (&r, "gpu_avg.csv", "timestamp,sm,mem,fb\n2023-02-11T13:13:31,61.5,22,130");
    ok_rejects (&r, "2", "a last number without its line's end may be cut");
    rec_clear (&r);
    return tap_done ();
}
