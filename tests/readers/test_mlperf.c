/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mlperf.c - what MLPerf Storage writes beside DLIO's own files */
#include "tests/readers/check.h"

static void test_series (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mlperf_timeseries/good.json"), 0, "good.json is read");
    ok_reader (&r, "mlperf_timeseries", "by mlperf_timeseries");
    ok_int ((long long)r.sample_n, 40, "five intervals of two devices on two hosts, both ways");
    ok (r.sample_n == 40 && r.sample[0].t_ns == at ("2026-07-24T10:00:10") &&
            fid_span_is (r.sample[0].key, "nvme0n1") && r.sample[0].value == 10 &&
            r.sample[1].channel == FID_CH_DISK_WRITE && r.sample[1].value == 100,
        "sectors of 512 bytes over 10 s, at the end of the interval");
    ok_str (rec_fact (&r, "net.received_bytes"), "629145600",
            "what both hosts received, lo apart");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mlperf_timeseries/odd.json"), 0, "odd.json is read");
    ok_int ((long long)r.reject_n, 2, "a counter and a stamp that are none");
    ok_int ((long long)r.sample_n, 4, "a counter that begins anew has no growth there");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mlperf_timeseries/broken.json"), 0, "a cut file is read");
    ok (r.sample_n > 0 && r.sample_n < 40, "as far as it goes");
    ok (r.note_n > 0, "and it is noted");
    rec_clear (&r);
}

static void test_facts (void)
{
    static const struct {
        const char *file, *name, *reader, *key, *want;
    } cases[] = {
        {"mlperf_metadata", "checkpointing_1_metadata.json", "mlperf_metadata", "benchmark",
         "checkpointing"},
        {"mlperf_metadata", "m.json", "mlperf_metadata", "workload_config", "llama3-8b"},
        {"mlperf_metadata", "m.json", "mlperf_metadata", "num_hosts", "2"},
        {"kv_cache", "rank_3/k.json", "kv_cache", "kv.tokens@rank_3", "400"},
        {"kv_cache", "k.json", "kv_cache", "kv.read_p95_ms", "30.0"},
        {"kv_cache", "k.json", "kv_cache", "kv.request_p95_ms", "2400.0"},
        {"vector_db", "statistics.json", "vector_db", "vdb.recall", "0.97"},
        {"vector_db", "statistics.json", "vector_db", "vdb.queries_per_s", "20.0"},
        {"cluster_info", "cluster_info.json", "cluster_info", "cluster_hosts", "2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[200];
        struct rec r;
        size_t n;
        snprintf (path, sizeof path, "tests/data/%s/good.json", cases[i].file);
        char *data = rec_file (path, &n);
        rec_bytes (&r, cases[i].name, data, n, 0);
        ok_reader (&r, cases[i].reader, cases[i].file);
        const char *got = rec_fact (&r, cases[i].key);
        ok_str (got ? got : "none", cases[i].want, cases[i].key);
        rec_clear (&r);
        free (data);
    }
}

int main (void)
{
    test_series ();
    test_facts ();
    ok_gz ("mlperf_timeseries", "good.json");
    ok_gz ("mlperf_timeseries", "odd.json");
    ok_gz ("mlperf_metadata", "good.json");
    return tap_done ();
}
