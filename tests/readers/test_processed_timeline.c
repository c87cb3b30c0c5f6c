/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_timeline.c - phases of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_timeline/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "timeline.csv");
    ok_reader (&r, "processed_timeline", "known by its names of phases");
    static const enum fid_phase_kind kind[] = {FID_PHASE_INIT, FID_PHASE_TRAINING,
                                               FID_PHASE_EVAL, FID_PHASE_CHECKPOINT};
    ok (r.rc == 0 && r.phase_n == 4 && !r.reject_n, "four phases");
    for (size_t i = 0; i < 4 && i < r.phase_n; i++)
        ok (r.phase[i].kind == kind[i] && r.phase[i].epoch == -1 && !r.phase[i].flags,
            "phase %zu", i);
    ok_int (r.phase[0].start_ns, at ("2023-02-11T13:13:20.110"), "start");
    ok_int (r.phase[0].end_ns, at ("2023-02-11T13:13:29.874"), "end");
    ok_gz ("processed_timeline", "timeline.csv");
    rec_clear (&r);

    static const enum fid_phase_name name[] = {FID_NAME_INIT, FID_NAME_EPOCH, FID_NAME_BLOCK,
                                               FID_NAME_RUN, FID_NAME_EVAL};
    rec_read (&r, DIR "odd.csv");
    ok (r.phase_n == 5 && !r.reject_n, "odd: blank lines, no fraction, no end of line");
    for (size_t i = 0; i < 5 && i < r.phase_n; i++)
        ok (r.phase[i].name == name[i], "the older name of phase %zu", i);
    ok (r.phase[1].epoch == 1 && r.phase[2].epoch == 1,
        "EPOCH is the first epoch, BLOCK is in it");
    ok (r.phase[0].epoch == -1 && r.phase[3].epoch == -1 && r.phase[4].epoch == -1,
        "the others are in none");
    ok (r.phase[1].kind == FID_PHASE_TRAINING && r.phase[3].kind == FID_PHASE_TRAINING,
        "EPOCH and RUN are training");
    ok_gz ("processed_timeline", "odd.csv");
    rec_clear (&r);

    rec_read (&r, DIR "epochs.csv");
    static const int epoch[] = {-1, 1, 2, -1, 3, 3, -1};
    ok (r.phase_n == 7 && !r.reject_n, "epochs of an older tree, seven rows");
    for (size_t i = 0; i < 7 && i < r.phase_n; i++)
        ok_int (r.phase[i].epoch, epoch[i], "the epoch of a row");
    ok_gz ("processed_timeline", "epochs.csv");
    rec_clear (&r);

    rec_read (&r, DIR "broken.csv");
    ok_int ((long long)r.phase_n, 1, "broken: one row is good");
    ok_rejects (&r, "2 3 4 5 6 7", "each other row has its own fault");
    rec_clear (&r);
    return tap_done ();
}
