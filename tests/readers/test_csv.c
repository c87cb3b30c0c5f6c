/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_csv.c - tables in seconds and in UTC */
#include "tests/readers/check.h"

static void test_gauges (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/csv/good.csv"), 0, "csv/good.csv is read");
    ok (r.reader && r.reader->clock == FID_CLOCK_RELATIVE, "in relative time");
    ok (r.sample_n == 15 && r.reject_n == 0, "an empty field is no sample");
    ok_sample (&r, "1970-01-01T00:00:00", FID_CH_CPU_USER, "", 10, "cpu.user");
    ok_sample (&r, "1970-01-01T00:00:00", FID_CH_CPU_IDLE, "", 84, "cpu.idle");
    ok_sample (&r, "1970-01-01T00:00:00", FID_CH_DISK_READ, "sda", 12.5, "disk.read:sda");
    ok_sample (&r, "1970-01-01T00:00:00", FID_CH_DISK_WRITE, "", 0.25, "disk.write of all");
    ok_sample (&r, "1970-01-01T00:00:00.5", FID_CH_GPU_SM, "", 61, "half a second later");
    ok (r.sample[4].channel == FID_CH_GPU_SM && r.sample[4].index == 0 &&
            r.sample[5].index == 1,
        "gpu.sm is GPU 0, gpu.sm:1 GPU 1");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/csv_utc/good.csv"), 0, "csv_utc/good.csv is read");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "in UTC");
    ok_int ((long long)r.sample_n, 6, "two samples a row");
    ok_sample (&r, "2023-02-11T08:11:20", FID_CH_GPU_FB, "", 100, "no zone is UTC");
    ok_sample (&r, "2023-02-11T08:11:21.5", FID_CH_GPU_FB, "", 101, "a zone is applied");
    ok_sample (&r, "2023-02-11T08:11:22.123456789", FID_CH_DISK_WRITE, "nvme0n1", 3,
               "epoch seconds keep every ns");
    ok (r.sample[0].index == 3, "gpu.fb:3 is GPU 3");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/csv_utc/broken.csv"), 0, "csv_utc/broken.csv is read");
    ok_rejects (&r, "3 4 5 6 7", "damaged rows are named");
    ok_int ((long long)r.sample_n, 2, "the others count");
    rec_clear (&r);

    rec_text (&r, "a.csv", "t,cpu.user,cpu.idle\n1,5,x\n1,5,1e10\n");
    ok (r.sample_n == 0 && r.reject_n == 2, "half a malformed row is not used");
    rec_clear (&r);
}

static void test_events (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/csv/odd.csv"), 0, "csv/odd.csv is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.event_n, 7, "every row is an event");
    if (r.event_n == 7) {
        const struct fid_event *e = r.event;
        ok (e[0].op == FID_OP_READ && e[0].start_ns == 1000000001 && e[0].dur_ns == 2000 &&
                e[0].bytes == 4096 && e[0].pid == 17 && e[0].flags == 0,
            "a read, to the ns");
        ok (fid_span_is (e[0].file, "a, b.npy"), "the last part of a name with a comma");
        ok (e[0].offset == FID_NO_OFFSET, "offsets are not told");
        ok (e[1].op == FID_OP_WRITE && e[1].flags == FID_EVENT_ERROR && e[1].bytes == 0 &&
                e[1].dur_ns == FID_MS && e[1].pid == -1,
            "a negative size is a failed call");
        ok (e[2].op == FID_OP_BLOCK_READ && e[2].flags == FID_EVENT_NO_DUR &&
                fid_span_is (e[2].device, "sda"),
            "a block request without a length");
        ok (e[3].op == FID_OP_OPEN && e[3].flags == FID_EVENT_NO_BYTES &&
                e[3].start_ns == -FID_S / 2,
            "an open before zero");
        ok (e[4].op == FID_OP_CLOSE && e[5].op == FID_OP_META && e[6].op == FID_OP_BLOCK_WRITE,
            "the other operations");
    }
    rec_clear (&r);

    rec_text (&r, "a.csv",
              "time_s,op,bytes,latency_s,pid\n1,read,1.5,,\n1,fly,1,,\n1,read,1,-1,\n"
              "1,read,1,1,x\n,read,1,1,1\n1,read,18446744073709551615,,\n"
              "1,read,9007199254740993,,\n1,read,999999999999999,,\n");
    ok_rejects (&r, "2 3 4 5 6 8", "damaged events are named");
    ok (r.event_n == 2 && r.event[0].bytes == 0 && r.event[0].flags & FID_EVENT_ERROR,
        "a size from 2^63 on is what a failed call returns");
    ok (r.event_n == 2 && r.event[1].bytes == 999999999999999, "sizes are exact");
    rec_clear (&r);
}

static void test_phases (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/csv/broken.csv"), 0, "csv/broken.csv is read");
    ok_rejects (&r, "4 5 6 7 8", "damaged rows are named");
    ok (r.phase_n == 4 && r.phase[0].kind == FID_PHASE_INIT && r.phase[0].epoch == -1 &&
            r.phase[0].start_ns == 0 && r.phase[0].end_ns == 10 * FID_S,
        "INIT, of no epoch");
    ok (r.phase_n == 4 && r.phase[1].kind == FID_PHASE_TRAINING && r.phase[1].epoch == 1 &&
            r.phase[2].kind == FID_PHASE_EVAL && r.phase[3].kind == FID_PHASE_CHECKPOINT,
        "the others");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/csv_utc/odd.csv"), 0, "csv_utc/odd.csv is read");
    ok (r.phase_n == 2 && r.reject_n == 0 &&
            r.phase[0].start_ns == at ("2023-02-11T08:11:20") &&
            r.phase[0].end_ns == at ("2023-02-11T08:11:30") &&
            r.phase[1].end_ns == at ("2023-02-11T08:12:00") && r.phase[1].epoch == 2,
        "phases in UTC, columns in any order");
    rec_clear (&r);
}

static void test_probe (void)
{
    static const struct {
        const char *what, *text, *reader;
    } cases[] = {
        {"seconds", "seconds,cpu.user\n", "csv"},
        {"utc", "utc,cpu.user\n", "csv_utc"},
        {"quoted", "\"time\",\"disk.read:sda\"\n", "csv_utc"},
        {"carriage returns", "t,cpu.user\r\n1,2\r\n", "csv"},
        {"no end of line", "t,cpu.user", "csv"},
        {"time only", "t,u\n", NULL},
        {"time is not first", "cpu.user,t\n", NULL},
        {"a GPU that is no number", "t,gpu.sm:first\n", NULL},
        {"a share of one CPU", "t,cpu.user:0\n", NULL},
        {"the other clock's end", "start_s,phase,end_utc\n", NULL},
        {"names without a time", "sm,mem,fb\n", NULL},
        {"empty", "", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        rec_text (&r, "table.csv", cases[i].text);
        const char *got = r.reader ? r.reader->name : "none";
        ok_str (got, cases[i].reader ? cases[i].reader : "none", cases[i].what);
        rec_clear (&r);
    }
}

int main (void)
{
    test_gauges ();
    test_events ();
    test_phases ();
    test_probe ();
    ok_gz ("csv", "good.csv");
    ok_gz ("csv", "odd.csv");
    ok_gz ("csv", "broken.csv");
    ok_gz ("csv_utc", "good.csv");
    ok_gz ("csv_utc", "odd.csv");
    ok_gz ("csv_utc", "broken.csv");
    return tap_done ();
}
