/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_read.c - traces of read and pread */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_read/"

int main (void)
{
    struct rec r;
    uint64_t bytes = 0;
    int64_t dur_ns = 0;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_read", "known by its title line");
    ok (r.rc == 0 && r.event_n == 38 && !r.reject_n && !r.note_n, "38 lines are 38 reads");
    for (size_t i = 0; i < r.event_n; i++) {
        bytes += r.event[i].bytes;
        dur_ns += r.event[i].dur_ns;
    }
    ok (bytes == 92982 && dur_ns == 1786610, "sums of RET and LAT as awk has them");
    ok_int (r.event[0].start_ns, 2577630024165 - 4127, "start is the stamp less LAT");
    ok_span (r.event[0].file, "libm.so.6", "FILENAME");
    ok (r.event[0].op == FID_OP_READ && r.event[0].offset == 0 && r.event[0].pid == 15975,
        "operation, OFFSET, PID");
    ok_gz ("bpftrace_read", "good.out");
    rec_clear (&r);

    rec_read (&r, DIR "odd.out");
    ok_int ((long long)r.event_n, 10, "odd: every read is there");
    ok (r.event[1].offset == 131072 && r.event[1].bytes == 16584704 &&
            r.event[1].start_ns == 2577626238324,
        "an OFFSET in hexadecimal");
    ok (r.event[2].bytes == 0 && r.event[2].flags == FID_EVENT_ERROR &&
            r.event[2].dur_ns == 14865,
        "a RET near 2^64 is a failed call with its latency");
    ok (r.event[3].file.n == 0 && r.event[3].bytes == 0 && r.event[3].flags == 0,
        "no file name, end of file");
    ok (r.event[4].flags == FID_EVENT_ERROR && r.event[4].dur_ns == 296,
        "a negative RET and a negative LAT");
    ok_span (r.event[4].file, "my file.txt", "a name may hold blanks");
    ok_span (r.event[5].file, "a.npy", "of two merged lines the first");
    ok_span (r.event[6].file, "b.npy", "and the second");
    ok (r.event[7].bytes == 300 && r.event[8].bytes == 400 && r.event[9].bytes == 500,
        "three merged lines, two without a name");
    ok (r.event[7].file.n == 0 && fid_span_is (r.event[9].file, "c.npy"), "with their names");
    ok (r.reject_n == 1 && r.reject[0].line == 12, "a cut last line is rejected");
    ok (r.note_n == 1 && strstr (r.note[0].text, "Lost 5 events"), "lost events");
    ok_gz ("bpftrace_read", "odd.out");
    rec_clear (&r);

    rec_read (&r, DIR "broken.out");
    ok_int ((long long)r.event_n, 1, "broken: one line is good");
    static const char *const why[] = {"LAT is not a number", "OFFSET is not a number",
                                      "PID is not a number", "LAT is longer than the trace",
                                      "PID is not a number", "TIMESTAMP is not a number"};
    ok_int ((long long)r.reject_n, 6, "broken: six are rejected");
    for (size_t i = 0; i < 6 && i < r.reject_n; i++)
        ok_str (r.reject[i].text, why[i], "for the right reason");
    rec_clear (&r);

    rec_text (&r, "x",
              "TIMESTAMP PID FD RET(B) LAT(ns) FILENAME\n1000 5 7 10 100 a\n"
              "2000 5 python 20 100 b\n");
    ok (r.event_n == 2 && r.event[0].bytes == 10 && r.event[0].offset == FID_NO_OFFSET,
        "FD is no offset");
    ok_span (r.event[1].comm, "python", "under FD some programs print the comm");
    rec_clear (&r);
    rec_text (&r, "x", "TIMESTAMP PID COMM OFFSET RET(B) FILENAME\n1000 5 py thon 7 10 a\n");
    ok (r.event_n == 1 && r.event[0].offset == 7 && r.event[0].bytes == 10 &&
            r.event[0].flags == FID_EVENT_NO_DUR && r.event[0].start_ns == 1000,
        "a layout without latency says so");
    rec_clear (&r);
    rec_text (&r, "x", "TIMESTAMP TID OFFSET RET(B) LAT(ns) FILENAME\n1000 5 7 10 100 a\n");
    ok (r.event_n == 1 && r.event[0].pid == 5, "a lone TID is the PID");
    rec_clear (&r);

    const char *alike = "TIMESTAMP PID TID COMM LAT(ns) FILENAME\n1000 5 6 python3 100 a\n";
    rec_text (&r, "trace_read.out", alike);
    ok_reader (&r, "bpftrace_read", "titles that read and write share: the name decides");
    ok (r.event_n == 1 && r.event[0].flags == FID_EVENT_NO_BYTES && r.event[0].dur_ns == 100,
        "a layout without size says so");
    rec_clear (&r);
    rec_text (&r, "trace_write.out", alike);
    ok_reader (&r, "bpftrace_write", "for both");
    rec_clear (&r);
    rec_text (&r, "trace_write.out", "TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME\n");
    ok_reader (&r, "bpftrace_read", "else the name does not matter");
    rec_clear (&r);
    rec_text (&r, "trace_read.out", "1000 5 0 10 100 a\n2000 5 0 10 100\n");
    ok_reader (&r, "bpftrace_read", "without a title line the name decides, too");
    ok (r.event_n == 2 && r.event[1].bytes == 10 && r.note_n == 1, "and a note says it");
    rec_clear (&r);
    rec_text (&r, "trace_read.out", "1000 5 6 python3 100 a\n2000 5 6 python3 100 a\n");
    ok (r.event_n == 2 && (r.event[0].flags & FID_EVENT_NO_BYTES),
        "the layout that fits is guessed");
    rec_clear (&r);
    return tap_done ();
}
