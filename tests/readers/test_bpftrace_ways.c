/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_ways.c - traces of mapped files, io_uring and calls like stat */
#include "tests/readers/check.h"

/* Events of an operation: their number, bytes, lengths and offsets. */
static void ok_sums (const struct rec *r, enum fid_op op, int n, int64_t byte_n, int64_t dur_ns,
                     int64_t offset, const char *what)
{
    int64_t sum[4] = {0};
    for (size_t i = 0; i < r->event_n; i++)
        if (r->event[i].op == op) {
            sum[0]++;
            sum[1] += (int64_t)r->event[i].bytes;
            sum[2] += r->event[i].dur_ns;
            sum[3] += r->event[i].offset == FID_NO_OFFSET ? 0 : (int64_t)r->event[i].offset;
        }
    if (!ok (sum[0] == n && sum[1] == byte_n && sum[2] == dur_ns && sum[3] == offset, "%s",
             what))
        diag ("%" PRId64 " events, %" PRId64 " B, %" PRId64 " ns, offsets %" PRId64, sum[0],
              sum[1], sum[2], sum[3]);
}

int main (void)
{
    struct rec r;
    rec_read (&r, "tests/data/bpftrace_mmap/good.out");
    ok_reader (&r, "bpftrace_mmap", "MAPPED in the title: ranges of mapped files");
    ok_sums (&r, FID_OP_READ, 26, 1634545, 6718660, 72876032,
             "they are reads; sums as awk has them");
    ok (r.event[0].offset == 0 && r.event[0].bytes == 60128 && r.event[0].dur_ns == 51430 &&
            fid_span_is (r.event[0].file, "case_00000.npy"),
        "a file shorter than what is mapped at once, and the wait for it");
    ok_gz ("bpftrace_mmap", "good.out");
    rec_clear (&r);

    rec_read (&r, "tests/data/bpftrace_uring/good.out");
    ok_reader (&r, "bpftrace_uring", "T in the title: reads and writes by io_uring");
    ok_sums (&r, FID_OP_WRITE, 12, 1572864, 28892309, 8650752, "W are writes");
    ok_sums (&r, FID_OP_READ, 20, 3080192, 12778958, 150732800, "R are reads");
    ok_gz ("bpftrace_uring", "good.out");
    rec_clear (&r);
    rec_text (&r, "trace_uring.out",
              "TIMESTAMP PID T OFFSET RET(B) LAT(ns) FILENAME\n"
              "1000000 5 R 0 18446744073709551605 100 a\n"
              "1000000 5 D 0 4096 100 a\n1000000 5 R 0 x 100 a\n");
    ok (r.event_n == 1 && (r.event[0].flags & FID_EVENT_ERROR) && !r.event[0].bytes,
        "a request that failed (-EAGAIN) moves nothing");
    ok_rejects (&r, "3 4", "neither R nor W, and a result that is no number");
    rec_clear (&r);

    rec_read (&r, "tests/data/bpftrace_stat/good.out");
    ok_reader (&r, "bpftrace_stat", "CALL in the title: calls like stat");
    ok_sums (&r, FID_OP_META, 31, 0, 2102610, 0, "metadata, without bytes");
    ok (fid_span_is (r.event[13].file, "case_uring.bin") &&
            fid_span_is (r.event[13].path, "ways/case_uring.bin"),
        "the path, and the name at its end");
    ok (fid_span_is (r.event[0].file, "libexpat.so.1.8.10"), "or the name alone");
    ok_gz ("bpftrace_stat", "good.out");
    rec_clear (&r);
    return tap_done ();
}
