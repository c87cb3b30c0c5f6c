/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_gpu.c - processes on GPUs of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_gpu/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "gpu.out");
    ok_reader (&r, "processed_gpu", "known by stamp, gpu, pid and type");
    ok (r.rc == 0 && r.sample_n == 9 && !r.reject_n, "three rows are nine samples");
    if (r.sample_n == 9) {
        ok (r.sample[0].channel == FID_CH_GPU_SM && r.sample[0].value == 61 &&
                r.sample[0].index == 0 && r.sample[0].pid == 2720661 &&
                r.sample[0].t_ns == at ("2023-02-11T13:13:31"),
            "sm of the first process");
        ok (r.sample[5].channel == FID_CH_GPU_FB && r.sample[5].value == 12 &&
                r.sample[5].index == 1,
            "fb of the second, on another GPU");
        ok (r.sample[6].index == 0 && r.sample[6].pid == 3333333 && r.sample[6].value == 1,
            "two processes on a GPU are two");
    }
    ok_gz ("processed_gpu", "gpu.out");
    rec_clear (&r);
    rec_read (&r, DIR "broken.out");
    ok_int ((long long)r.sample_n, 3, "broken: one row is good");
    ok_rejects (&r, "2 3 4 5 6", "each other row has its own fault");
    rec_clear (&r);
    return tap_done ();
}
