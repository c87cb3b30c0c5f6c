/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_close.c - traces of close */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_close/"

int main (void)
{
    struct rec r;
    int64_t dur_ns = 0;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_close", "known by its title line");
    ok (r.rc == 0 && r.event_n == 38 && !r.reject_n, "38 lines are 38 closings");
    for (size_t i = 0; i < r.event_n; i++)
        dur_ns += r.event[i].dur_ns;
    ok_int (dur_ns, 80365, "sum of LAT as awk has it");
    ok (r.event[0].op == FID_OP_CLOSE && r.event[0].flags == FID_EVENT_NO_BYTES &&
            r.event[0].pid == 15973 && !r.event[0].file.n,
        "a closing without a name");
    ok_gz ("bpftrace_close", "good.out");
    rec_clear (&r);

    rec_read (&r, DIR "odd.out");
    ok (r.event_n == 3 && fid_span_is (r.event[1].file, "[eventfd]") &&
            fid_span_is (r.event[2].comm, "python3") && r.event[2].dur_ns == 1200,
        "names in brackets, a comm under FD");
    rec_clear (&r);
    rec_read (&r, DIR "broken.out");
    ok (r.event_n == 1 && r.reject_n == 1 && r.reject[0].line == 2,
        "broken: a line without LAT is rejected");
    rec_clear (&r);
    rec_text (&r, "trace_close.out", "1000 5 7 100 a\n2000 5 7 100\n");
    ok_reader (&r, "bpftrace_close", "without a title line by name");
    ok_int ((long long)r.event_n, 2, "four or five columns");
    rec_clear (&r);
    return tap_done ();
}
