/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_darshan.c - DXT rows and counters of Darshan's parsers */
#include "tests/readers/check.h"

#define ZERO "2023-02-11T13:11:18" /* 1676121078 */

static void test_dxt (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/darshan_dxt/good.txt"), 0, "good.txt is read");
    ok_reader (&r, "darshan_dxt", "by darshan_dxt");
    ok_rejects (&r, "", "without complaint");
    ok (r.note_n == 2 && has_note (&r, "X_MPIIO") && has_note (&r, "may be 100 ms"),
        "the rows of MPI-IO, and how well the start is known, are noted");
    /* it began between 78.8 s (81 - 2.2) and 79 s */
    ok_calls (&r, at (ZERO) + 900 * FID_MS,
              "read img_8.npz 512@0 +250000 10000 r0\n"
              "read img 7.npz 262144@0 +500000 300 r1\n"
              "read img 7.npz 1000@262144 +500300 0 r1\n"
              "write img 7.npz 100@4096 +2000000 10000 r1\n",
              "reads and writes of all files, in the order of time");
    ok (r.event_n && fid_span_is (r.event[0].path, "/data/train/img_8.npz"), "the path");
    ok_str (rec_fact (&r, "darshan.nprocs"), "2", "facts");
    rec_clear (&r);
    ok_gz ("darshan_dxt", "good.txt");

    ok_int (rec_read (&r, "tests/data/darshan_dxt/old.txt"), 0, "old.txt is read");
    ok (r.event_n == 1 && r.event[0].start_ns == at (ZERO) + 500 * FID_MS + 100 * FID_US,
        "whole seconds: the middle of the first");
    ok (has_note (&r, "may be 500 ms"), "to half a second");
    ok (r.event_n && r.event[0].pid >= FID_PID_RANKS, "the process is no process number");
    int64_t pid = r.event_n ? r.event[0].pid : 0;
    rec_clear (&r);
    size_t n;
    char *data = rec_file ("tests/data/darshan_dxt/old.txt", &n);
    rec_bytes (&r, "other.txt", data, n, 0);
    ok (r.event_n && r.event[0].pid != pid, "of another file it is another process");
    rec_clear (&r);
    free (data);

    ok_int (rec_read (&r, "tests/data/darshan_dxt/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "6 9 15 16 17 18 19 20 21 24 26 30", "what is no row is named");
    ok_calls (&r, at (ZERO) + 500 * FID_MS,
              "read a 10@0 +100 100 r0\nread c 10@0 +500 200 r3\n", "the rest counts");
    rec_clear (&r);

    rec_text (&r, "d.txt",
              "# darshan log version: 3.41\n# DXT_POSIX module data\n"
              "# DXT, file_id: 1, file_name: /a\n X_POSIX 0 read 0 0 1 0.1 0.2\n");
    ok (r.rc != 0 && strstr (r.err.text, "start_time"), "without its start it is refused");
    rec_clear (&r);
}

static void test_totals (void)
{
    static const struct {
        const char *key, *base, *total;
    } want[] = {
        {"darshan.exe", "python3 main.py", "python3 main.py"},
        {"darshan.run_time_s", "2.2000", "2.2000"},
        {"darshan.posix.files", "2", NULL},
        {"darshan.posix.opens", "3", "3"},
        {"darshan.posix.reads", "15", "15"},
        {"darshan.posix.writes", "0", NULL},
        {"darshan.posix.bytes_read", "4192000", "4192000"},
        {"darshan.posix.read_time_s", "1.250001", "1.250001"},
        {"darshan.posix.meta_time_s", "0.000000", NULL},
        {"darshan.stdio.writes", "3", NULL},
        {"darshan.stdio.bytes_written", "33", NULL},
    };
    struct rec base, total, r;
    ok_int (rec_read (&base, "tests/data/darshan_totals/base.txt"), 0, "base.txt is read");
    ok_int (rec_read (&total, "tests/data/darshan_totals/total.txt"), 0, "total.txt is read");
    ok_reader (&base, "darshan_totals", "by darshan_totals");
    ok (base.reject_n == 0 && total.reject_n == 0 && base.event_n == 0, "facts, no events");
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const char *b = rec_fact (&base, want[i].key), *t = rec_fact (&total, want[i].key);
        ok_str (b ? b : "none", want[i].base, want[i].key);
        ok_str (t ? t : "none", want[i].total ? want[i].total : "none", want[i].key);
    }
    rec_clear (&base);
    rec_clear (&total);
    ok_int (rec_read (&r, "tests/data/darshan_totals/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "13 14 15 17 18 19", "what is no counter is named");
    const char *reads = rec_fact (&r, "darshan.posix.reads");
    ok_str (reads ? reads : "none", "4", "the rest counts");
    rec_clear (&r);
}

int main (void)
{
    test_dxt ();
    test_totals ();
    return tap_done ();
}
