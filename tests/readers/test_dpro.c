/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dpro.c - steps from final traces of byteprofile */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dpro/bps_trace_final.json"), 0, "a final trace is read");
    ok_reader (&r, "dpro", "by dpro");
    ok_rejects (&r, "8", "a span without its time is named");
    ok_int ((long long)r.note_n, 0, "nothing else is wrong");
    ok_steps (
        &r, "2020-02-29T18:13:20", /* 1583000000 */
        "e-1 0.04+0.3/0.34 @0.4, e-1 0.08+0.35/0.43 @0.85, e-1 0.05+0.2/0.25 @1.15",
        "steps in order of time: input that covers the gap before each, and its operators");
    ok_phases (&r, "2020-02-29T18:13:20", "training 0.1-1.15",
               "the training that was profiled");
    ok_int ((long long)r.event_n, 0, "no calls");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dpro/relative.json"), 0, "relative.json is read");
    ok_reader (&r, "dpro", "by dpro");
    ok (r.note_n == 2 && has_note (&r, "ends in the middle") &&
            has_note (&r, "count from an unknown start"),
        "the missing end is noted, and the unknown start");
    ok_steps (&r, "1970-01-01T00:00:00", "e-1 -+0.0035/0.0035, e-1 -+0.0035/0.0035",
              "steps without a place in time; waits for input are not known");
    ok_int ((long long)r.phase_n, 0, "and no phase");
    rec_clear (&r);

    rec_text (&r, "comm.json",
              "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"Comm.a\", \"ts\": 1, \"dur\": "
              "1}]}\n");
    ok (!r.reader, "a part of a trace is not taken for it");
    rec_clear (&r);

    rec_text (
        &r, "bps_trace_final.json",
        "[\n"
        "{\"name\": \"FW.a\", \"cat\": \"operator\", \"ph\": \"X\", \"ts\": 0, \"dur\": "
        "1000},\n"
        "{\"name\": \"STEP\", \"cat\": \"operator\", \"ph\": \"X\", \"ts\": 3200, \"dur\": "
        "5000},\n"
        "{\"name\": \"I/O\", \"cat\": \"I/O\", \"ph\": \"X\", \"ts\": 3000, \"dur\": 6000},\n"
        "{\"name\": \"FW.a\", \"cat\": \"operator\", \"ph\": \"X\", \"ts\": 4000, \"dur\": "
        "1000},\n"
        "{\"name\": \"STEP\", \"cat\": \"operator\", \"ph\": \"X\", \"ts\": 9300, \"dur\": "
        "200}]\n");
    ok_steps (&r, "1970-01-01T00:00:00", "e-1 0+0.0082/0.0082, e-1 0+0.0055/0.0055",
              "no step that overlaps another one waits for less than nothing");
    rec_clear (&r);
    ok_gz ("dpro", "bps_trace_final.json");
    ok_gz ("dpro", "relative.json");
    return tap_done ();
}
