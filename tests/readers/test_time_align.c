/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_time_align.c - boot clock against time of day */
#include "base/timeparse.h"
#include "tests/readers/check.h"

#define DIR "tests/data/time_align/"

static void ok_anchor (const struct fid_anchor *a, int64_t from_ns, int64_t s, int64_t gap_ns,
                       const char *what)
{
    int pass = a->from == FID_CLOCK_BOOT && a->to == FID_CLOCK_TOD && a->from_ns == from_ns &&
               a->to_min_ns == s * FID_S && a->to_max_ns == s * FID_S + gap_ns;
    if (!ok (pass, "%s", what))
        diag ("got %lld -> %lld .. %lld", (long long)a->from_ns, (long long)a->to_min_ns,
              (long long)a->to_max_ns);
}

int main (void)
{
    struct rec r;
    rec_read (&r, DIR "good.out");
    ok_reader (&r, "time_align", "known by its title line");
    ok (r.rc == 0 && r.anchor_n == 30, "thirty seconds begin");
    ok_int ((long long)r.reject_n, 2, "two stamps on one line, and the time left over");
    ok_gz ("time_align", "good.out");
    rec_clear (&r);

    rec_read (&r, DIR "odd.out");
    ok_int ((long long)r.anchor_n, 4, "odd: four steps of a second");
    if (r.anchor_n == 4) {
        ok_anchor (&r.anchor[0], 101010000000, 86399, 3000000,
                   "a straggler belongs to the old second");
        ok_anchor (&r.anchor[1], 102007000000, 86400, 57000000, "midnight goes on counting");
        ok_anchor (&r.anchor[2], 103004000000, 86401, 44000000, "past midnight");
        ok_anchor (&r.anchor[3], 107005000000, 86405, FID_S,
                   "the step of three seconds does not count; no gap is above a second");
    }
    ok (r.reject_n == 2 && !strcmp (r.reject[0].text, "the line has two stamps") &&
            !strcmp (r.reject[1].text, "a time of day has no stamp"),
        "merged lines are rejected");
    ok_gz ("time_align", "odd.out");
    rec_clear (&r);

    rec_read (&r, DIR "broken.out");
    ok (r.anchor_n == 0 && r.reject_n == 4, "broken: four lines rejected");
    ok (r.note_n == 1 && strstr (r.note[0].text, "no full second begins"),
        "without a step there is a note, no anchor");
    rec_clear (&r);

    rec_text (&r, "x",
              "TIMESTAMP TIME\n1000000000 10:00:00\n1100000000 09:59:30\n"
              "9000000000 09:59:38\n");
    ok (r.anchor_n == 2 && r.note_n == 1, "other steps serve where there is none of a second");
    if (r.anchor_n == 2)
        ok_anchor (&r.anchor[0], 1100000000, 35970, 100000000, "a clock set back");
    rec_clear (&r);
    rec_text (&r, "x", "TIMESTAMP TIME\n2000 10:00:00\n1000 10:00:01\n");
    ok_int ((long long)r.anchor_n, 0, "a step against the boot clock is none");
    rec_clear (&r);
    rec_text (&r, "x", "1000 10:00:00\n2000 10:00:01\n");
    ok_reader (&r, "time_align", "known without a title line");
    ok_int ((long long)r.anchor_n, 1, "and read");
    rec_clear (&r);
    rec_text (&r, "trace_time_align.out", "Attaching 3 probes...\n");
    ok (r.reader && r.rc == 0 && !r.anchor_n && !r.note_n, "an empty file is not an error");
    rec_clear (&r);
    return tap_done ();
}
