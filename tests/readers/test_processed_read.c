/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_read.c - read calls of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_read/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "read.out");
    ok_reader (&r, "processed_read", "known by its UTC stamp and its name");
    ok (r.rc == 0 && r.event_n == 20 && !r.reject_n && !r.note_n, "20 lines are 20 reads");
    ok (r.event[0].bytes == 832 && r.event[0].dur_ns == 4127 && r.event[0].offset == 0 &&
            r.event[0].op == FID_OP_READ,
        "OFFSET RET LAT");
    ok_int (r.event[0].start_ns, INT64_C (1795217758400085709) + 2577630024165 - 4127,
            "the stamp is the completion");
    ok_gz ("processed_read", "read.out");
    rec_clear (&r);

    rec_read (&r, DIR "read_15975");
    ok (r.event_n == 3 && r.event[0].bytes == 832 && r.event[0].dur_ns == 4127 &&
            r.event[0].offset == FID_NO_OFFSET,
        "the older layout: RET LAT");
    ok (r.event[1].bytes == 0 && !r.event[1].file.n && r.event[2].flags == FID_EVENT_ERROR,
        "without a name; a failed call");
    rec_clear (&r);

    rec_read (&r, DIR "broken_read.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    ok_rejects (&r, "2", "LAT is missing in the other");
    rec_clear (&r);
    rec_text (&r, "x.out", "2022-08-30T19:59:03.1 5 0 832 4127 a\n");
    ok (!r.reader || strncmp (r.reader->name, "processed_", 10) != 0,
        "without a name that tells, numbers stay numbers");
    rec_clear (&r);
    return tap_done ();
}
