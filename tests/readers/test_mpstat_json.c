/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mpstat_json.c - CPU use from mpstat's JSON */
#include "tests/readers/check.h"

static void ok_row (const struct rec *r, const char *iso, double user, double sys,
                    double iowait, double idle, const char *what)
{
    ok_sample (r, iso, FID_CH_CPU_USER, "", user, what);
    ok_sample (r, iso, FID_CH_CPU_SYS, "", sys, "... sys");
    ok_sample (r, iso, FID_CH_CPU_IOWAIT, "", iowait, "... iowait");
    ok_sample (r, iso, FID_CH_CPU_IDLE, "", idle, "... idle");
}

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mpstat_json/good.json"), 0, "good.json is read");
    ok (r.sample_n == 8 && r.reject_n == 0 && r.note_n == 0, "two samples, no complaint");
    ok_row (&r, "2023-02-11T18:01:05", 1 + 2 + 8 + 9, 3 + 5 + 6, 4, 55 + 7,
            "every member is counted once");
    ok_row (&r, "2023-02-11T18:01:06", 0.5, 0.25, 0, 99.25, "the second sample");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mpstat_json/odd.json"), 0, "odd.json is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 12, "three samples of CPU use");
    ok_row (&r, "2023-02-11T23:59:59", 20, 1, 4, 75, "single CPUs are averaged");
    ok_row (&r, "2023-02-12T00:00:00", 1, 0, 0, 99, "\"-1\" is all of them; midnight");
    ok_row (&r, "2023-02-12T00:00:02", 4, 0, 0, 96, "no commas where they belong");
    ok (r.note_n == 1 && has_note (&r, "average"), "the average is noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mpstat_json/broken.json"), 0, "broken.json is read");
    ok_rejects (&r, "3 4 5 6 7 8", "damaged samples are named");
    ok_int ((long long)r.sample_n, 8, "the others count");
    ok_row (&r, "2023-02-11T18:01:09", 2, 0, 0, 98, "the last complete sample");
    ok (has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    rec_text (&r, "mpstat.json",
              "{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"timestamp\": \"00:00:10\","
              "\"cpu-load\": [{\"cpu\": \"all\", \"usr\": 1, \"idle\": 99}]}]}]}}");
    ok (r.sample_n == 4 && r.sample[0].t_ns == 10 * FID_S && has_note (&r, "no date"),
        "without a date the day is 1970-01-01");
    rec_clear (&r);

    rec_text (&r, "mpstat.json",
              "{\"sysstat\": {\"hosts\": [{\"statistics\": [{\"timestamp\": \"00:00:10\","
              "\"cpu-load\": [{\"cpu\": \"all\", \"usr\": 1, \"idle\": 99}]}, ?]}]}}");
    ok (r.sample_n == 4 && r.reject_n == 1 && r.rc == 0, "what is no JSON ends the file");
    rec_clear (&r);

    rec_text (&r, "mpstat.json", "{\"sysstat\": ? \"cpu-load\"");
    ok (r.rc == -1 && r.err.status == FID_EINPUT, "no JSON at all is an error");
    rec_clear (&r);

    rec_text (&r, "mpstat.json", "{\"sysstat\": {\"hosts\": [");
    ok (r.rc == 0 && r.sample_n == 0 && has_note (&r, "ends in the middle"), "cut in the head");
    rec_clear (&r);

    ok_gz ("mpstat_json", "good.json");
    ok_gz ("mpstat_json", "odd.json");
    ok_gz ("mpstat_json", "broken.json");
    ok_cut_anywhere ("mpstat_json", "good.json");
    return tap_done ();
}
