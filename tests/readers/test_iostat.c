/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iostat.c - disk throughput from iostat's text, and what looks like it */
#include "tests/readers/check.h"

static void ok_disk (const struct rec *r, const char *iso, const char *disk, double read,
                     double write, const char *what)
{
    ok_sample (r, iso, FID_CH_DISK_READ, disk, read, what);
    ok_sample (r, iso, FID_CH_DISK_WRITE, disk, write, "... write");
}

static void fixtures (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/iostat/good.out"), 0, "good.out is read");
    ok_reader (&r, "iostat", "and not taken for mpstat");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 8, "two samples for each disk and stamp");
    ok_disk (&r, "2023-02-11T23:59:59", "nvme0n1", 101.5, 0.02, "columns by name");
    ok_disk (&r, "2023-02-11T23:59:59", "sda", 0, 0.5, "the second disk");
    ok_disk (&r, "2023-02-12T00:00:00", "sda", 0.25, 0, "each stamp has its date");
    ok (r.note_n == 1 && has_note (&r, "CPU use"), "the table of CPUs is not used, and noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat/odd.out"), 0, "odd.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 8, "odd: all disks");
    ok_disk (&r, "2023-02-12T00:00:01", "sda", 2, 0.5, "colours and decimal commas");
    ok_disk (&r, "2023-02-12T00:00:02", "sda", 1.5, 0.5, "--human: values have the unit");
    ok_disk (&r, "2023-02-12T00:00:02", "dm-0", 2048, 0, "--human: G and B");
    ok_disk (&r, "2023-02-12T00:00:03", "sda", 1, 2, "blocks of 512 B; AM");
    ok_str (rec_fact (&r, "local_utc_offset_s"), "3600", "the zone is a fact");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/iostat/broken.out"), 0, "broken.out is read");
    ok_rejects (&r, "6 7 8 9 14", "damaged rows are named");
    ok_int ((long long)r.sample_n, 4, "the others count");
    ok_disk (&r, "2023-02-11T08:11:21", "sda", 3, 4, "the last complete row");
    rec_clear (&r);
}

/* Rates that requests and their size contradict: an older iostat, or a damaged table. */
static void contradicted (void)
{
    static const struct {
        const char *what, *row;
        double read, write;
        bool noted;
    } cases[] = {
        {"rates that agree", "sda 812.00 101.50 128.00 1.00 0.02 16.00", 101.5, 0.02, false},
        {"written in sectors", "sda 812.00 101.50 128.00 31.00 248.00 4.00", 101.5, 124. / 1024,
         true},
        {"read in sectors", "sda 812.00 207872.00 128.00 1.00 0.02 16.00", 101.5, 0.02, true},
        {"--human", "sda 812.00 101.5M 128.0k 31.00 124.0k 4.0k", 101.5, 124. / 1024, false},
        {"nobody knows which is wrong", "sda 812.00 50.00 128.00 1.00 0.02 16.00", 50, 0.02,
         true},
        {"few requests", "sda 0.02 0.00 4.00 0.05 0.01 128.00", 0, 0.01, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        char text[400];
        snprintf (text, sizeof text,
                  "Linux 5.4.0 (host) \t02/11/23 \t_x86_64_\t(80 CPU)\n\n02/11/23 08:11:20\n"
                  "Device r/s rMB/s rareq-sz w/s wMB/s wareq-sz\n%s\n",
                  cases[i].row);
        rec_text (&r, "iostat.out", text);
        ok_disk (&r, "2023-02-11T08:11:20", "sda", cases[i].read, cases[i].write,
                 cases[i].what);
        ok ((r.note_n > 0) == cases[i].noted, "... noted or not");
        rec_clear (&r);
    }
}

static void refused (void)
{
    struct rec r;
    rec_text (&r, "iostat.out",
              "Linux 5.4.0 (host) \t02/11/23 \t_x86_64_\t(80 CPU)\n\n"
              "Device  r/s  rMB/s  w/s  wMB/s\nsda  1  1  1  1\n");
    ok (r.rc == -1 && strstr (r.err.text, "record with -t") && strstr (r.err.text, ":4: "),
        "without stamps it is an error that says what to do");
    rec_clear (&r);
    rec_text (&r, "iostat.out",
              "Linux 5.4.0 (host) \t02/11/23 \t_x86_64_\t(80 CPU)\n\n02/11/23 08:11:20\n"
              "Device  tps  kB/s  %util\nsda  1  1  1\n");
    ok (r.rc == -1 && strstr (r.err.text, "without -s"),
        "sums of reads and writes cannot be told apart");
    rec_clear (&r);
    rec_text (&r, "iostat.out", "Linux 5.4.0 (host) \t02/11/23 \t_x86_64_\t(80 CPU)\n\n");
    ok_reader (&r, "iostat", "stopped before the first table, the name tells");
    ok (r.rc == 0 && !r.sample_n && !r.reject_n, "and nothing is wrong");
    rec_clear (&r);

    static const char *const name[] = {"good.out", "odd.out"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        char path[100];
        snprintf (path, sizeof path, "tests/data/pidstat/%s", name[i]);
        ok_int (rec_read (&r, path), 0, "pidstat is no error");
        ok_reader (&r, "pidstat", "and known by name");
        ok (!r.sample_n && r.note_n == 1 && has_note (&r, "record mpstat"),
            "a note says that it is not read");
        rec_clear (&r);
        ok_gz ("pidstat", name[i]);
    }
    ok_int (rec_read (&r, "tests/data/darshan_log/good.darshan"), 0, "nor is a log of Darshan");
    ok_reader (&r, "darshan_log", "known by its header");
    ok (!r.sample_n && r.note_n == 1 && has_note (&r, "darshan-dxt-parser"),
        "a note says what makes a text of it");
    rec_clear (&r);
}

int main (void)
{
    fixtures ();
    contradicted ();
    refused ();
    ok_gz ("iostat", "good.out");
    ok_gz ("iostat", "odd.out");
    ok_gz ("iostat", "broken.out");
    ok_cut_anywhere ("iostat", "good.out");
    return tap_done ();
}
