/* samples of monitors gathered into gauges */
#include "tests/tap.h"
#include "run/gauges.h"

#define S INT64_C (1000000000)

static struct fid_kept_sample
sample (double t_s, enum fid_channel channel, double value)
{
    return (struct fid_kept_sample){.t_ns = (int64_t)(t_s * 1e9),
                                    .value = value,
                                    .pid = -1,
                                    .index = -1,
                                    .channel = (uint16_t)channel};
}

static struct fid_kept_sample
gpu (double t_s, int index, int64_t pid, enum fid_channel channel, double value)
{
    struct fid_kept_sample s = sample (t_s, channel, value);
    s.index = index;
    s.pid = pid;
    return s;
}

static struct fid_kept_sample
disk (double t_s, unsigned device, double value)
{
    struct fid_kept_sample s = sample (t_s, FID_CH_DISK_READ, value);
    s.device = (uint16_t)device;
    return s;
}

static struct fid_run *
build (struct fid_kept_sample *s, size_t n, const struct fid_pidset *pids, const bool *used,
       size_t used_n)
{
    struct fid_run *run = calloc (1, sizeof *run);
    struct fid_pidset none = {0};
    struct fid_error err;
    if (!run || fid_gauges_build (run, s, n, pids ? pids : &none, used, used_n, &err))
        abort ();
    return run;
}

static void
ok_gauge (const struct fid_gauge *g, size_t n, const double *t_s, const double *v,
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

static void
test_cpu (void)
{
    struct fid_kept_sample s[] = {
        sample (2, FID_CH_CPU_IDLE, 70),  sample (1, FID_CH_CPU_USER, 20),
        sample (2, FID_CH_CPU_USER, 15),  sample (1, FID_CH_CPU_SYS, 5),
        sample (2, FID_CH_CPU_SYS, 10),   sample (1, FID_CH_CPU_IOWAIT, 1),
        sample (2, FID_CH_CPU_IOWAIT, 5), sample (1, FID_CH_CPU_IDLE, 74),
        sample (3, FID_CH_CPU_USER, 99),  sample (3, FID_CH_CPU_SYS, 1), /* half a stamp */
        sample (4, FID_CH_CPU_USER, 1),   sample (4, FID_CH_CPU_SYS, 2),
        sample (4, FID_CH_CPU_IOWAIT, 3), sample (4, FID_CH_CPU_IDLE, 94)};
    struct fid_run *run = build (s, sizeof s / sizeof *s, NULL, NULL, 0);
    static const double t[] = {1, 2, 4}, v[] = {20, 5, 1, 74, 15, 10, 5, 70, 1, 2, 3, 94};
    ok_gauge (&run->gauge[FID_GAUGE_CPU], 3, t, v,
              "CPU shares of one stamp make a vector; an incomplete one is left out");
    ok_close (run->gauge[FID_GAUGE_CPU].period_s, 1, 0, "the period is the median distance");
    ok (run->gauge[FID_GAUGE_GPU_SM].n == 0 && run->gauge[FID_GAUGE_DISK_READ].n == 0,
        "what nobody sampled is empty");
    fid_run_destroy (run);

    struct fid_kept_sample twice[2 * FID_CPU_DIM];
    static const double t1[] = {1}, v1[] = {1, 1, 1, 1};
    for (int i = 0; i < 2 * FID_CPU_DIM; i++) {
        twice[i] = sample (1, (enum fid_channel) (FID_CH_CPU_USER + i / 2), 2 - i % 2);
        twice[i].source = 1 - (uint32_t)i % 2;
    }
    run = build (twice, sizeof twice / sizeof *twice, NULL, NULL, 0);
    ok_gauge (&run->gauge[FID_GAUGE_CPU], 1, t1, v1, "of two files with one stamp the first");
    fid_run_destroy (run);
}

static void
test_gpu (void)
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
    struct fid_run *run = build (s, n, &own, NULL, 0);
    static const double t[] = {1, 2, 3}, v[] = {70, 50, 40}, fb_t[] = {1}, fb[] = {1700};
    /* 1: (60 + 30 + 50) / 2; 2: (min (150, 100) + 0) / 2; 3: GPU 0 has no row */
    ok_gauge (&run->gauge[FID_GAUGE_GPU_SM], 3, t, v,
              "two processes of a GPU add up, at most 100 %; idle is 0, missing is not; "
              "another's GPU does not count");
    ok_gauge (&run->gauge[FID_GAUGE_GPU_FB], 1, fb_t, fb, "memory adds up beyond 100");
    fid_run_destroy (run);
    run = build (s, n, NULL, NULL, 0);
    ok_close (run->gauge[FID_GAUGE_GPU_SM].value[0], (90. + 50 + 100) / 3, 1e-12,
              "with no process known all of them count");
    fid_run_destroy (run);
    fid_pidset_clear (&own);
    struct fid_kept_sample mean[] = {sample (1, FID_CH_GPU_SM, 33),
                                     sample (2, FID_CH_GPU_SM, 44)};
    run = build (mean, 2, NULL, NULL, 0);
    static const double mt[] = {1, 2}, mv[] = {33, 44};
    ok_gauge (&run->gauge[FID_GAUGE_GPU_SM], 2, mt, mv, "averages without processes are taken");
    fid_run_destroy (run);
}

static void
test_disk (void)
{
    struct fid_kept_sample s[] = {disk (1, 1, 10),  disk (1, 2, 5),  disk (1, 3, 100),
                                  disk (2, 3, 200), disk (2, 1, 20), disk (3.5, 2, 7)};
    bool used[4] = {false, true, true, false}, none[4] = {false};
    struct fid_run *run = build (s, 6, NULL, used, 4);
    static const double t[] = {1, 2, 3.5}, v[] = {15, 20, 7}, all[] = {115, 220, 7};
    ok_gauge (&run->gauge[FID_GAUGE_DISK_READ], 3, t, v, "the sum over the disks in use");
    ok_close (run->gauge[FID_GAUGE_DISK_READ].period_s, 1, 0, "lower median of 1 s and 1.5 s");
    fid_run_destroy (run);
    run = build (s, 6, NULL, none, 4);
    ok_gauge (&run->gauge[FID_GAUGE_DISK_READ], 3, t, all, "over all, if none is known");
    fid_run_destroy (run);
    run = build (NULL, 0, NULL, none, 4);
    ok (run->gauge[FID_GAUGE_DISK_READ].n == 0, "no samples, no gauge");
    fid_run_destroy (run);
}

int
main (void)
{
    test_cpu ();
    test_gpu ();
    test_disk ();
    return tap_done ();
}
