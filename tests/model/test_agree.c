/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_agree.c - repeats that did the same, outliers, and runs that differ */
#include "model/agree.h"
#include "tests/tap.h"

#define MIB 1048576.

static struct fid_error err;

static struct fid_did run_of (double data_mib, double stored_mib, double saved_mib,
                              double seconds)
{
    return (struct fid_did){.of = {[FID_REPEAT_BYTES] = data_mib * MIB,
                                   [FID_REPEAT_STORED] = stored_mib * MIB,
                                   [FID_REPEAT_SAVED] = saved_mib * MIB,
                                   [FID_REPEAT_SAVE_N] = 4,
                                   [FID_REPEAT_STEPS] = 100,
                                   [FID_REPEAT_DURATION] = seconds,
                                   [FID_REPEAT_BOOKS] = 0}};
}

static void check (const char *what, const struct fid_did *did, size_t n, size_t odd_n,
                   bool differ)
{
    struct fid_agreement a;
    if (fid_repeats_agree (&a, did, n, &err))
        exit (99);
    ok (a.odd_n == odd_n && a.differ == differ, "%s", what);
    fid_agreement_clear (&a);
}

int main (void)
{
    struct fid_did same[] = {run_of (500, 480, 30, 10), run_of (505, 500, 30, 11),
                             run_of (500, 490, 30, 10)};
    check ("three that did the same", same, 3, 0, false);
    same[1].of[FID_REPEAT_BYTES] /= 2;
    check ("one that read half", same, 3, 1, false);
    check ("two of which one read half: which is wrong is not known", same, 2, 0, true);
    struct fid_did cached[] = {run_of (500, 500, 30, 10), run_of (500, 20, 30, 10)};
    check ("one read from the disk, one from memory", cached, 2, 0, true);

    /* a job that only saves: the disk delivers pages of libraries, or nothing */
    struct fid_did saves[] = {run_of (0, 0, 600, 10), run_of (0, 0.12, 600, 10.6),
                              run_of (0, 1.45, 600, 10.3)};
    check ("block reads of a hundredth of what is saved make no outlier", saves, 3, 0, false);
    check ("nor do two runs differ by them", saves + 1, 2, 0, false);
    saves[2].of[FID_REPEAT_STORED] = 60 * MIB;
    check ("a tenth of it does", saves, 3, 1, false);
    return tap_done ();
}
