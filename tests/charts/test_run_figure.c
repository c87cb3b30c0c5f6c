/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_figure.c - memory of the CPU panel is bounded, and wide cells hold means */
#include <math.h>
#include "tests/tap.h"
#include "charts/run_figure.h"

#define S INT64_C (1000000000)

static struct fid_error err;

/* Draw the CPU of a run sampled at t_s[n], user = value[i]; returns the stack. */
static const struct fid_stack *draw (struct fid_figure *fig, size_t n, const int64_t *t_s,
                                     const double *user)
{
    static struct fid_run run;
    static int64_t t_ns[8];
    static double value[8 * 4];
    struct fid_stretch_ns all = {INT64_MIN, INT64_MAX};
    const char *const overview[] = {"overview", NULL};
    struct fid_activity a = {.zoom = overview, .stretch = &all, .stretch_n = 1};
    for (size_t i = 0; i < n; i++) {
        t_ns[i] = t_s[i] * S;
        value[4 * i] = user[i];
    }
    run.gauge[FID_GAUGE_CPU] =
        (struct fid_gauge){.t_ns = t_ns, .value = value, .dim = 4, .n = n, .period_s = 1};
    int rc = fid_run_figure (fig, &run, &a, 0, 2, &err);
    return rc == 0 && fig->part_n == 1 ? &fig->part[0]->as.stack : NULL;
}

int main (void)
{
    struct fid_figure fig = {0};
    const struct fid_stack *s = draw (&fig, 4, (int64_t[]){1, 2, 3, 6}, (double[]){9, 5, 7, 3});
    ok (s && s->n == 6 && s->dx == 1 && s->x0 == 0, "a cell for each period");
    ok (s && s->layer_n == 4 && s->layer[0].y[1] == 5 && s->layer[3].y[2] == 0 &&
            s->layer[3].y[3] == 100 && s->layer[3].y[4] == 100,
        "and cells without a sample are a layer of their own");
    fid_figure_clear (&fig);
    s = draw (&fig, 4, (int64_t[]){1, 2, 1000000, 4000000000}, (double[]){9, 5, 7, 3});
    ok (s && s->n <= 20000, "stamps 127 years apart take no more cells than px can be drawn");
    ok (s && fabs (s->x0 + (double)s->n * s->dx - 4e9) < s->dx, "over the whole time");
    ok_close (s ? s->layer[0].y[0] : 0, 7, 1e-12, "the samples of a wide cell are averaged");
    ok (s && s->layer[0].y[s->n - 1] == 3 && s->layer[3].y[0] == 0 &&
            s->layer[3].y[s->n / 2] == 100,
        "between them nothing was sampled");
    fid_figure_clear (&fig);
    return tap_done ();
}
