/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dlio_epoch_stats.c - phases from per_epoch_stats.json */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dlio_epoch_stats/good.json"), 0, "good.json is read");
    ok (r.reader && strcmp (r.reader->name, "dlio_epoch_stats") == 0 &&
            r.reader->clock == FID_CLOCK_APP && r.reject_n == 0 && r.note_n == 0,
        "by dlio_epoch_stats, in the process's time, without complaint");
    ok_int ((long long)r.phase_n, 17, "5 epochs, 5 blocks, 5 evaluations, 2 checkpoints");
    /* the first epoch: duration 13.31, while its end stands behind the evaluation */
    if (r.phase_n > 3)
        r.phase_n = 3;
    ok_phases (&r, "2026-11-21T00:28:00",
               "block e1 b1 47.654342-60.955772, eval e1 60.963635-63.67826, "
               "epoch e1 47.653897-60.963897",
               "an epoch ends with its training, as its duration says");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_epoch_stats/odd.json"), 0, "odd.json is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_phases (&r, "2023-02-11T11:34:00",
               "block e1 b1 40.121114-49.0012, checkpoint e1 b1 49.1-51.35, "
               "load e1 b2 51.36-51.37, eval e1 51.4-53, epoch e1 40.120001-53.01, "
               "block e10 b1 61-62.5, block e10 b2! 62.6-63, epoch e10 60-61, epoch e11! 63-63",
               "both forms of durations stand in for ends; what was broken off lasts to the "
               "latest stamp of all");
    ok (r.note_n == 2 && has_note (&r, "never ends"), "which is noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_epoch_stats/broken.json"), 0, "broken.json is read");
    ok_rejects (&r, "0 0 0", "no start, no time, no object");
    ok_phases (&r, "2023-02-11T11:34:00", "epoch e1 48-51, block e3 b1! 61-61, epoch e3! 60-61",
               "the rest counts");
    ok (has_note (&r, "ends before it starts") && has_note (&r, "ends in the middle"),
        "all of it noted");
    rec_clear (&r);

    rec_text (&r, "per_epoch_stats.json",
              "{\"1\": {\"start\": \"2023-02-11T11:34:40.12\"}, x}");
    ok (r.rc == -1 && r.reader && strstr (r.err.text, "not JSON"),
        "what is not JSON is an error");
    rec_clear (&r);

    ok_gz ("dlio_epoch_stats", "good.json");
    ok_gz ("dlio_epoch_stats", "odd.json");
    ok_gz ("dlio_epoch_stats", "broken.json");
    return tap_done ();
}
