/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_block_tools.c - block requests from blkparse and biosnoop */
#include "tests/readers/check.h"

static void test_blkparse (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/blkparse/good.txt"), 0, "good.txt is read");
    ok_reader (&r, "blkparse", "by blkparse");
    ok_rejects (&r, "", "without complaint");
    ok (r.note_n == 2 && has_note (&r, "Lost 15 events") && has_note (&r, "stacked devices"),
        "lost lines and stacked devices are noted");
    ok_calls (&r, 0,
              "R 8,0 4096@2560000 +0 - p-1\n"
              "R 8,0 8192@114426880 +1010 500 p697 my job\n"
              "W 8,0 65536@4640768 +2100 200 p697 python3\n"
              "W 8,0 65536@4706304 +2100 300 p697 python3\n"
              "R 8,0 0@40960000E +5000 250 p700 python3\n",
              "a request counts at its completion, from its last issue");
    rec_clear (&r);
    ok_gz ("blkparse", "good.txt");

    ok_int (rec_read (&r, "tests/data/blkparse/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "2 3 4 5 6 10", "what is no line of it is named");
    ok_calls (&r, 0,
              "R 8,0 4096@51200 +500 - p697 x\n"
              "W 8,0 4096@102400 +2000 1000 p697 x\n",
              "the rest counts; no length below zero");
    rec_clear (&r);
}

static void test_biosnoop (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/biosnoop/good.txt"), 0, "good.txt is read");
    ok_reader (&r, "biosnoop", "by biosnoop");
    ok_rejects (&r, "", "without complaint");
    ok_calls (&r, 0,
              "R sda 131072@1048576 +-520 520 p4013 my job 1\n"
              "W nvme0n1 4096@2097152 +240 10 p120 kworker/3:1H\n"
              "R  8 +1499330 670 p0 ?\n"
              "R sda 0 +1749000 1000 p4013 python3\n",
              "columns are counted from the end");
    rec_clear (&r);
    ok_gz ("biosnoop", "good.txt");

    ok_int (rec_read (&r, "tests/data/biosnoop/queue.txt"), 0, "queue.txt is read");
    ok_calls (&r, 0,
              "R sda 131072@1048576 +480 520 p4013 python3\n"
              "W sda 8192@2097152 +875 1125 p4013 python3\n",
              "the time in the queue is not part of it; discards move nothing");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/biosnoop/broken.txt"), 0, "broken.txt is read");
    ok_rejects (&r, "3 4 5 6 7 8 9 10", "what is no row is named");
    ok_int ((long long)r.event_n, 1, "the rest counts");
    rec_clear (&r);
}

static void test_block_events (void)
{
    static const struct {
        const char *name, *want, *rejects;
    } cases[] = {
        {"trace_cmd.txt",
         "R 8,0 8192@1048576 +1001000 500 p697 my-job 1\n"
         "W 259,0 0@2097152E +1002000 250 p700 python3\n",
         ""},
        {"perf_script.txt", "R 8,0 131072@1048576 +1001000 500 p697 python3\n", ""},
        {"perf_trace.txt",
         "R 8,0 131072@1048576 +0 500 p697 python3\n"
         "W 259,1 4096@4096 +1000 250 p697 python3\n",
         ""},
        {"ftrace.txt", "R 8,0 4096@1048576 +1001000 500 p697 python3\n", "6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        char path[100];
        snprintf (path, sizeof path, "tests/data/block_events/%s", cases[i].name);
        ok_int (rec_read (&r, path), 0, cases[i].name);
        ok_reader (&r, "block_events", "by block_events");
        ok_rejects (&r, cases[i].rejects, cases[i].name);
        ok_calls (&r, 0, cases[i].want, cases[i].name);
        rec_clear (&r);
        ok_gz ("block_events", cases[i].name);
    }
}

static void test_bpftrace_tools (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/opensnoop/good.out"), 0, "opensnoop/good.out is read");
    ok_reader (&r, "opensnoop", "by opensnoop");
    ok_rejects (&r, "7", "a broken line is named");
    ok_int ((long long)r.event_n, 3, "the others are opens");
    ok (r.event_n == 3 && r.event[1].flags & FID_EVENT_ERROR && r.event[2].pid == 1234567,
        "one failed; columns move behind a long number");
    rec_clear (&r);
    ok_int (rec_text (&r, "o.out",
                      "PID    COMM               FD ERR PATH\n"
                      "4013   python3             5   0 /data/train/a.npz\n"),
            -1, "without stamps");
    ok (strstr (r.err.text, "ts '") != NULL, "the message says how to record it");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/biosnoop_bt/good.out"), 0, "biosnoop_bt is no error");
    ok_reader (&r, "biosnoop_bt", "and known by name");
    ok (has_note (&r, "neither bytes nor direction"), "a note says that it is not read");
    rec_clear (&r);
}

/* Requests of two disks that come and go at random, many on their way at a time, against a plain
 * list. */
static void test_flights (void)
{
    enum { SECTORS = 500, LINES = 20000 };
    char *text = malloc (LINES * 64 + 1), *to = text;
    long issued[2][SECTORS] = {{0}}, length[LINES];
    size_t n = 0, wrong_n = 0;
    uint64_t x = 1;
    struct rec r;
    if (!text)
        exit (1);
    for (long i = 1; i <= LINES; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        size_t disk = x >> 60 & 1, sector = (x >> 33) % SECTORS;
        bool issue = x >> 50 & 1;
        if (!issue)
            length[n++] = issued[disk][sector] ? i - issued[disk][sector] : 0;
        issued[disk][sector] = issue ? i : 0;
        to += sprintf (to, "8,%zu 3 %ld 0.%09ld 697 %c R %zu + 8 [x]\n", disk, i, i,
                       issue ? 'D' : 'C', 8 * sector);
    }
    rec_text (&r, "blkparse.txt", text);
    for (size_t i = 0; i < n && i < r.event_n; i++)
        wrong_n += r.event[i].dur_ns != length[i];
    ok_int ((long long)r.event_n, (long long)n, "each completion is a request");
    ok_int ((long long)wrong_n, 0, "from where it was issued last");
    rec_clear (&r);
    free (text);
}

int main (void)
{
    test_blkparse ();
    test_biosnoop ();
    test_block_events ();
    test_bpftrace_tools ();
    test_flights ();
    return tap_done ();
}
