/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples of monitors gathered into gauges */
#include "tests/tap.h"
#include "run/gauges.h"

#define S INT64_C (1000000000)

static struct fid_kept_sample sample (double t_s, enum fid_channel channel, double value)
{
    return (struct fid_kept_sample){.t_ns = (int64_t)(t_s * 1e9),
                                    .value = value,
                                    .pid = -1,
                                    .part = -1,
                                    .channel = (uint16_t)channel};
}

static struct fid_kept_sample gpu (double t_s, int index, int64_t pid, enum fid_channel channel,
                                   double value)
{
    struct fid_kept_sample s = sample (t_s, channel, value);
    s.part = (int16_t)index;
    s.pid = pid;
    return s;
}

static struct fid_kept_sample disk (double t_s, unsigned device, double value)
{
    struct fid_kept_sample s = sample (t_s, FID_CH_DISK_READ, value);
    s.part = (int16_t)device;
    return s;
}

static struct fid_host_gauges *build (struct fid_kept_sample *s, size_t n,
                                      const struct fid_pidset *pids, const bool *used,
                                      size_t used_n)
{
    struct fid_host_gauges *run = calloc (1, sizeof *run);
    struct fid_pidset none = {0};
    struct fid_error err;
    if (!run || fid_gauges_build (run, s, n, pids ? pids : &none, used, used_n, &err))
        abort ();
    return run;
}

static void destroy (struct fid_host_gauges *of)
{
    fid_host_gauges_clear (of);
    free (of);
}

static void ok_gauge (const struct fid_gauge *g, size_t n, const double *t_s, const double *v,
                      const char *what)
{
    bool same = g->n == n;
    for (size_t i = 0; same && i < n; i++) {
        same = g->t_ns[i] == (int64_t)(t_s[i] * 1e9);
        for (size_t c = 0; same && c < g->dim; c++)
            same = fabs (g->value[i * g->dim + c] - v[i * g->dim + c]) < 1e-12;
    }
    if (!ok (same, "%s", what))
        for (size_t i = 0; i < g->n; i++)
            diag ("%g: %g", (double)g->t_ns[i] / 1e9, g->value[i * g->dim]);
}

static void test_cpu (void)
{
    struct fid_kept_sample s[] = {
        sample (2, FID_CH_CPU_IDLE, 70),  sample (1, FID_CH_CPU_USER, 20),
        sample (2, FID_CH_CPU_USER, 15),  sample (1, FID_CH_CPU_SYS, 5),
        sample (2, FID_CH_CPU_SYS, 10),   sample (1, FID_CH_CPU_IOWAIT, 1),
        sample (2, FID_CH_CPU_IOWAIT, 5), sample (1, FID_CH_CPU_IDLE, 74),
        sample (3, FID_CH_CPU_USER, 99),  sample (3, FID_CH_CPU_SYS, 1), /* half a stamp */
        sample (4, FID_CH_CPU_USER, 1),   sample (4, FID_CH_CPU_SYS, 2),
        sample (4, FID_CH_CPU_IOWAIT, 3), sample (4, FID_CH_CPU_IDLE, 94)};
    struct fid_host_gauges *run = build (s, sizeof s / sizeof *s, NULL, NULL, 0);
    static const double t[] = {1, 2, 4}, v[] = {20, 5, 1, 74, 15, 10, 5, 70, 1, 2, 3, 94};
    ok_gauge (&run->gauge[FID_GAUGE_CPU], 3, t, v,
              "CPU shares of one stamp make a vector; an incomplete one is left out");
    ok_close (run->gauge[FID_GAUGE_CPU].period_s, 1, 0, "the period is the median distance");
    ok (run->gauge[FID_GAUGE_GPU_SM].n == 0 && run->gauge[FID_GAUGE_DISK_READ].n == 0,
        "what nobody sampled is empty");
    destroy (run);

    struct fid_kept_sample twice[2 * FID_CPU_DIM];
    static const double t1[] = {1}, v1[] = {1, 1, 1, 1};
    for (int i = 0; i < 2 * FID_CPU_DIM; i++) {
        twice[i] = sample (1, (enum fid_channel) (FID_CH_CPU_USER + i / 2), 2 - i % 2);
        twice[i].source = 1 - (uint32_t)i % 2;
    }
    run = build (twice, sizeof twice / sizeof *twice, NULL, NULL, 0);
    ok_gauge (&run->gauge[FID_GAUGE_CPU], 1, t1, v1, "of two files with one stamp the first");
    destroy (run);
}

static void test_gpu (void)
{
    struct fid_pidset own = {0};
    struct fid_error err;
    struct fid_kept_sample s[] = {
        gpu (1, 0, 10, FID_CH_GPU_SM, 60),  gpu (1, 0, 11, FID_CH_GPU_SM, 30),
        gpu (1, 1, 12, FID_CH_GPU_SM, 50),  gpu (1, 2, 99, FID_CH_GPU_SM, 100),
        gpu (2, 0, 10, FID_CH_GPU_SM, 80),  gpu (2, 0, 11, FID_CH_GPU_SM, 70),
        gpu (2, 1, -1, FID_CH_GPU_SM, 0),   gpu (2, 2, 99, FID_CH_GPU_SM, 100),
        gpu (3, 1, 12, FID_CH_GPU_SM, 40),  gpu (4, 2, 99, FID_CH_GPU_SM, 100),
        gpu (1, 0, 10, FID_CH_GPU_FB, 900), gpu (1, 0, 11, FID_CH_GPU_FB, 800)};
    size_t n = sizeof s / sizeof *s;
    for (int pid = 10; pid <= 12; pid++)
        if (fid_pidset_add (&own, pid, &err))
            abort ();
    struct fid_host_gauges *run = build (s, n, &own, NULL, 0);
    static const double t[] = {1, 2, 3}, v[] = {70, 50, 40}, fb_t[] = {1}, fb[] = {1700};
    /* 1: (60 + 30 + 50) / 2; 2: (min (150, 100) + 0) / 2; 3: GPU 0 has no row */
    ok_gauge (&run->gauge[FID_GAUGE_GPU_SM], 3, t, v,
              "two processes of a GPU add up, at most 100 %; idle is 0, missing is not; "
              "another's GPU does not count");
    ok_gauge (&run->gauge[FID_GAUGE_GPU_FB], 1, fb_t, fb, "memory adds up beyond 100");
    destroy (run);
    run = build (s, n, NULL, NULL, 0);
    ok_close (run->gauge[FID_GAUGE_GPU_SM].value[0], (90. + 50 + 100) / 3, 1e-12,
              "with no process known all of them count");
    destroy (run);
    fid_pidset_clear (&own);
    struct fid_kept_sample mean[] = {sample (1, FID_CH_GPU_SM, 33),
                                     sample (2, FID_CH_GPU_SM, 44)};
    run = build (mean, 2, NULL, NULL, 0);
    static const double mt[] = {1, 2}, mv[] = {33, 44};
    ok_gauge (&run->gauge[FID_GAUGE_GPU_SM], 2, mt, mv, "averages without processes are taken");
    destroy (run);
}

static void test_disk (void)
{
    struct fid_kept_sample s[] = {disk (1, 1, 10),  disk (1, 2, 5),  disk (1, 3, 100),
                                  disk (2, 3, 200), disk (2, 1, 20), disk (3.5, 2, 7)};
    bool used[4] = {false, true, true, false}, none[4] = {false};
    struct fid_host_gauges *run = build (s, 6, NULL, used, 4);
    static const double t[] = {1, 2, 3.5}, v[] = {15, 20, 7}, all[] = {115, 220, 7};
    ok_gauge (&run->gauge[FID_GAUGE_DISK_READ], 3, t, v, "the sum over the disks in use");
    ok_close (run->gauge[FID_GAUGE_DISK_READ].period_s, 1, 0, "lower median of 1 s and 1.5 s");
    destroy (run);
    run = build (s, 6, NULL, none, 4);
    ok_gauge (&run->gauge[FID_GAUGE_DISK_READ], 3, t, all, "over all, if none is known");
    destroy (run);
    run = build (NULL, 0, NULL, none, 4);
    ok (run->gauge[FID_GAUGE_DISK_READ].n == 0, "no samples, no gauge");
    destroy (run);
}

/* Two hosts: CPUs are averaged, GPUs by their number, disks added; at the stamps of the first.
 */
static void test_hosts (void)
{
    struct fid_kept_sample a[] = {
        sample (1, FID_CH_CPU_USER, 20),   sample (1, FID_CH_CPU_SYS, 0),
        sample (1, FID_CH_CPU_IOWAIT, 0),  sample (1, FID_CH_CPU_IDLE, 80),
        sample (2, FID_CH_CPU_USER, 40),   sample (2, FID_CH_CPU_SYS, 0),
        sample (2, FID_CH_CPU_IOWAIT, 0),  sample (2, FID_CH_CPU_IDLE, 60),
        gpu (1, 0, 7, FID_CH_GPU_SM, 100), gpu (1, 1, 7, FID_CH_GPU_SM, 80),
        gpu (2, 0, 7, FID_CH_GPU_SM, 100), gpu (2, 1, 7, FID_CH_GPU_SM, 80)};
    struct fid_kept_sample b[] = {sample (1.25, FID_CH_CPU_USER, 80),
                                  sample (1.25, FID_CH_CPU_SYS, 0),
                                  sample (1.25, FID_CH_CPU_IOWAIT, 0),
                                  sample (1.25, FID_CH_CPU_IDLE, 20),
                                  sample (2.25, FID_CH_CPU_USER, 60),
                                  sample (2.25, FID_CH_CPU_SYS, 0),
                                  sample (2.25, FID_CH_CPU_IOWAIT, 0),
                                  sample (2.25, FID_CH_CPU_IDLE, 40),
                                  gpu (1.25, 0, 7, FID_CH_GPU_SM, 30),
                                  gpu (2.25, 0, 7, FID_CH_GPU_SM, 60),
                                  disk (1.25, 0, 11),
                                  disk (2.25, 0, 12)};
    struct fid_host_gauges of[2] = {{.gpu_n = 0}};
    struct fid_pidset none = {0};
    struct fid_run *run = calloc (1, sizeof *run);
    struct fid_error err;
    size_t number;
    if (!run || fid_hosts_add (&run->hosts, fid_span_of ("a"), &number, &err) ||
        fid_hosts_add (&run->hosts, fid_span_of ("b"), &number, &err) ||
        fid_gauges_build (&of[0], a, sizeof a / sizeof *a, &none, NULL, 0, &err) ||
        fid_gauges_build (&of[1], b, sizeof b / sizeof *b, &none, NULL, 0, &err) ||
        fid_gauges_join (run, of, &err))
        abort ();
    static const double t[] = {1, 2}, cpu[] = {50, 0, 0, 50, 50, 0, 0, 50}, sm[] = {70, 80};
    static const double late[] = {1.25, 2.25}, read[] = {11, 12};
    ok_gauge (&run->gauge[FID_GAUGE_CPU], 2, t, cpu, "CPUs of two hosts: the mean");
    ok_gauge (&run->gauge[FID_GAUGE_GPU_SM], 2, t, sm, "all GPUs of all hosts: the mean");
    ok_gauge (&run->gauge[FID_GAUGE_DISK_READ], 2, late, read, "disks that one host tells of");
    bool unseen = false, busiest = false;
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct fid_run_finding *f = &run->findings.at[i];
        unseen |= f->code == FID_RUN_HOST_UNSEEN && strcmp (f->file, "a") == 0;
        busiest |= f->code == FID_RUN_HOST_BUSIEST && strcmp (f->resource, "cpu") == 0 &&
                   strcmp (f->file, "b") == 0 && f->number[0] == 2 && f->value > 1;
    }
    ok (unseen, "which is said of the other");
    ok (busiest, "the busiest host is named");
    fid_host_gauges_clear (&of[0]);
    fid_host_gauges_clear (&of[1]);
    fid_run_destroy (run);
}

int main (void)
{
    test_hosts ();
    test_cpu ();
    test_gpu ();
    test_disk ();
    return tap_done ();
}
