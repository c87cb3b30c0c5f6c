/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bpftrace_bio.c - block request traces */
#include "tests/readers/check.h"

#define DIR "tests/data/bpftrace_bio/"

static void recorded (void)
{
    struct rec r;
    uint64_t bytes = 0;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "bpftrace_bio", "known by its title line");
    ok (r.rc == 0 && r.event_n == 38 && !r.reject_n && !r.note_n, "38 lines are 38 requests");
    ok_int (r.event[0].start_ns, 2576402708000 - 263638,
            "a request starts LAT before its stamp");
    ok_int (r.event[0].dur_ns, 263638, "and lasts LAT");
    ok (r.event[0].bytes == 4096 && r.event[0].pid == 15973 && !r.event[0].flags,
        "BYTES and PID");
    ok (r.event[0].op == FID_OP_BLOCK_READ && r.event[0].offset == UINT64_C (12548408) * 512,
        "R is a block read at its sector");
    ok_span (r.event[0].device, "vda", "DISK");
    ok_span (r.event[0].comm, "python3", "COMM");
    for (size_t i = 0; i < r.event_n; i++)
        bytes += r.event[i].bytes;
    ok_int ((long long)bytes, 1310720, "sum of BYTES as awk has it");
    ok_gz ("bpftrace_bio", "good.out");
    rec_clear (&r);
}

static void misleading (void)
{
    struct rec r;
    rec_read (&r, DIR "odd.out");
    ok_int ((long long)r.event_n, 10, "odd: every request is there");
    ok_int ((long long)r.reject_n, 0, "odd: nothing is rejected");
    if (r.event_n != 10)
        return;
    ok_span (r.event[1].comm, "pt main thread", "a comm may hold blanks");
    ok_span (r.event[1].device, "nvme0n1", "a disk need not have three letters");
    ok_int (r.event[1].op, FID_OP_BLOCK_WRITE, "W is a block write");
    ok_int (r.event[2].dur_ns, 1000, "of a negative latency the low 32 bits count");
    ok_int (r.event[2].start_ns, 2000000499000, "and give the start");
    ok_span (r.event[3].comm, "R", "a comm R is not the letter of the operation");
    ok (r.event[4].bytes == 4096 && r.event[5].bytes == 65536 && r.event[5].pid == 15974,
        "two requests on one line are two");
    ok_int (r.event[5].start_ns, 2000003100000 - 2000, "the second with its own stamp");
    ok (r.event[6].bytes == 0 && (r.event[6].flags & FID_EVENT_ERROR) &&
            r.event[6].dur_ns == 3000,
        "a size near 2^64 is an error of no bytes, its latency kept");
    ok (r.event[7].bytes == 0 && !r.event[7].flags, "a flush has 0 bytes");
    ok_int (r.event[9].dur_ns, 60, "a last line without end counts when it is complete");
    ok_int ((long long)r.note_n, 2, "two notes");
    ok (r.note_n == 2 && r.note[0].line == 17 && strstr (r.note[0].text, "no newline"),
        "one says that the end is missing");
    ok (r.note_n == 2 && r.note[1].line == 0 && strstr (r.note[1].text, "Lost 120 events"),
        "the other sums the lost events");
    ok_gz ("bpftrace_bio", "odd.out");
    rec_clear (&r);
}

/* T with the kernel's flags, and the ^C of a terminal. */
static void flags (void)
{
    static const struct {
        enum fid_op op;
        uint64_t bytes;
    } want[] = {{FID_OP_BLOCK_READ, 4096},  {FID_OP_BLOCK_READ, 131072},
                {FID_OP_BLOCK_WRITE, 8192}, {FID_OP_BLOCK_WRITE, 4096},
                {FID_OP_BLOCK_WRITE, 4096}, {FID_OP_BLOCK_WRITE, 0},
                {FID_OP_BLOCK_READ, 512},   {FID_OP_BLOCK_READ, 8192}};
    struct rec r;
    rec_read (&r, DIR "flags.out");
    ok (r.rc == 0 && !r.reject_n && !r.note_n,
        "flags: nothing is rejected, ^C and maps neither");
    ok_int ((long long)r.event_n, sizeof want / sizeof *want, "flags: discards move nothing");
    for (size_t i = 0; i < r.event_n && i < sizeof want / sizeof *want; i++)
        ok (r.event[i].op == want[i].op && r.event[i].bytes == want[i].bytes, "flags: call %zu",
            i);
    if (r.event_n > 2)
        ok_span (r.event[2].comm, "pt data w", "flags: a comm with blanks before them");
    ok (r.event_n == 8 && r.event[7].start_ns == 2576402717000 && r.event[7].dur_ns == 0 &&
            (r.event[7].flags & FID_EVENT_NO_DUR),
        "a request that was not seen to end");
    ok_gz ("bpftrace_bio", "flags.out");
    rec_clear (&r);
}

static void rejected (void)
{
    static const struct {
        size_t line;
        const char *why;
    } want[] = {
        {4, "COMM or DISK is missing"},
        {5, "COMM or DISK is missing"},
        {6, "PID is larger than any process number"},
        {7, "LAT is longer than the trace"},
        {8, "LAT is not a number"},
        {9, "more columns than expected"},
        {10, "TIMESTAMP is not a number"},
        {11, "BYTES is too large"},
        {12, "TIMESTAMP is far from all other times"},
        {14, "the last line is cut"},
    };
    struct rec r;
    rec_read (&r, DIR "broken.out");
    ok (r.rc == 0 && r.event_n == 2, "broken: the two good lines are read");
    ok_int ((long long)r.reject_n, sizeof want / sizeof *want, "broken: the rest is rejected");
    for (size_t i = 0; i < r.reject_n && i < sizeof want / sizeof *want; i++)
        ok (r.reject[i].line == want[i].line && !strcmp (r.reject[i].text, want[i].why),
            "line %zu: %s", r.reject[i].line, r.reject[i].text);
    ok_gz ("bpftrace_bio", "broken.out");
    rec_clear (&r);
}

/* Layouts of other years, with their title line and without. */
static void layouts (void)
{
    struct rec r;
    rec_read (&r, DIR "v1.out");
    ok (r.event_n == 2 && r.event[0].dur_ns == 497901 && r.event[0].bytes == 131072 &&
            r.event[0].op == FID_OP_BLOCK_READ,
        "nine columns: the latency is in the last");
    ok_span (r.event[0].comm, "python", "the comm is that of the queueing process");
    ok (r.event[1].op == FID_OP_BLOCK_WRITE && r.event[1].bytes == 4096,
        "blanks in DONECOMM do not matter");
    rec_clear (&r);

    rec_text (&r, "x.out",
              "TIMESTAMP PID COMM DISK T BYTES LAT(ns)\n1000000 5 a sda R 4096 100\n");
    ok (r.event_n == 1 && r.event[0].bytes == 4096 && r.event[0].dur_ns == 100,
        "seven columns by the title line");
    rec_clear (&r);
    rec_text (&r, "x.out",
              "TIMESTAMP PID COMM DISK T BYTES QLAT(ns) LAT (ns)\n"
              "1000000 5 a sda R 4096 700 100\n");
    ok (r.event_n == 1 && r.event[0].dur_ns == 100, "QLAT is not the latency");
    rec_clear (&r);

    rec_text (&r, "noname", "1000000 5 a sda R 4096 100\n1000000 5 a sda W 4096 100\n");
    ok_reader (&r, "bpftrace_bio", "without a title line R and W tell");
    ok (r.event_n == 2 && r.event[1].dur_ns == 100, "seven columns without a title");
    ok (r.note_n == 1 && strstr (r.note[0].text, "the title line is missing"),
        "and a note says so");
    rec_clear (&r);
    rec_text (&r, "noname", "1000000 5 a 0 swapper/1 sda R 4096 100\n");
    ok (r.event_n == 1 && r.event[0].bytes == 4096 && r.event[0].dur_ns == 100,
        "nine columns without a title");
    rec_clear (&r);
    rec_text (&r, "noname", "1000000 5 a sda R 4096 12 100\n");
    ok (r.event_n == 1 && r.event[0].dur_ns == 100, "eight columns without a title");
    rec_clear (&r);
}

static void empty (void)
{
    struct rec r;
    rec_text (&r, "trace_bio.out", "");
    ok_reader (&r, "bpftrace_bio", "an empty file goes by its name");
    ok (r.rc == 0 && !r.event_n && !r.reject_n, "and holds nothing");
    rec_clear (&r);
    rec_text (&r, "trace_bio.out", "Attaching 6 probes...\r\n\r\n");
    ok_reader (&r, "bpftrace_bio", "so does one of a tracer that saw nothing");
    rec_clear (&r);
    rec_text (&r, "trace_bio.out", "garbage\n\n");
    ok (!r.reader, "garbage is no trace whatever its name");
    rec_clear (&r);
    rec_text (&r, "a.out",
              "\xef\xbb\xbf"
              "TIMESTAMP PID COMM DISK T BYTES LAT(ns)\r\n1000 5 a sda R 4096 100\r\n");
    ok (r.event_n == 1 && r.event[0].start_ns == 900 && !r.reject_n,
        "a byte order mark and CRLF do not matter");
    rec_clear (&r);
}

/* One line of a megabyte of stamps: rejected, and at once. */
static void endless (void)
{
    static const char word[] = "2000000000000 ";
    size_t word_n = sizeof word - 1, n = 70000 * word_n;
    char *text = malloc (n + 1);
    struct rec r;
    for (size_t i = 0; i < n; i += word_n)
        memcpy (text + i, word, word_n);
    text[n - 1] = '\n';
    text[n] = '\0';
    char *all = malloc (n + 100);
    sprintf (all, "TIMESTAMP PID COMM DISK T BYTES LAT(ns)\n%s", text);
    rec_text (&r, "x", all);
    ok (r.reject_n == 1 && !r.event_n, "a line without end is rejected");
    rec_clear (&r);
    free (all);
    free (text);
}

int main (void)
{
    endless ();
    recorded ();
    misleading ();
    flags ();
    rejected ();
    layouts ();
    empty ();
    return tap_done ();
}
