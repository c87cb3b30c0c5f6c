/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_openat.c - openat calls of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_openat/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "openat.out");
    ok_reader (&r, "processed_openat", "known by its UTC stamp and its name");
    ok (r.rc == 0 && r.event_n == 20 && !r.reject_n && !r.note_n, "20 lines are 20 openings");
    ok (r.event[0].dur_ns == 7399 && r.event[0].op == FID_OP_OPEN &&
            r.event[0].flags == FID_EVENT_NO_BYTES,
        "COMM LAT");
    ok_span (r.event[2].file, "libz.so.1.2.13", "FILENAME");
    ok_gz ("processed_openat", "openat.out");
    rec_clear (&r);

    rec_read (&r, DIR "open_15975");
    ok (r.event_n == 2 && r.event[0].dur_ns == 21038 && !(r.event[0].flags & FID_EVENT_ERROR),
        "the older layout: LAT FULLPATH FILE");
    ok ((r.event[1].flags & FID_EVENT_ERROR) && fid_span_is (r.event[1].file, "libfoo.so.0"),
        "without FILE the opening failed");
    rec_clear (&r);

    rec_read (&r, DIR "broken_openat.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    ok_rejects (&r, "2", "LAT is missing in the other");
    rec_clear (&r);
    return tap_done ();
}
