/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_bio.c - block requests of processed trees */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_bio/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "bio.out");
    ok_reader (&r, "processed_bio", "known by its UTC stamp and R or W");
    ok (r.rc == 0 && r.event_n == 20 && !r.reject_n && !r.note_n, "20 lines are 20 requests");
    ok_int (r.event[0].start_ns, at ("2026-11-21T00:18:54.802793709") - 263638,
            "the stamp is the completion");
    ok (r.event[0].bytes == 4096 && r.event[0].pid == 15973 && !r.event[0].flags &&
            r.event[0].op == FID_OP_BLOCK_READ,
        "its columns");
    ok_span (r.event[0].device, "vda", "DISK");
    ok_gz ("processed_bio", "bio.out");
    rec_clear (&r);

    rec_read (&r, DIR "bio_4013182");
    ok_reader (&r, "processed_bio", "the older layout, one file a process");
    ok (r.event_n == 2 && r.event[0].bytes == 131072 && r.event[0].dur_ns == 497901 &&
            r.event[1].op == FID_OP_BLOCK_WRITE,
        "PID T BYTES LAT");
    ok_rejects (&r, "3", "half a line is rejected");
    ok (has_note (&r, "1 lines of other processes are left out"),
        "a line of another process is not, but noted");
    rec_clear (&r);

    rec_read (&r, DIR "odd_bio.out");
    ok (r.event_n == 4 && !r.reject_n, "odd: two merged lines are two requests");
    ok_span (r.event[0].comm, "pt main thread", "a comm with blanks");
    ok_span (r.event[0].device, "nvme0n1", "any disk");
    ok (r.event[1].pid == 212 && r.event[2].pid == 2720661 && r.event[2].bytes == 4096,
        "both halves");
    ok_int (r.event[3].start_ns, at ("2023-02-11T22:59:59.999999999") - 1000, "a zone applies");
    rec_clear (&r);

    rec_read (&r, DIR "broken_bio.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    ok_rejects (&r, "2 3 4", "an impossible date, a size in words, a cut line");
    rec_clear (&r);

    rec_text (&r, "read.out.bk", "2022-08-30T19:59:03.1 5 0 832 4127 a\n");
    ok (!r.reader, "the copy from before a filter is left alone");
    rec_clear (&r);
    rec_text (&r, "trace_bio_time_aligned.out",
              "2022-08-30T19:59:03.1 5 a 0 swapper/1 sda R 4096 100\n");
    ok (r.event_n == 1 && r.event[0].dur_ns == 100 && r.event[0].bytes == 4096,
        "all raw columns of another year behind the stamp");
    rec_clear (&r);
    rec_text (&r, "bio.out", "");
    ok_reader (&r, "processed_bio", "an empty bio.out goes by its name");
    ok (r.rc == 0 && !r.event_n, "and holds nothing");
    rec_clear (&r);
    return tap_done ();
}
