/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_prometheus.c - gauges and counters from a range query of Prometheus */
#include "tests/readers/check.h"

static void ok_one (const struct rec *r, int64_t t_ms, int index, enum fid_channel channel,
                    double want, const char *what)
{
    int n = 0;
    for (size_t i = 0; i < r->sample_n; i++) {
        const struct fid_sample *s = &r->sample[i];
        n += s->t_ns == t_ms * FID_MS && s->index == index && s->channel == channel &&
             fabs (s->value - want) < 1e-9;
    }
    ok_int (n, 1, what);
}

int main (void)
{
    struct rec r;
    const int64_t t = INT64_C (1676102400000);
    ok_int (rec_read (&r, "tests/data/prometheus/good.json"), 0, "good.json is read");
    ok_reader (&r, "prometheus", "by its content");
    ok (r.reader && r.reader->clock == FID_CLOCK_UTC, "in UTC");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 5 + 4 + 3, "gauges, CPU shares, throughput");
    ok_one (&r, t, 0, FID_CH_GPU_SM, 61, "a gauge; a copy is left out");
    ok_one (&r, t, 0, FID_CH_GPU_SM, 5, "the GPU of that number of another host");
    ok_one (&r, t + 500, 1, FID_CH_GPU_MEM, 22, "of another GPU, at half a second");
    ok_one (&r, t + 500, 1, FID_CH_GPU_FB, 13086, "memory");
    /* 3 user, 1.5 softirq, 0.5 iowait, 10 and 15 idle: 30 s of two CPUs */
    ok_one (&r, t + 15000, -1, FID_CH_CPU_USER, 10, "counters become shares: user and nice");
    ok_one (&r, t + 15000, -1, FID_CH_CPU_SYS, 5, "sys, irq and softirq");
    ok_one (&r, t + 15000, -1, FID_CH_CPU_IOWAIT, 50. / 30, "iowait");
    ok_one (&r, t + 15000, -1, FID_CH_CPU_IDLE, 2500. / 30, "idle of both CPUs");
    ok_one (&r, t + 15000, -1, FID_CH_DISK_READ, 1, "growth in MiB/s");
    ok_one (&r, t + 45000, -1, FID_CH_DISK_READ, 2, "a counter that began anew is no growth");
    ok_one (&r, t + 15000, -1, FID_CH_DISK_WRITE, 0.5, "written bytes");
    ok_str (rec_fact (&r, "host_cpus"), "2", "how many CPUs there are");
    ok (has_note (&r, "3 series") && has_note (&r, "1 series have no name"),
        "what is left out is counted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/prometheus/broken.json"), 0, "broken.json is read");
    ok_int ((long long)r.sample_n, 1, "the good point counts");
    ok_one (&r, t + 1000, 0, FID_CH_GPU_SM, 62, "between bad ones");
    ok_int ((long long)r.reject_n, 3, "a GPU that is not a number, and values out of range");
    ok (has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    rec_text (&r, "x.json",
              "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}");
    ok (r.rc == -1 && strstr (r.err.text, "query_range"), "an instant query is refused");
    rec_clear (&r);

    ok_gz ("prometheus", "good.json");
    ok_gz ("prometheus", "broken.json");
    return tap_done ();
}
