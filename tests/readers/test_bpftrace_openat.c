/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_openat.c - traces of openat */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_openat/"

int main (void)
{
    struct rec r;
    int64_t dur_ns = 0;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_openat", "known by its title line");
    ok (r.rc == 0 && r.event_n == 38 && !r.reject_n && !r.note_n, "38 lines are 38 openings");
    for (size_t i = 0; i < r.event_n; i++)
        dur_ns += r.event[i].dur_ns;
    ok_int (dur_ns, 3400395, "sum of LAT as awk has it");
    ok (r.event[0].op == FID_OP_OPEN && r.event[0].flags == FID_EVENT_NO_BYTES,
        "an opening has no size");
    ok_span (r.event[2].file, "libz.so.1.2.13", "FILENAME, not the end of FULLPATH");
    ok_span (r.event[2].path, "/lib/x86_64-linux-gnu/libz.so.1", "FULLPATH");
    ok (!(r.event[5].flags & FID_EVENT_ERROR) && !r.event[5].file.n, "a blank FULLPATH");
    ok ((r.event[7].flags & FID_EVENT_ERROR) && fid_span_is (r.event[7].file, "LC_CTYPE"),
        "a path without FILENAME is a failed opening");
    ok_gz ("bpftrace_openat", "good.out");
    rec_clear (&r);

    static const struct {
        const char *file;
        unsigned flags;
    } want[] = {
        {"fd", 0},
        {"case_00117_x.npy", 0},
        {"libfoo.so.0", FID_EVENT_ERROR},
        {"", 0},
        {"my file.txt", 0},
        {"a name.npy", 0},
        {"UTC", 0},
        {"b", 0},
        {"c", 0},
        {"relative.txt", 0},
    };
    rec_read (&r, DIR "odd.out");
    ok_int ((long long)r.event_n, sizeof want / sizeof *want, "odd: every opening is there");
    for (size_t i = 0; i < r.event_n && i < sizeof want / sizeof *want; i++)
        ok (fid_span_is (r.event[i].file, want[i].file) &&
                r.event[i].flags == (want[i].flags | FID_EVENT_NO_BYTES),
            "opening %zu is of '%s'", i, want[i].file);
    ok_span (r.event[1].comm, "pt main thread", "a comm may hold blanks");
    ok_gz ("bpftrace_openat", "odd.out");
    rec_clear (&r);

    rec_read (&r, DIR "broken.out");
    ok (r.event_n == 1 && r.reject_n == 3, "broken: one good line, three rejected");
    rec_clear (&r);

    rec_text (&r, "x",
              "TIMESTAMP PID FD LAT(ns) FULLPATH FILENAME\n1000 5 7 100 /a/b b\n"
              "2000 5 -2 100 /a/c\n");
    ok_reader (&r, "bpftrace_openat", "the layout with FD is told from close by FULLPATH");
    ok (r.event_n == 2 && r.event[0].flags == FID_EVENT_NO_BYTES &&
            r.event[1].flags == (FID_EVENT_NO_BYTES | FID_EVENT_ERROR),
        "a negative FD is a failed opening");
    rec_clear (&r);
    rec_text (&r, "x", "TIMESTAMP PID TID COMM LAT(ns) FULLPATH\n1000 5 6 py 100 /a/b\n");
    ok (r.event_n == 1 && fid_span_is (r.event[0].file, "b") &&
            !(r.event[0].flags & FID_EVENT_ERROR),
        "where only FULLPATH is printed, it alone is no failure");
    rec_clear (&r);
    rec_text (&r, "trace_openat.out", "1000 5 py 100 /a/b b\n");
    ok (r.event_n == 1 && r.note_n == 1, "without a title line");
    rec_clear (&r);
    return tap_done ();
}
