/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rows.c - formats that are tables of columns (readers/tables/rows.h) */
#include "tests/readers/check.h"

static void test_vmstat (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/vmstat/good.out"), 0, "vmstat/good.out is read");
    ok_reader (&r, "vmstat", "by vmstat");
    ok_rejects (&r, "", "the line above the titles is no row");
    ok_int ((long long)r.sample_n, 12, "six samples a row");
    ok_sample (&r, "2026-11-26T22:18:44", FID_CH_DISK_READ, "", 44.5625, "bi is in KiB/s");
    ok_sample (&r, "2026-11-26T22:18:43", FID_CH_DISK_WRITE, "", 3229 / 1024.0, "bo");
    ok_sample (&r, "2026-11-26T22:18:43", FID_CH_CPU_USER, "", 48, "us");
    ok_sample (&r, "2026-11-26T22:18:44", FID_CH_CPU_IOWAIT, "", 1, "wa");
    rec_clear (&r);

    rec_read (&r, "tests/data/vmstat/odd.out");
    ok_rejects (&r, "", "titles come again");
    ok_sample (&r, "2026-11-26T23:59:59", FID_CH_CPU_USER, "", 74, "guests are part of user");
    ok_sample (&r, "2026-11-26T23:59:59", FID_CH_CPU_IDLE, "", 12, "stolen time of idle");
    ok_sample (&r, "2026-11-27T00:00:00", FID_CH_CPU_SYS, "", 23, "after midnight");
    rec_clear (&r);

    rec_read (&r, "tests/data/vmstat/broken.out");
    ok_rejects (&r, "4 5 6 8", "damaged rows are named");
    ok_int ((long long)r.sample_n, 12, "the others count");
    rec_clear (&r);

    ok_int (rec_text (
                &r, "v.out",
                " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa "
                "st\n 8  0 0 2 4 2 0 0 1 3 5 1 48 20 32 0 0\n"),
            -1, "without -t");
    ok (strstr (r.err.text, "vmstat -t") != NULL, "it is said what to record");
    rec_clear (&r);
}

static void test_dstat (void)
{
    struct rec r;
    rec_read (&r, "tests/data/dstat/good.csv");
    ok_reader (&r, "dstat", "dstat/good.csv");
    ok (r.reader && r.reader->clock == FID_CLOCK_LOCAL, "in local time");
    ok_rejects (&r, "", "its head is no row");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_DISK_READ, "", 2, "bytes/s; the head's year");
    ok_sample (&r, "2026-11-26T22:19:34", FID_CH_CPU_IDLE, "", 89, "idl and stl");
    rec_clear (&r);

    rec_read (&r, "tests/data/dstat/odd.csv");
    ok_sample (&r, "2026-12-31T23:59:58", FID_CH_DISK_READ, "vdb", 2, "a disk");
    ok_int ((long long)r.sample_n, 8, "two disks without their total, four shares of all CPUs");
    ok_sample (&r, "2026-12-31T23:59:58", FID_CH_CPU_USER, "", 45, "not of CPU 0");
    rec_clear (&r);

    rec_read (&r, "tests/data/dstat/broken.csv");
    ok_rejects (&r, "8 9 10 11 12", "damaged rows are named");
    ok_int ((long long)r.sample_n, 6, "the other counts");
    rec_clear (&r);

    rec_read (&r, "tests/data/dstat_epoch/good.csv");
    ok_reader (&r, "dstat_epoch", "dstat_epoch/good.csv");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "in UTC");
    ok_sample (&r, "2026-11-26T22:19:33.25", FID_CH_CPU_SYS, "", 4, "sys, hiq and siq");
    rec_clear (&r);

    ok_int (
        rec_text (&r, "d.csv",
                  "\"Dstat 0.8.0 CSV output\"\n\"total cpu usage\",,,,,\"dsk/total\",\n\"usr\","
                  "\"sys\",\"idl\",\"wai\",\"stl\",\"read\",\"writ\"\n1,1,98,0,0,0,0\n"),
        -1, "without -t");
    ok (strstr (r.err.text, "dstat -T") != NULL, "it is said what to record");
    rec_clear (&r);
}

static void test_amd_smi (void)
{
    struct rec r;
    rec_read (&r, "tests/data/amd_smi_metric/good.csv");
    ok_reader (&r, "amd_smi_metric", "amd_smi_metric/good.csv");
    ok_rejects (&r, "", "a list in quotes is one field");
    ok_int ((long long)r.sample_n, 11, "readings that are there");
    ok (has_note (&r, "1 reading"), "the others are counted");
    ok (r.sample_n == 11 && r.sample[0].index == 0 && r.sample[0].value == 95 &&
            r.sample[2].channel == FID_CH_GPU_FB && r.sample[2].value == 283 &&
            r.sample[3].index == 1,
        "of each GPU");
    ok (r.sample_n == 11 && r.sample[8].t_ns == r.sample[6].t_ns,
        "GPUs of one round share a stamp");
    rec_clear (&r);

    rec_read (&r, "tests/data/amd_smi_metric/broken.csv");
    ok_rejects (&r, "3 4 5 6 7", "damaged rows are named");
    rec_clear (&r);

    rec_read (&r, "tests/data/amd_smi_monitor/good.csv");
    ok_reader (&r, "amd_smi_monitor", "amd_smi_monitor/good.csv");
    ok_sample (&r, "2026-09-15T23:38:44", FID_CH_GPU_SM, "", 95, "with units");
    ok_sample (&r, "2026-09-15T23:38:45", FID_CH_GPU_MEM, "", 1, "without");
    ok_sample (&r, "2026-09-15T23:38:45", FID_CH_GPU_FB, "", 2560, "GB are 1024 MiB");
    rec_clear (&r);
}

static void test_requests (void)
{
    struct rec r;
    int64_t t = at ("2019-02-06T00:00:38");
    rec_read (&r, "tests/data/s3_access/good.log");
    ok_reader (&r, "s3_access", "s3_access/good.log");
    ok_calls (&r, t,
              "read case_00001.npz 146600628 +0 1203000 p-1\n"
              "meta  0? +1000000 11000 p-1\n"
              "write model.pt 33554432 +2000000 250000 p-1\n",
              "bytes sent of reads, sizes of writes, a zone");
    ok (r.event_n == 3 && fid_span_is (r.event[0].path, "/train-data/unet3d/case_00001.npz"),
        "the path has the bucket");
    rec_clear (&r);
    rec_read (&r, "tests/data/s3_access/odd.log");
    ok_calls (&r, t,
              "read such 0E +0 7000 p-1\nmeta a%20b 0? +2000000 5000 p-1\n"
              "read b 1024 +3000000 5000 p-1\n",
              "a failure, a part of an object; what S3 does itself is left out");
    rec_clear (&r);
    rec_read (&r, "tests/data/s3_access/broken.log");
    ok_rejects (&r, "2 3 4 5 6", "damaged lines are named");
    ok_int ((long long)r.event_n, 1, "the other counts");
    rec_clear (&r);

    t = at ("2026-09-26T19:26:46");
    rec_read (&r, "tests/data/minio_trace/good.json");
    ok_reader (&r, "minio_trace", "minio_trace/good.json");
    ok_calls (&r, t,
              "read case_00001.npz 1048576 +434305.953 3067.748 p-1\n"
              "write model.pt 33554432 +500000 25000 p-1\nmeta  0? +1000000 1000 p-1\n",
              "to the ns");
    rec_clear (&r);
    rec_read (&r, "tests/data/minio_trace/odd.json");
    ok_calls (&r, t, "read a 4096 +0 500 p-1\nread none 0E +2000000 500 p-1\n",
              "with -v; calls inside the store are left out");
    rec_clear (&r);
    rec_read (&r, "tests/data/minio_trace/broken.json");
    ok_rejects (&r, "2 3 4 5", "damaged lines are named");
    rec_clear (&r);

    t = at ("2026-01-01T00:00:00");
    rec_read (&r, "tests/data/op_log/good.tsv");
    ok_reader (&r, "op_log", "op_log/good.tsv");
    ok_calls (&r, t,
              "read file1.bin 1048576 +0 1000000 p-1\n"
              "write file2.bin 2097152 +2000000 999999.999 p-1\nmeta  0 +4000000 250000 p-1\n",
              "requests of the client");
    rec_clear (&r);
    rec_read (&r, "tests/data/op_log/odd.tsv");
    ok_calls (&r, t, "read a 512 +500000 500000 p-1\nread b 0E +2000000 100000 p-1\n",
              "seconds and ms since 1970; an error");
    rec_clear (&r);
    rec_read (&r, "tests/data/op_log/broken.tsv");
    ok_rejects (&r, "3 4 5 6 7", "damaged lines are named");
    rec_clear (&r);
}

int main (void)
{
    static const char *const files[][2] = {
        {"vmstat", "good.out"},
        {"vmstat", "odd.out"},
        {"vmstat", "broken.out"},
        {"dstat", "good.csv"},
        {"dstat", "odd.csv"},
        {"dstat", "broken.csv"},
        {"dstat_epoch", "good.csv"},
        {"s3_access", "good.log"},
        {"s3_access", "odd.log"},
        {"s3_access", "broken.log"},
        {"minio_trace", "odd.json"},
        {"minio_trace", "good.json"},
        {"op_log", "good.tsv"},
        {"op_log", "odd.tsv"},
        {"op_log", "broken.tsv"},
        {"amd_smi_metric", "good.csv"},
        {"amd_smi_monitor", "good.csv"},
    };
    test_vmstat ();
    test_dstat ();
    test_amd_smi ();
    test_requests ();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        ok_gz (files[i][0], files[i][1]);
    ok_cut_anywhere ("vmstat", "good.out");
    ok_cut_anywhere ("dstat", "good.csv");
    return tap_done ();
}
