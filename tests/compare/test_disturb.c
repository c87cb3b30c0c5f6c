/* surrogates of a repeat: what is kept, what is destroyed, what has none */
#include "config.h"
#include <stdbool.h>
#include <stdlib.h>
#include "compare/disturb.h"
#include "tests/tap.h"

#define N 64

static int
by_value (const void *va, const void *vb)
{
    const double *a = va, *b = vb;
    return *a < *b ? -1 : *a > *b;
}

static bool
same_values (const double *x, const double *y, size_t n)
{
    double a[2 * N], b[2 * N];
    memcpy (a, x, n * sizeof *a);
    memcpy (b, y, n * sizeof *b);
    qsort (a, n, sizeof *a, by_value);
    qsort (b, n, sizeof *b, by_value);
    return memcmp (a, b, n * sizeof *a) == 0;
}

int
main (void)
{
    double x[2 * N], *y = NULL, *z = NULL;
    const char *null;
    struct fid_error err = {0};
    struct fid_disturb d = {.seed = 5, .step_s = 0.4};
    for (size_t i = 0; i < 2 * N; i++)
        x[i] = (double)(i + 1);
    const struct fid_signal one = {.x = x, .n = N, .dim = 1, .dt_s = 0.1},
                            two = {.x = x, .n = N, .dim = 2, .dt_s = 0.1};

    bool rotated = true, far = true, moved = false;
    for (d.seed = 0; d.seed < 200; d.seed++) {
        fid_disturb_signal (&d, FID_FACET_TIMING, FID_QUANTITY_BYTES, &one, &y, &null, &err);
        size_t lag = 0; /* y[lag] is the first sample */
        while (lag < N && y[lag] != 1)
            lag++;
        far &= lag >= 8 && lag <= N - 8; /* two steps are eight samples */
        moved |= lag != N / 2;
        for (size_t t = 0; t < N; t++)
            rotated &= y[(t + lag) % N] == x[t];
        free (y);
    }
    ok (rotated, "timing: shifted around the end, nothing else");
    ok (far, "by two steps at least, either way");
    ok (moved, "by various lengths");

    d.seed = 5;
    fid_disturb_signal (&d, FID_FACET_TIMING, FID_QUANTITY_BYTES, &one, &y, &null, &err);
    ok_str (null, "circular shift", "which is said");
    fid_disturb_signal (&d, FID_FACET_TIMING, FID_QUANTITY_BYTES, &one, &z, &null, &err);
    ok (memcmp (y, z, N * sizeof *y) == 0, "a seed gives the same surrogate");
    free (y);
    free (z);

    fid_disturb_signal (&d, FID_FACET_RHYTHM, FID_QUANTITY_SQRT_OPS, &one, &y, &null, &err);
    ok_str (null, "block shuffle", "rhythm: blocks");
    bool blocks = true, order = true;
    for (size_t b = 0; b < N / 2; b++) { /* half a step is two samples */
        blocks &= y[2 * b + 1] == y[2 * b] + 1 && ((size_t)y[2 * b] - 1) % 2 == 0;
        order &= b == 0 || y[2 * b] > y[2 * b - 2];
    }
    ok (blocks && same_values (x, y, N), "each kept whole, none lost");
    ok (!order, "in another order");
    free (y);

    fid_disturb_signal (&d, FID_FACET_COUPLING, FID_QUANTITY_COUPLING_GAP, &two, &y, &null,
                        &err);
    ok_str (null, "one component shifted", "coupling");
    size_t kept = 0, shifted = 0;
    for (size_t k = 0; k < 2; k++) {
        size_t equal = 0;
        for (size_t t = 0; t < N; t++)
            equal += y[2 * t + k] == x[2 * t + k];
        kept += equal == N;
        shifted += equal == 0;
    }
    ok (kept == 1 && shifted == 1 && same_values (x, y, 2 * N), "one stays, one moves");
    free (y);

    fid_disturb_signal (&d, FID_FACET_SHAPE, FID_QUANTITY_LEVEL, &one, &y, &null, &err);
    ok_str (null, "IAAFT", "shape of a gauge");
    ok (same_values (x, y, N) && memcmp (x, y, N * sizeof *x) != 0,
        "the same values in another order");
    free (y);
    fid_disturb_signal (&d, FID_FACET_SHAPE, FID_QUANTITY_LEVEL, &two, &y, &null, &err);
    ok_str (null, "circular shift", "shape of several components");
    free (y);
    fid_disturb_signal (&d, FID_FACET_SHAPE, FID_QUANTITY_SQRT_OPS, &one, &y, &null, &err);
    ok_str (null, "circular shift", "shape of events");
    free (y);
    double idle[N] = {0};
    idle[7] = idle[8] = 3;
    const struct fid_signal mostly = {.x = idle, .n = N, .dim = 1, .dt_s = 0.1};
    fid_disturb_signal (&d, FID_FACET_SHAPE, FID_QUANTITY_LEVEL, &mostly, &y, &null, &err);
    ok_str (null, "circular shift", "a gauge that is mostly 0 has no ranks");
    free (y);

    d.step_s = 0; /* unknown: a sixteenth of 64 samples */
    bool least = true;
    for (d.seed = 0; d.seed < 100; d.seed++) {
        fid_disturb_signal (&d, FID_FACET_TIMING, FID_QUANTITY_BYTES, &one, &y, &null, &err);
        least &= y[0] >= 1 + 8 && y[0] <= N - 8 + 1;
        free (y);
    }
    ok (least, "an unknown step is a sixteenth of the series");
    d.step_s = 100; /* more than there is: exactly half */
    fid_disturb_signal (&d, FID_FACET_TIMING, FID_QUANTITY_BYTES, &one, &y, &null, &err);
    ok_close (y[0], N / 2 + 1, 0, "a step too long shifts by half");
    free (y);

    const struct fid_signal few = {.x = x, .n = 7, .dt_s = 0.1}, sample = {.x = x, .n = N},
                            spans = {.span_n = 3, .dt_s = 1};
    static const struct {
        const char *what;
        enum fid_facet_id facet;
        int signal;
    } none[] = {{"volume", FID_FACET_VOLUME, 0},
                {"marginal", FID_FACET_MARGINAL, 0},
                {"seven samples", FID_FACET_TIMING, 1},
                {"samples without a grid", FID_FACET_TIMING, 2},
                {"phases", FID_FACET_TIMING, 3}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const struct fid_signal *s[] = {&one, &few, &sample, &spans};
        y = x;
        int rc = fid_disturb_signal (&d, none[i].facet, FID_QUANTITY_BYTES, s[none[i].signal],
                                     &y, &null, &err);
        ok (rc == 0 && !y && !null, "no surrogate: %s", none[i].what);
    }
    return tap_done ();
}
