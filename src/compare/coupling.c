/* coupling.c - whether resources move together in both runs alike */
#include <math.h>
#include <stdlib.h>
#include "compare/resource_result.h"

/* Resources that should move together, on one grid of a second: finer offsets
 * are below what monitors' stamps can tell. */
#define COUPLING_DT_NS INT64_C (1000000000)
#define COUPLING_MAX   4

struct component {
    double *a, *b; /* owned; scaled to 0..1 */
    size_t an, bn;
};

static int
stream_component (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                  struct component *c, struct fid_error *err)
{
    struct fid_stream_view a = {0}, b = {0};
    if (fid_view_dt (pair->real, pair->emu, id, COUPLING_DT_NS / 1e9) > COUPLING_DT_NS)
        return 0; /* runs of days, in bins wider than that: stays out */
    if (fid_view_stream (pair->real, id, w, COUPLING_DT_NS, &a, err) ||
        fid_view_stream (pair->emu, id, w, COUPLING_DT_NS, &b, err)) {
        fid_stream_view_clear (&a);
        return -1;
    }
    if (a.sized && b.sized) {
        c->a = a.byte;
        c->an = a.n;
        c->b = b.byte;
        c->bn = b.n;
        a.byte = b.byte = NULL;
    }
    fid_stream_view_clear (&a);
    fid_stream_view_clear (&b);
    return 0;
}

static int
gauge_component (const struct fid_pair *pair, enum fid_gauge_id id, enum fid_window w,
                 struct component *c, struct fid_error *err)
{
    struct fid_gauge_view a, b = {0};
    if (fid_view_gauge (pair->real, id, w, &a, err) ||
        fid_view_gauge (pair->emu, id, w, &b, err)) {
        fid_gauge_view_clear (&a);
        return -1;
    }
    if (fabs (a.dt_s - 1) > 0.05 || fabs (b.dt_s - 1) > 0.05)
        a.n = b.n = 0; /* not sampled every second: stays out */
    c->a = malloc ((a.n + 1) * sizeof *c->a);
    c->b = malloc ((b.n + 1) * sizeof *c->b);
    c->an = a.n;
    c->bn = b.n;
    if (c->a && c->b) {
        size_t last = a.dim == FID_CPU_DIM ? 3 : 0;
        for (size_t i = 0; i < a.n; i++)
            c->a[i] = last ? 100 - a.x[i * a.dim + last] : a.x[i];
        for (size_t i = 0; i < b.n; i++)
            c->b[i] = last ? 100 - b.x[i * b.dim + last] : b.x[i];
    }
    fid_gauge_view_clear (&a);
    fid_gauge_view_clear (&b);
    return c->a && c->b ? 0 : fid_error_nomem (err);
}

/* Scale to full (0: to the reference); false if the component is silent there. */
static bool
scale_component (struct component *c, double full, struct fid_error *err)
{
    if (!(full > 0))
        full = fid_p99_nonzero (c->a, c->an, err);
    bool alive = false;
    for (size_t i = 0; i < c->an; i++)
        alive |= c->a[i] > 0;
    if (!alive || !(full > 0) || c->an < 4 || c->bn < 4)
        return false;
    for (size_t i = 0; i < c->an; i++)
        c->a[i] = fmin (1, fmax (0, c->a[i] / full));
    for (size_t i = 0; i < c->bn; i++)
        c->b[i] = fmin (1, fmax (0, c->b[i] / full));
    return true;
}

/* Components side by side, sample-major, over the time all of them cover. */
static double *
interleave (const struct component *c, size_t k, bool real, size_t *n, struct fid_error *err)
{
    *n = SIZE_MAX;
    for (size_t i = 0; i < k; i++) {
        size_t ni = real ? c[i].an : c[i].bn;
        *n = ni < *n ? ni : *n;
    }
    double *x = malloc ((*n * k + 1) * sizeof *x);
    if (!x) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t t = 0; t < *n; t++)
        for (size_t i = 0; i < k; i++)
            x[t * k + i] = real ? c[i].a[t] : c[i].b[t];
    return x;
}

int
fid_card_coupling (const struct fid_pair *pair, struct fid_card *card, struct fid_error *err)
{
    struct component c[COUPLING_MAX] = {0}, alive[COUPLING_MAX];
    double *a = NULL, *b = NULL;
    size_t k = 0, an, bn;
    int rc = -1;
    bool reads = pair->real->stream[FID_STREAM_VFS_READ].traced &&
                 pair->emu->stream[FID_STREAM_VFS_READ].traced;
    if ((reads && stream_component (pair, FID_STREAM_VFS_READ, card->window, &c[0], err)) ||
        gauge_component (pair, FID_GAUGE_CPU, card->window, &c[1], err) ||
        gauge_component (pair, FID_GAUGE_GPU_SM, card->window, &c[2], err) ||
        gauge_component (pair, FID_GAUGE_DISK_READ, card->window, &c[3], err))
        goto done;
    const double full[COUPLING_MAX] = {pair->scales.read_bytes, 100, 100,
                                       pair->scales.gauge[FID_GAUGE_DISK_READ]};
    for (size_t i = 0; i < COUPLING_MAX; i++)
        if (c[i].a && scale_component (&c[i], full[i], err))
            alive[k++] = c[i];
    rc = 0;
    if (k < 2) {
        fid_card_refuse (card,
                         "fewer than two of vfs.read, cpu, gpu.sm and disk.read are active "
                         "and sampled every second");
        goto done;
    }
    a = interleave (alive, k, true, &an, err);
    b = interleave (alive, k, false, &bn, err);
    if (!a || !b) {
        rc = -1;
        goto done;
    }
    struct fid_metric_opts opts = {.band_s = fid_pair_band (pair, (double)an),
                                   .penalty = pair->penalty};
    struct fid_signal sa = {.x = a, .n = an, .dim = k, .dt_s = 1},
                      sb = {.x = b, .n = bn, .dim = k, .dt_s = 1};
    rc = fid_card_add (card, "coupling", "gap", "coupling", &sa, &sb, &opts, err);
    if (!rc)
        fid_card_close (card);
done:
    for (size_t i = 0; i < COUPLING_MAX; i++) {
        free (c[i].a);
        free (c[i].b);
    }
    free (a);
    free (b);
    return rc;
}
