/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_left_out.c - what processed trees keep of traces that the earlier tools left out */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
    rec_read (&r, "tests/data/processed_close/close.out");
    ok_reader (&r, "processed_close", "closes are known by stamp and name");
    ok (r.event_n == 3 && r.event[0].op == FID_OP_CLOSE && r.event[0].dur_ns == 5018,
        "FD LAT FILENAME");
    ok_span (r.event[2].file, "two words.npy", "a name with a blank");
    ok_rejects (&r, "4", "half a line is rejected");
    ok_gz ("processed_close", "close.out");
    rec_clear (&r);

    rec_read (&r, "tests/data/processed_stat/stat.out");
    ok_reader (&r, "processed_stat", "so are calls like stat");
    ok (r.event_n == 2 && r.event[1].op == FID_OP_META && r.event[1].dur_ns == 2758,
        "CALL LAT FULLPATH");
    ok_rejects (&r, "3", "half a line is rejected");
    ok_gz ("processed_stat", "stat.out");
    rec_clear (&r);

    rec_read (&r, "tests/data/processed_create_del/create_del.out");
    ok_reader (&r, "processed_create_del", "and names made and removed, which are not raw");
    ok (r.event_n == 2 && r.event[0].dur_ns == 7450, "FUNCTION LAT FILENAME FULLPATH");
    ok_span (r.event[0].file, "open_mpi.0000", "the name that the path ends with");
    ok_rejects (&r, "3", "another function is rejected");
    ok_gz ("processed_create_del", "create_del.out");
    rec_clear (&r);
    return tap_done ();
}
