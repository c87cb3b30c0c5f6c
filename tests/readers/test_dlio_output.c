/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dlio_output.c - step times from DLIO's result files, new and old */
#include "tests/readers/check.h"

#define NO_ZERO "1970-01-01T00:00:00"

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dlio_output/good.json"), 0, "good.json is read");
    ok (r.reader && strcmp (r.reader->name, "dlio_output") == 0 && r.reader->rank == 30 &&
            r.reject_n == 0 && r.note_n == 0,
        "by dlio_output, without complaint");
    ok_int ((long long)r.step_n, 16, "4 steps and 4 of the evaluation in each epoch");
    if (r.step_n == 16) {
        ok_close (r.step[0].load_s, 0.207627534866333, 1e-15, "load");
        ok_close (r.step[0].step_s, 0.5323615074157715, 1e-15, "the whole: proc");
        ok_close (r.step[0].compute_s, 0.32451367378234863, 1e-15, "compute, as told");
        ok (r.step[0].epoch == 1 && !r.step[0].eval && r.step[4].eval && r.step[15].eval &&
                r.step[15].epoch == 2 && r.step[15].end_ns == INT64_MIN,
            "epochs, evaluations; no instants");
    }
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_output/odd.json"), 0, "odd.json is read");
    ok_steps (&r, NO_ZERO,
              "e1 1+0.5/1.5, e1 2+0.25/2.25, e1 3+0/3, e1v 0.5+0.25/0.75, e2 4+0.5/4.5, "
              "e2 5+-/-, e2 6+-/-",
              "the old form: computation is proc less load; a step broken off has a load only");
    ok (r.note_n == 1 && has_note (&r, "differ in number"), "which is noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_output/nan.json"), 0, "nan.json is read");
    ok_steps (&r, NO_ZERO, "e10 0.5+-/2.5, e10 0.25+1.25/1.5, e10v 0.1+0.2/0.3",
              "lists in any order; NaN is not told; only digits make an epoch");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_output/cut.json"), 0, "cut.json is read");
    ok_steps (&r, NO_ZERO, "e1 1.5+1/2.5, e1 2.5+1/3.5, e1 3.75+-/-",
              "half a number is no number");
    ok (has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    ok (rec_read (&r, "tests/data/dlio_output/broken.json") == -1 &&
            r.err.status == FID_EINPUT && strstr (r.err.text, "not JSON"),
        "what is not JSON is an error");
    rec_clear (&r);

    rec_text (&r, "0_output.json",
              "{\"1\": {\"load\": 5, \"proc\": {\"block1\": 7}}, \"2\": []}");
    ok (r.rc == 0 && r.step_n == 0, "other shapes give no steps");
    ok_int ((long long)r.reject_n, 1, "an epoch that is a list is rejected");
    rec_clear (&r);

    ok_gz ("dlio_output", "good.json");
    ok_gz ("dlio_output", "odd.json");
    ok_gz ("dlio_output", "nan.json");
    ok_gz ("dlio_output", "cut.json");
    ok_gz ("dlio_output", "broken.json");
    return tap_done ();
}
