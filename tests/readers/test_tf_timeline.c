/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tf_timeline.c - steps from traces of TensorFlow's profiler */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/tf_timeline/timeline-9.json"), 0, "a step is read");
    ok_reader (&r, "tf_timeline", "by tf_timeline");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    ok_steps (
        &r, "2023-05-03T13:20:00", /* 1683120000 */
        "e-1 0.0003+0.40049/0.4009 @1.401",
        "the wait for the batch, computing from the copy on, the start of the last operation");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/tf_timeline/timeline-10.json"), 0, "another one");
    ok_rejects (&r, "5", "an operation without its time is named");
    ok_steps (&r, "2023-05-03T13:20:00", "e-1 0.001+0.2/0.201 @0.2011",
              "without a copy the rest is computing");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/tf_timeline/cut.json"), 0, "a cut file");
    ok (r.note_n == 1 && has_note (&r, "ends in the middle"), "is noted");
    ok_int ((long long)r.step_n, 0, "and has no step");
    rec_clear (&r);
    ok_gz ("tf_timeline", "timeline-9.json");
    ok_gz ("tf_timeline", "timeline-10.json");
    ok_gz ("tf_timeline", "cut.json");
    return tap_done ();
}
