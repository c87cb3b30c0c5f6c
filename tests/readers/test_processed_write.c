/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_write.c - write calls of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_write/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "write.out");
    ok_reader (&r, "processed_write", "known by its UTC stamp and its name");
    ok (r.rc == 0 && r.event_n == 20 && !r.reject_n && !r.note_n, "20 lines are 20 writes");
    ok (r.event[0].bytes == 5 && r.event[0].dur_ns == 11913555 && r.event[0].offset == 0 &&
            r.event[0].op == FID_OP_WRITE,
        "OFFSET SIZE LAT");
    ok_gz ("processed_write", "write.out");
    rec_clear (&r);

    rec_read (&r, DIR "write_15975");
    ok (r.event_n == 2 && r.event[0].flags == FID_EVENT_NO_BYTES && r.event[0].dur_ns == 4127 &&
            r.event[1].dur_ns == 3936,
        "the older layout has an address and no size");
    rec_clear (&r);

    rec_read (&r, DIR "broken_write.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    ok_rejects (&r, "2", "a date is no stamp");
    rec_clear (&r);
    return tap_done ();
}
