/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_processed_pid.c - events that kept only their times */
#include "tests/readers/check.h"
#include "tests/readers/check.h"

#define DIR "tests/data/processed_pid/"

int main (void)
{
    static const enum fid_op op[] = {FID_OP_BLOCK_READ, FID_OP_OPEN, FID_OP_READ, FID_OP_WRITE};
    struct rec r;
    rec_read (&r, DIR "combined.log");
    ok_reader (&r, "processed_pid", "known by its names of operations");
    ok (r.rc == 0 && r.event_n == 4 && !r.reject_n, "four events");
    for (size_t i = 0; i < 4 && i < r.event_n; i++)
        ok (r.event[i].op == op[i] && r.event[i].flags == FID_EVENT_NO_BYTES &&
                r.event[i].pid == -1,
            "event %zu has no size and no process", i);
    ok_int (r.event[0].start_ns, at ("2023-02-11T13:13:27.000808844"), "start");
    ok_int (r.event[0].dur_ns, 414500, "end less start");
    ok_gz ("processed_pid", "combined.log");
    rec_clear (&r);

    rec_read (&r, DIR "st_end_data_4013182");
    ok (r.event_n == 1 && r.event[0].pid == 4013182 && r.event[0].op == FID_OP_BLOCK_WRITE &&
            r.event[0].dur_ns == 497901,
        "the older files are named by process");
    rec_clear (&r);

    rec_read (&r, DIR "broken.log");
    ok_int ((long long)r.event_n, 1, "broken: one row is good");
    ok_rejects (&r, "2 3 4 5", "each other row has its own fault");
    rec_clear (&r);
    rec_text (&r, "each_parent/parent_0.log",
              "2023-02-11T13:13:27.1,2023-02-11T13:13:27.2,BIOR\n");
    ok (!r.reader || strcmp (r.reader->name, "processed_pid") != 0,
        "what all_combined has already is not read again");
    rec_clear (&r);
    return tap_done ();
}
