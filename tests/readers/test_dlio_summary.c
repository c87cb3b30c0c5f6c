/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dlio_summary.c - facts from summary.json */
#include "tests/readers/check.h"

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dlio_summary/good.json"), 0, "good.json is read");
    ok (r.reader && strcmp (r.reader->name, "dlio_summary") == 0 && r.reject_n == 0 &&
            r.note_n == 0,
        "by dlio_summary, without complaint");
    ok_str (rec_fact (&r, "epochs"), "5", "epochs");
    ok_str (rec_fact (&r, "num_accelerators"), "1", "ranks");
    ok_str (rec_fact (&r, "num_files_train"), "80", "files");
    ok_str (rec_fact (&r, "train_au_mean_percentage"), "99.10780826712022", "utilization");
    ok_str (rec_fact (&r, "train_au_meet_expectation"), "success", "a text");
    ok (!rec_fact (&r, "train_au_percentage") && !rec_fact (&r, "host_cpu_count"),
        "lists are left out");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_summary/odd.json"), 0, "odd.json is read");
    ok_str (rec_fact (&r, "num_files_train"), "160", "a number in quotes");
    ok_str (rec_fact (&r, "train_io_mean_MB_per_second"), "12.50", "a number as written");
    ok (!rec_fact (&r, "train_au_mean_percentage") && !rec_fact (&r, "infinite") &&
            !rec_fact (&r, "none"),
        "NaN, infinity and null are no facts");
    ok_str (rec_fact (&r, "train_au_percentage@epoch_1"), "99.5", "utilisation by epoch");
    ok_int ((long long)r.fact_n, 7, "no other facts");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_summary/cut.json"), 0, "cut.json is read");
    ok (r.fact_n == 3 && has_note (&r, "ends in the middle"),
        "half a number is none; the cut is noted");
    ok_str (rec_fact (&r, "train_au_mean_percentage"), "98.5", "the rest counts");
    rec_clear (&r);

    ok (rec_read (&r, "tests/data/dlio_summary/broken.json") == -1 && r.reader &&
            strstr (r.err.text, "not JSON"),
        "what is not JSON is an error");
    rec_clear (&r);

    ok_gz ("dlio_summary", "good.json");
    ok_gz ("dlio_summary", "odd.json");
    ok_gz ("dlio_summary", "cut.json");
    ok_gz ("dlio_summary", "broken.json");
    return tap_done ();
}
