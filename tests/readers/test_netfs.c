/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_netfs.c - monitors of network file systems and exporters; the order of Kineto */
#include "tests/readers/check.h"

static void test_clients (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/nfsiostat/good.out"), 0, "nfsiostat/good.out is read");
    ok_reader (&r, "nfsiostat", "by nfsiostat");
    ok_int ((long long)r.sample_n, 2, "the report since the mount is left out");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_DISK_READ, "nas:/train", 10, "kB are KiB");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_DISK_WRITE, "nas:/train", .5, "writes");
    rec_clear (&r);
    ok_int (rec_text (&r, "n.out",
                      "nas:/x mounted on /x:\nread:  ops/s  kB/s kB/op retrans avg RTT (ms)\n"
                      "  1.0 2.0 2.0 0 (0.0%) 1.0\n"),
            -1, "without stamps");
    ok (strstr (r.err.text, "ts '") != NULL, "the message says how to record it");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/llite/good.out"), 0, "llite/good.out is read");
    ok_reader (&r, "llite", "by llite");
    ok_sample (&r, "2026-11-26T22:19:35.25", FID_CH_DISK_READ, "train-ffff888012345678", 10,
               "growth of the sum");
    ok_sample (&r, "2026-11-26T22:19:35.25", FID_CH_DISK_WRITE, "train-ffff888012345678", 0,
               "no growth is 0");
    ok_int ((long long)r.sample_n, 2, "sums that begin anew have none");
    ok_rejects (&r, "14", "what is no number is named");
    rec_clear (&r);
}

static void test_dcgm_text (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dcgm_text/good.txt"), 0, "dcgm_text/good.txt is read");
    ok_reader (&r, "dcgm_text", "by dcgm_text");
    ok_int ((long long)r.sample_n, 5, "gauges of whole GPUs");
    ok_sample (&r, "2026-11-26T22:19:33.25", FID_CH_GPU_FB, "", 13086, "at the line before");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_GPU_SM, "", 70, "ISO 8601, too");
    ok_sample (&r, "2026-11-26T22:19:34.5", FID_CH_GPU_MEM, "", 20, "or its own stamp");
    ok_rejects (&r, "13 14 15", "damaged lines are named");
    rec_clear (&r);
    ok_int (rec_text (&r, "m.txt", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 61\n"), -1,
            "without a time");
    ok (strstr (r.err.text, "date +%s") != NULL, "the message says how to record");
    rec_clear (&r);
}

/* Kineto with its members in another order. */
static void test_kineto_order (void)
{
    struct rec r;
    rec_text (
        &r, "trace.json",
        "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [{\"ph\": \"X\", \"cat\": "
        "\"cpu_op\", \"name\": \"aten::add\", \"pid\": 7, \"tid\": 7, \"ts\": 1, "
        "\"dur\": 2}, {\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": "
        "\"ProfilerStep#3\", \"pid\": 7, \"tid\": 7, \"ts\": 5000000.25, \"dur\": "
        "120000.5}], \"baseTimeNanoseconds\": 1710000000000000000, \"schemaVersion\": 1}");
    ok_reader (&r, "kineto", "Kineto whose events come first");
    ok (r.step_n == 1 && r.step[0].step_s > .12 && r.step[0].step_s < .1201, "its step");
    rec_clear (&r);
}

static void test_sums (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/diskstats/good.out"), 0, "diskstats/good.out is read");
    ok_reader (&r, "diskstats", "by diskstats");
    ok_int ((long long)r.sample_n, 8, "two disks, two intervals, reads and writes");
    ok_sample (&r, "2026-11-26T22:19:31.5", FID_CH_DISK_READ, "nvme0n1", 20, "512 a sector");
    ok_sample (&r, "2026-11-26T22:19:32.5", FID_CH_DISK_WRITE, "nvme0n1", .5, "writes");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/diskstats/odd.out"), 0, "diskstats/odd.out is read");
    ok_int ((long long)r.sample_n, 10, "sums that begin anew have none");
    ok_sample (&r, "2026-11-26T22:19:34.5", FID_CH_DISK_READ, "nvme0n1", 1, "then they go on");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/io_stat/good.out"), 0, "io_stat/good.out is read");
    ok_reader (&r, "io_stat", "by io_stat");
    ok_sample (&r, "2026-11-26T22:19:31.5", FID_CH_DISK_READ, "259:0", 40, "of the cgroup");
    ok_sample (&r, "2026-11-26T22:19:31.5", FID_CH_DISK_WRITE, "259:0", 1, "and its writes");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/node_disk/good.txt"), 0, "node_disk/good.txt is read");
    ok_reader (&r, "node_disk", "by node_disk");
    ok_sample (&r, "2026-11-26T22:19:31", FID_CH_DISK_READ, "nvme0n1", 1e6 / 1048576,
               "at the stamp before the metrics");
    ok_sample (&r, "2026-11-26T22:19:32", FID_CH_DISK_WRITE, "nvme0n1", 2, "or its own");
    rec_clear (&r);
    ok_int (rec_text (&r, "d.out", "259 0 sda 1 0 8 1 0 0 0 0 0 1 1\n"), -1, "without a time");
    ok (strstr (r.err.text, "date +%s") != NULL, "the message says how to record");
    rec_clear (&r);
}

int main (void)
{
    test_clients ();
    test_sums ();
    test_dcgm_text ();
    test_kineto_order ();
    ok_gz ("nfsiostat", "good.out");
    ok_gz ("llite", "good.out");
    ok_cut_anywhere ("llite", "good.out");
    ok_gz ("diskstats", "good.out");
    ok_cut_anywhere ("diskstats", "good.out");
    return tap_done ();
}
