/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_write.c - traces of write and pwrite */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_write/"

int main (void)
{
    struct rec r;
    uint64_t bytes = 0;
    int64_t dur_ns = 0;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_write", "known by its title line");
    ok (r.rc == 0 && r.event_n == 38 && !r.reject_n && !r.note_n, "38 lines are 38 writes");
    for (size_t i = 0; i < r.event_n; i++) {
        bytes += r.event[i].bytes;
        dur_ns += r.event[i].dur_ns;
    }
    ok (bytes == 3049 && dur_ns == 12291427, "sums of SIZE and LAT as awk has them");
    ok (r.event[2].offset == 182 && r.event[2].bytes == 169 && r.event[2].op == FID_OP_WRITE,
        "OFFSET, SIZE and operation");
    ok_int (r.event[0].start_ns, 2577624080926 - 11913555, "start is the stamp less LAT");
    ok_gz ("bpftrace_write", "good.out");
    rec_clear (&r);

    rec_read (&r, DIR "odd.out");
    ok_reader (&r, "bpftrace_write", "the layout with REQ and RET is a write");
    ok_int ((long long)r.event_n, 3, "nine columns, the last may be missing");
    ok (r.event[1].bytes == 524288 && r.event[1].offset == 1048576 &&
            r.event[1].dur_ns == 611913,
        "RET counts, not REQ");
    ok (r.event[2].flags == FID_EVENT_ERROR && r.event[2].bytes == 0 && !r.event[2].file.n,
        "EAGAIN is an error");
    ok_gz ("bpftrace_write", "odd.out");
    rec_clear (&r);

    rec_read (&r, DIR "broken.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    ok (r.reject_n == 2 && !strcmp (r.reject[0].text, "BYTES is not a number") &&
            !strcmp (r.reject[1].text, "PID is larger than any process number"),
        "broken: a size in words, a doubled stamp");
    rec_clear (&r);

    rec_text (&r, "trace_write.out", "1000 5 3 0x7f00 16 10 9 100 a\n");
    ok (r.event_n == 1 && r.event[0].bytes == 9 && r.event[0].offset == 16,
        "without a title line the address tells the layout");
    rec_clear (&r);
    return tap_done ();
}
