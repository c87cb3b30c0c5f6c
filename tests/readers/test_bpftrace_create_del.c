/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_create_del.c - traces of mkdir, rmdir, unlink, create */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_create_del/"

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_create_del", "known by its title lines");
    ok (r.rc == 0 && r.event_n == 17 && !r.reject_n && !r.note_n, "17 calls");
    ok (r.event[0].op == FID_OP_META && r.event[0].flags == FID_EVENT_NO_BYTES &&
            r.event[0].dur_ns == 7450 && r.event[0].start_ns == 3518982768831 - 7450,
        "unlink: latency before the name");
    ok (r.event[1].dur_ns == 5494 && fid_span_is (r.event[1].file, "0"),
        "mkdir: latency behind the mode, the last part of the path");
    ok_gz ("bpftrace_create_del", "good.out");
    rec_clear (&r);

    rec_read (&r, DIR "odd.out");
    ok (r.event_n == 6 && !r.reject_n, "odd: every call is there");
    ok (r.event[0].dur_ns == 15000 && r.event[1].dur_ns == 9000 && r.event[2].dur_ns == 0,
        "each function has its latency in its own column");
    ok_span (r.event[2].file, "ckpt_old.pth", "unlink: name");
    ok (r.event[3].flags == (FID_EVENT_NO_BYTES | FID_EVENT_NO_DUR) &&
            r.event[3].pid == 15975 && fid_span_is (r.event[3].file, "ckpts"),
        "create: PID TID, no latency");
    ok_span (r.event[4].file, "my file", "unlink: a name with a blank");
    ok (fid_span_starts (r.event[4].path, "/") && fid_span_ends (r.event[4].path, "/my file") &&
            fid_span_ends (r.event[5].path, "b c"),
        "unlink and mkdir: paths");
    ok_span (r.event[5].file, "b c", "mkdir: a name with a blank");
    ok_gz ("bpftrace_create_del", "odd.out");
    rec_clear (&r);

    rec_read (&r, DIR "broken.out");
    ok (r.event_n == 1 && r.reject_n == 4, "broken: one good line, four rejected");
    rec_clear (&r);
    return tap_done ();
}
