/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocks of two hosts by what both logged */
#include "tests/tap.h"
#include "run/meetings.h"

#define S  INT64_C (1000000000)
#define T0 (INT64_C (1795221459) * S)

static struct fid_meetings_fit fit_of (const struct fid_meeting *m, size_t n)
{
    struct fid_meetings_fit fit;
    struct fid_error err;
    if (fid_meetings_fit (m, n, &fit, &err))
        abort ();
    return fit;
}

/* Meetings every 3 s; the other host waits for up to late_ns at each, by a fixed pattern. */
static size_t make (struct fid_meeting *m, size_t n, int64_t offset_ns, double drift,
                    int64_t late_ns)
{
    static const int64_t pattern[] = {0, 3, -2, 1, -3, 2, -1};
    for (size_t i = 0; i < n; i++) {
        int64_t t_ns = T0 + (int64_t)i * 3 * S;
        m[i] = (struct fid_meeting){t_ns, t_ns + offset_ns +
                                              (int64_t)(drift * (double)(t_ns - T0)) +
                                              pattern[i % 7] * late_ns / 3};
    }
    return n;
}

static double error_s (const struct fid_meetings_fit *fit, int64_t t_ns, int64_t offset_ns,
                       double drift)
{
    double got = (double)fit->offset_ns + fit->drift * (double)(t_ns - fit->ref_ns);
    return fabs (got - (double)offset_ns - drift * (double)(t_ns - T0)) / 1e9;
}

static void test_fit (void)
{
    static const struct {
        const char *what;
        int64_t offset_ns, late_ns;
        double drift;
        size_t n;
        double within_s;
    } cases[] = {
        {"an offset alone", -300000000, 0, 0, 20, .002},
        {"with 40 ppm drift", 300000000, 0, 40e-6, 25, .002},
        {"ranks that wait up to 20 ms", 7 * S, 20000000, 0, 20, .025},
        {"two meetings", 5000000, 0, 0, 2, .002},
    };
    struct fid_meeting m[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = make (m, cases[i].n, cases[i].offset_ns, cases[i].drift, cases[i].late_ns);
        struct fid_meetings_fit fit = fit_of (m, n);
        double unsure_s = (double)fit.uncertainty_ns / 1e9;
        ok (fit.n == n && unsure_s <= cases[i].within_s &&
                error_s (&fit, m[0].here_ns, cases[i].offset_ns, cases[i].drift) <= unsure_s &&
                error_s (&fit, m[n - 1].here_ns, cases[i].offset_ns, cases[i].drift) <=
                    unsure_s,
            "%s: right within %.4f s", cases[i].what, unsure_s);
    }
    size_t n = make (m, 20, 300000000, 0, 0);
    m[5].there_ns += 9 * S; /* one log names another checkpoint so */
    struct fid_meetings_fit fit = fit_of (m, n);
    ok (error_s (&fit, T0, 300000000, 0) < .002, "one that is none has no influence");
}

static void test_none (void)
{
    struct fid_meeting m[32];
    size_t n = make (m, 20, 300000000, 0, 2 * S);
    struct fid_meetings_fit fit = fit_of (m, n);
    ok (!fit.n && !fit.offset_ns && !fit.drift, "hosts that do not meet are not compared");
    ok (fit.uncertainty_ns >= 300000000, "and the uncertainty holds the difference");
    fit = fit_of (m, 0);
    ok (!fit.n && fit.uncertainty_ns == FID_UTC_UNSURE_NS, "nor those without a log");
}

static void test_find (void)
{
    struct fid_phase here[] = {
        {FID_PHASE_INIT, FID_NAME_INIT, 0, 1, -1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 10, 20, 1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 30, 40, 2, -1, 0, 0, 0},
        {FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT, 41, 45, 2, 1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 50, 60, 3, -1, FID_PHASE_TRUNCATED, 0, 0},
    };
    struct fid_phase there[] = {
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 130, 140, 2, -1, 0, 0, 0},
        {FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT, 139, 145, 2, 1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 150, 160, 3, -1, 0, 0, 0},
        {FID_PHASE_INIT, FID_NAME_INIT, 0, 1, -1, -1, 0, 0, 0},
    };
    struct fid_meeting m[FID_MEETINGS_MAX];
    size_t n = fid_meetings_find (here, 5, there, 4, m);
    ok (n == 3 && m[0].here_ns == 30 && m[0].there_ns == 130 && m[1].here_ns == 40 &&
            m[1].there_ns == 140 && m[2].here_ns == 45 && m[2].there_ns == 145,
        "epochs of one number meet at both ends, checkpoints at their ends");
}

int main (void)
{
    test_fit ();
    test_none ();
    test_find ();
    return tap_done ();
}
