/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_strace.c - system calls from strace */
#include "tests/readers/check.h"

#define ZERO "2023-02-11T13:11:18" /* 1676121078 */

static void test_good (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/strace/good.out"), 0, "good.out is read");
    ok_reader (&r, "strace", "by strace");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "-ttt is UTC");
    ok_rejects (&r, "", "without complaint");
    ok_int ((long long)r.note_n, 0, "nor notes");
    ok_calls (&r, at (ZERO),
              "open img \"7\".npz 0 +1000 21 p4242\n"
              "read img \"7\".npz 4096 +2000 100 p4242\n"
              "read img \"7\".npz 2@8192 +3000 11 p4242\n"
              "write  1 +5000 6 p4242\n"
              "open  0 +6000 15 p4242\n"
              "open b.npz 0 +7200 30 p4243\n"
              "read b.npz 1048576 +8000 400 p4243\n"
              "open model.pt 0 +9100 50 p4242\n"
              "close img \"7\".npz 0 +9000 190 p4242\n"
              "write model.pt 65536@4096 +11000 800 p4242\n"
              "meta model.pt 0 +12000 20000 p4242\n"
              "read img \"7\".npz 0 +13000 2 p4243\n"
              "open none 0E +40000 10 p4242\n"
              "meta a\303\244 0 +42000 20 p4243\n"
              "write  5 +45000 7 p4242\n",
              "descriptors are followed through children, threads, dup and calls in two lines");
    ok (r.event_n > 5 && fid_span_is (r.event[5].path, "/data/b.npz"),
        "a path below a folder's descriptor");
    rec_clear (&r);
    ok_gz ("strace", "good.out");
}

static void test_shown (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/strace/shown.out"), 0, "shown.out is read");
    ok_rejects (&r, "", "without complaint");
    ok (r.note_n == 1 && has_note (&r, "calls have no length"), "-T is missing");
    ok_calls (&r, at (ZERO),
              "read c (1).npz 100 +0.001 - p77\n"
              "read  10 +0.5 - p77\n"
              "open d.npz 0 +1 - p78\n"
              "read 0 1 +2 - p78\n"
              "close d.npz 0 +3 - p78\n"
              "write  1 +4 - p78\n",
              "-y names the descriptors");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/strace/trace.4242"), 0, "a file of -ff is read");
    ok_calls (&r, at (ZERO),
              "open a 0 +0 10 p4242\n"
              "read a 3 +500000 20 p4242\n"
              "meta out 0 +1000000 30 p4242\n",
              "its name tells the process");
    rec_clear (&r);
}

static void test_asked (void)
{
    struct rec r;
    rec_text (
        &r, "s.out",
        "7 1676121078.0 openat(AT_FDCWD, \"/data\", O_RDONLY|O_DIRECTORY) = 3 <0.000010>\n"
        "7 1676121078.1 getdents64(3, 0x55 /* 9 entries */, 32768) = 240 <0.000020>\n"
        "7 1676121078.2 newfstatat(3, \"a.npz\", {st_mode=S_IFREG|0644, st_size=9, ...}, 0) "
        "= 0 <0.000030>\n"
        "7 1676121078.3 newfstatat(3, \"\", {st_mode=S_IFDIR|0755, ...}, AT_EMPTY_PATH) = 0 "
        "<0.000040>\n"
        "7 1676121078.4 statx(AT_FDCWD, \"/data/b\", AT_STATX_SYNC_AS_STAT, STATX_ALL, "
        "0x7ff) = -1 ENOENT (No such file or directory) <0.000050>\n"
        "7 1676121078.5 lseek(3, 0, SEEK_SET) = 0 <0.000060>\n");
    ok_calls (&r, at (ZERO),
              "open data 0 +0 10 p7\nmeta data 0 +100000 20 p7\nmeta a.npz 0 +200000 30 p7\n"
              "meta data 0 +300000 40 p7\nmeta b 0E +400000 50 p7\n",
              "calls like stat ask for paths and descriptors; lseek asks nothing of a storage");
    rec_clear (&r);
}

static void test_broken (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/strace/broken.out"), 0, "broken.out is read");
    ok_rejects (&r, "4 5 6 7 8 9 11", "what is no call is named");
    ok (r.note_n == 2 && has_note (&r, "never named") && has_note (&r, "without its beginning"),
        "files without a name and calls begun before are noted");
    ok_calls (&r, at (ZERO), "read  10 +1000 100 p91\nwrite  0E +7000 1 p91\n",
              "the rest counts");
    rec_clear (&r);

    rec_text (&r, "s.out", "open(\"/a\", O_RDONLY) = 3\nread(3, \"x\", 1) = 1\n");
    ok (r.rc != 0 && strstr (r.err.text, "record with strace -f -ttt -T"),
        "without stamps: the message says how to record");
    rec_clear (&r);
    rec_text (&r, "s.out", "1676121078.000000 close(5) = 0 <0.000009>");
    ok (r.event_n == 1 && r.reject_n == 0 && has_note (&r, "no newline"),
        "a last line with its length is whole");
    rec_clear (&r);
    rec_text (
        &r, "s.out",
        "7 1676121078.000000 clone(flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 8 <0.000009>\n"
        "8 1676121078.000000 open(\"/a\", O_RDONLY) = 3 <0.000009>\n"
        "8 1676121078.000001 +++ exited with 0 +++\n"
        "7 1676121078.000002 read(3, \"\", 1) = 0 <0.000009>\n");
    ok (r.event_n == 2 && fid_span_is (r.event[1].file, "a") && r.event[0].pid == 7,
        "files of a thread stay open when it ends");
    rec_clear (&r);
}

static void test_tt (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/strace_tt/good.out"), 0, "-tt is read");
    ok_reader (&r, "strace_tt", "by strace_tt");
    ok (r.reader && r.reader->clock == FID_CLOCK_LOCAL, "in local time");
    ok_calls (&r, at ("1970-01-01T23:59:59"),
              "open a 0 +900000 10 p501\n"
              "read a 4096 +950000 500 p501\n"
              "read a 0 +1050000 1 p501\n"
              "close a 0 +1060000 1 p501\n",
              "over midnight");
    rec_clear (&r);
    rec_text (&r, "strace.out",
              "15975 2023-02-11T13:11:18.500000 read(3, \"\", 1) = 1 <0.5>\n");
    ok_reader (&r, "strace", "a processed tree has UTC");
    ok_calls (&r, at (ZERO), "read  1 +500000 500000 p15975\n", "with a date");
    rec_clear (&r);
}

/* What options put around PID and stamp changes nothing of the calls. */
static void test_extras (void)
{
    static const struct {
        const char *what, *pid, *extra; /* in place of "4242", behind the stamp */
    } cases[] = {
        {"-f -ttt -T", "4242", ""},
        {"-Y", "4242<python3>", ""},
        {"-Y, a name with blanks and angles", "4242<Web <x> Content>", ""},
        {"on a terminal", "[pid  4242]", ""},
        {"on a terminal with -Y", "[pid  4242<pt_data_worker>]", ""},
        {"-n", "4242", "[ 257] "},
        {"-i", "4242", "[00007f3c5e2b1f42] "},
        {"-i of unknown places", "4242", "[????????????????] "},
        {"-r beside -ttt", "4242", "(+     0.010000) "},
        {"all of them", "4242<python3>", "(+     0.010000) [00007f3c5e2b1f42] [   0] "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        char text[2000];
        const char *pid = cases[i].pid, *extra = cases[i].extra;
        snprintf (
            text, sizeof text,
            "%s 1676121078.001000 %sopenat(AT_FDCWD, \"/d/a.npz\", O_RDONLY) = 3 <0.000021>\n"
            "%s 1676121078.002000 %sread(3,  <unfinished ...>\n"
            "%s 1676121078.002400 %s<... read resumed>\"x\"..., 4096) = 4096 <0.000400>\n"
            "%s 1676121078.003000 %sclose(3) = 0 <0.000004>\n"
            "%s 1676121078.004000 %s+++ exited with 0 +++\n",
            pid, extra, pid, extra, pid, extra, pid, extra, pid, extra);
        rec_text (&r, "strace.out", text);
        ok_reader (&r, "strace", cases[i].what);
        ok_rejects (&r, "", "  without complaint");
        ok_calls (&r, at (ZERO),
                  "open a.npz 0 +1000 21 p4242\nread a.npz 4096 +2000 400 p4242\n"
                  "close a.npz 0 +3000 4 p4242\n",
                  "  the same calls");
        rec_clear (&r);
    }
    struct rec r;
    ok_int (rec_read (&r, "tests/data/strace_r/good.out"), 0, "-r alone is read");
    ok_reader (&r, "strace_r", "  by strace_r");
    ok (r.reader && r.reader->clock == FID_CLOCK_RELATIVE, "  from an unknown zero");
    ok_calls (&r, 0,
              "open a.npz 0 +0 21 p7\nread a.npz 4096 +1000 400 p7\n"
              "close a.npz 0 +101400 4 p7\n",
              "  stamps are since the line before");
    rec_clear (&r);
}

int main (void)
{
    test_extras ();
    test_good ();
    test_shown ();
    test_asked ();
    test_broken ();
    test_tt ();
    return tap_done ();
}
