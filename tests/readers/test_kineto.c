/* test_kineto.c - steps from traces of the PyTorch profiler */
#include "tests/readers/check.h"

int
main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/kineto/new.json"), 0, "new.json is read");
    ok_reader (&r, "kineto", "by kineto");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    ok_steps (&r, "2024-03-09T16:00:00", /* 1710000000 */
              "e-1 0.25+0.7500005/1.0000005 @3.00000075, e-1 0.225+0.275/0.5 @3.50000075, "
              "e-1 0+0.25/0.25 @4.25",
              "steps: their fetches, as far as they lie in the step, and the rest");
    ok_phases (&r, "2024-03-09T16:00:00", "training 2.00000025-4.25",
               "the training that was profiled");
    ok_int ((long long)r.event_n, 0, "no calls");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/kineto/old.json"), 0, "old.json is read");
    ok_reader (&r, "kineto", "by kineto");
    ok_rejects (&r, "9", "a step without its time is named");
    ok_steps (&r, "2021-06-08T09:04:49", /* 1623143089 */
              "e-1 0.3+0.1/0.4 @0.4, e-1 0.25+0.1/0.35 @0.75", "steps, in UTC");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/kineto/relative.json"), 0, "relative.json is read");
    ok (r.note_n == 2 && has_note (&r, "ends in the middle") &&
            has_note (&r, "count from an unknown start"),
        "the cut is noted, and the unknown start");
    ok_steps (&r, "1970-01-01T00:00:00", "e-1 -+-/0.002",
              "a step without a place in time; its fetch was not profiled");
    ok_int ((long long)r.phase_n, 0, "and no phase");
    rec_clear (&r);

    rec_text (&r, "t.json",
              "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n"
              "{\"ph\": \"X\", \"name\": \"matmul\", \"ts\": 1}]}\n");
    ok (!r.reader || strcmp (r.reader->name, "kineto") != 0,
        "another trace of the Chrome family is not taken for this one");
    rec_clear (&r);
    ok_gz ("kineto", "new.json");
    ok_gz ("kineto", "old.json");
    ok_gz ("kineto", "relative.json");
    return tap_done ();
}
