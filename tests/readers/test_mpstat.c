/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mpstat.c - CPU use from mpstat's text */
#include "tests/readers/check.h"

static void test_good (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat/good.out"), 0, "good.out is read");
    ok_int ((long long)r.sample_n, 7 * 4, "four samples a row");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    /* 10.05 0.00 11.56 17.59 0.00 1.51 0.00 0.00 0.00 59.30 */
    ok_sample (&r, "2026-11-21T00:27:14", FID_CH_CPU_USER, "", 10.05, "user");
    ok_sample (&r, "2026-11-21T00:27:14", FID_CH_CPU_SYS, "", 11.56 + 1.51, "sys and soft");
    ok_sample (&r, "2026-11-21T00:27:14", FID_CH_CPU_IOWAIT, "", 17.59, "iowait");
    ok_sample (&r, "2026-11-21T00:27:14", FID_CH_CPU_IDLE, "", 59.30, "idle");
    ok (r.sample[0].index == -1 && r.sample[0].pid == -1, "no GPU, no process");
    ok (r.reader && r.reader->clock == FID_CLOCK_LOCAL, "in local time");
    rec_clear (&r);
}

static void test_odd (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat/odd.out"), 0, "odd.out is read");
    ok_int ((long long)r.sample_n, 6 * 4, "rows of all CPUs, and averages");
    ok_rejects (&r, "", "nothing is rejected");
    static const struct {
        const char *iso;
        double user, sys, iowait, idle;
        const char *what;
    } rows[] = {
        {"2023-02-11T23:59:58", 1 + 2 + 8 + 9, 3 + 5 + 6, 4, 55 + 7,
         "every column is counted once"},
        {"2023-02-11T23:59:59", 0.5, 0.25, 0, 99.25, "comma decimals"},
        {"2023-02-12T00:00:01", 10, 0, 0, 90, "12 AM is hour 0 of the next day"},
        {"2023-02-12T00:00:00", 20, 0, 0, 80, "a row out of order stays on its day"},
        {"2023-02-12T13:30:01", 25, 5, 0, 70, "single CPUs are averaged"},
        {"2023-02-13T01:00:00", 10, 0, 0, 90, "and a second midnight"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ok_sample (&r, rows[i].iso, FID_CH_CPU_USER, "", rows[i].user, rows[i].what);
        ok_sample (&r, rows[i].iso, FID_CH_CPU_SYS, "", rows[i].sys, "... sys");
        ok_sample (&r, rows[i].iso, FID_CH_CPU_IOWAIT, "", rows[i].iowait, "... iowait");
        ok_sample (&r, rows[i].iso, FID_CH_CPU_IDLE, "", rows[i].idle, "... idle");
    }
    ok (r.note_n == 1 && has_note (&r, "average"), "the averages are noted");
    rec_clear (&r);
}

static void test_epoch (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat_epoch/good.out"), 0, "stamps of -U are read");
    ok_reader (&r, "mpstat_epoch", "by the reader of UTC");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "in UTC");
    ok_rejects (&r, "6", "a stamp with a letter is named");
    ok_int ((long long)r.sample_n, 2 * 4, "the others count");
    ok_sample (&r, "2026-11-26T22:19:33", FID_CH_CPU_USER, "", 3, "user and nice");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_CPU_IDLE, "", 90, "the second row");
    rec_clear (&r);
}

static void test_broken (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat/broken.out"), 0, "broken.out is read");
    ok_rejects (&r, "3 6 7 8 9 10 12", "damaged lines are named");
    ok_int ((long long)r.sample_n, 2 * 4, "the others count");
    rec_clear (&r);
}

#define NAMES  "08:00:00  CPU  %usr  %sys  %iowait  %idle\n"
#define BANNER "Linux 6.1 (h) \t02/11/23 \t_x86_64_\t(2 CPU)\n\n"

static void test_texts (void)
{
    struct rec r;
    rec_text (&r, "cpu.out", NAMES "23:59:59  all  1  2  3  94\n00:00:01  all  1  2  3  94\n");
    ok (r.sample_n == 8 && r.sample[0].t_ns == 86399 * FID_S &&
            r.sample[4].t_ns == 86401 * FID_S,
        "without a first line the day is 1970-01-01, and midnight is seen");
    ok (has_note (&r, "first line is missing"), "and noted");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              "Linux 6.1 (h) \tno date \t(2 CPU)\n" NAMES "08:00:01 all 1 2 3 94\n");
    ok (r.sample_n == 4 && r.sample[0].t_ns == 28801 * FID_S && has_note (&r, "no date"),
        "without a date, too");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              "Linux 6.1 (h) \t02/11/23 \t(2 CPU)\n23:59:59 CPU %usr %sys %iowait %idle\n"
              "00:00:00 all 1 2 3 94\n");
    ok_sample (&r, "2023-02-12T00:00:00", FID_CH_CPU_USER, "", 1,
               "midnight between the column names and the first row");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              BANNER NAMES "08:00:01 PM all 1 2 3 94\n12:00:01 PM all 1 2 3 94\n");
    ok_sample (&r, "2023-02-11T20:00:01", FID_CH_CPU_USER, "", 1, "8 PM is hour 20");
    ok_sample (&r, "2023-02-11T12:00:01", FID_CH_CPU_USER, "", 1, "12 PM is noon");
    rec_clear (&r);

    rec_text (&r, "cpu.out", BANNER NAMES "08:00:01\xe2\x80\xafPM all 1 2 3 94\n");
    ok_sample (&r, "2023-02-11T20:00:01", FID_CH_CPU_USER, "", 1, "a narrow blank before PM");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              BANNER NAMES "08:00:01 all 1 2 3 94\n"
                           "Linux 6.1 (h) \t02/13/23 \t(2 CPU)\n" NAMES
                           "07:00:01 all 1 2 3 94\n");
    ok_sample (&r, "2023-02-13T07:00:01", FID_CH_CPU_USER, "", 1,
               "a second start in the file has its own date");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              "\xef\xbb\xbf" BANNER "08:00:00 CPU %usr %sys %iowait %idle\r\n"
              "08:00:01 all 1 2 3 94\r\n08:00:02 NODE %usr\r\n08:00:02 all 9\r\n");
    ok (r.sample_n == 4 && r.reject_n == 0, "carriage returns, a byte order mark, nodes");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              BANNER NAMES
              "08:00:01 all 1 2 3 94\n"
              "08:00:00 CPU a b c d e f g h i j k l m n o p q r s t u v w x y z A B C "
              "D E F G H\n08:00:01 0 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1 2 3 4 5 "
              "6 7 8 9 1 2 3 4 5 6 7\n");
    ok (r.sample_n == 4 && r.reject_n == 0, "wide tables of interrupts are of no interest");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              BANNER "08:00:00  NODE  %usr  %sys  %iowait  %idle\n"
                     "08:00:01  all  1  2  3  94\n08:00:01  0  9  9  9  73\n");
    ok_sample (&r, "2023-02-11T08:00:01", FID_CH_CPU_USER, "", 1,
               "without a table of CPUs that of nodes counts, its row of all");
    ok (r.sample_n == 4 && r.reject_n == 0 && r.note_n == 0, "and not that of one node");
    rec_clear (&r);

    rec_text (&r, "cpu.out", BANNER);
    ok (r.reader && r.sample_n == 0 && r.reject_n == 0 && r.rc == 0,
        "a file that ends before its first table is empty, not wrong");
    rec_clear (&r);

    rec_text (&r, "cpu.out",
              "\x7f"
              "ELF binary");
    ok (!r.reader, "something else is not recognised");
    rec_clear (&r);
}

int main (void)
{
    test_good ();
    test_odd ();
    test_epoch ();
    test_broken ();
    test_texts ();
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat/colours.out"), 0, "colours.out is read");
    ok (r.sample_n == 4 && !r.reject_n && !r.note_n, "without complaint");
    ok_sample (&r, "2026-11-21T00:27:14", FID_CH_CPU_SYS, "", 13, "colours are no text");
    rec_clear (&r);
    ok_gz ("mpstat", "colours.out");
    ok_gz ("mpstat", "good.out");
    ok_gz ("mpstat", "odd.out");
    ok_gz ("mpstat", "broken.out");
    ok_cut_anywhere ("mpstat", "good.out");
    return tap_done ();
}
