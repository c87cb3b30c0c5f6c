/* series_cells.c - what each phase moved, and what a step is made of; see series.h */
#include <math.h>
#include <stdlib.h>
#include "compare/series.h"
#include "metrics/ratio.h"

/* Phases are listed by epoch up to this number; with more, one row for each kind. */
#define ROW_MAX 64

static const enum fid_part kinds[] = {FID_PART_INIT, FID_PART_TRAINING, FID_PART_EVAL,
                                      FID_PART_CHECKPOINT};
#define KIND_N (sizeof kinds / sizeof *kinds)

/* The n-th epoch of a kind of phase (0: all of the kind), in one run. */
struct row {
    enum fid_part kind;
    size_t nth;
};

/* A walk over the segments of one kind, counting its epochs. */
struct walk {
    const struct fid_phases *p;
    enum fid_part kind;
    size_t at, nth;
    int epoch;
};

static const struct fid_segment *
next (struct walk *w)
{
    for (; w->at < w->p->segment_n; w->at++) {
        const struct fid_segment *g = &w->p->segment[w->at];
        if (g->part != w->kind)
            continue;
        if (!w->nth || g->epoch > w->epoch) {
            w->nth++;
            w->epoch = g->epoch;
        }
        w->at++;
        return g;
    }
    return NULL;
}

static size_t
epochs_n (const struct fid_run *run, enum fid_part kind)
{
    struct walk w = {.p = &run->phases, .kind = kind};
    while (next (&w))
        continue;
    return w.nth;
}

static size_t
rows_of (const struct fid_pair *pair, struct row row[ROW_MAX])
{
    size_t most[KIND_N], all = 0, n = 0;
    for (size_t i = 0; i < KIND_N; i++) {
        size_t a = epochs_n (pair->real, kinds[i]), b = epochs_n (pair->emu, kinds[i]);
        most[i] = a > b ? a : b;
        all += most[i];
    }
    for (size_t i = 0; i < KIND_N; i++)
        if (all > ROW_MAX && most[i])
            row[n++] = (struct row){kinds[i], 0};
        else
            for (size_t k = 1; k <= most[i]; k++)
                row[n++] = (struct row){kinds[i], k};
    return n;
}

/* The next segment of the row. */
static const struct fid_segment *
next_of (struct walk *w, const struct row *row)
{
    const struct fid_segment *g;
    do
        g = next (w);
    while (g && row->nth && w->nth != row->nth);
    return g;
}

static double
length_s (const struct fid_run *run, const struct row *row)
{
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *g;
    double s = 0;
    while ((g = next_of (&w, row)))
        s += (double)(g->end_ns - g->start_ns) / 1e9;
    return s;
}

static int64_t
nearest (int64_t a, int64_t b)
{
    return (a + (a >= 0 ? b / 2 : -b / 2)) / b;
}

/* Sums operations, or MiB, of a stream in the row's segments; bins are not divided. */
static double
moved (const struct fid_run *run, enum fid_stream_id id, bool bytes, const struct row *row)
{
    const struct fid_grid *grid = &run->stream[id].grid;
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *g;
    double sum = 0;
    if (!run->stream[id].traced || (bytes && !run->stream[id].sized) ||
        length_s (run, row) <= 0)
        return FID_GAP;
    while (grid->n && (g = next_of (&w, row))) {
        int64_t from =
            nearest (g->start_ns - run->phases.origin_ns, grid->bin_ns) - grid->first;
        int64_t to = nearest (g->end_ns - run->phases.origin_ns, grid->bin_ns) - grid->first;
        from = from > 0 ? from : 0;
        to = to < (int64_t)grid->n ? to : (int64_t)grid->n;
        for (int64_t e = from; e < to; e++)
            sum += bytes ? (double)grid->byte_n[e] / 1048576 : grid->op_n[e];
    }
    return sum;
}

/* Computes the mean level of a gauge in the row's segments; a gap if less than a period is
 * covered. */
static double
level (const struct fid_run *run, enum fid_gauge_id id, const struct row *row)
{
    const struct fid_gauge *g = &run->gauge[id];
    struct walk w = {.p = &run->phases, .kind = row->kind};
    const struct fid_segment *seg;
    double sum = 0, weight = 0;
    int64_t period = (int64_t)(g->period_s * 1e9);
    size_t k = 0;
    while (g->n > 1 && (seg = next_of (&w, row))) {
        while (k < g->n && g->t_ns[k] <= seg->start_ns)
            k++;
        for (size_t i = k; i < g->n && g->t_ns[i] - period < seg->end_ns; i++) {
            int64_t from = g->t_ns[i] - period, to = g->t_ns[i];
            if (i > 0 && g->t_ns[i - 1] > from)
                from = g->t_ns[i - 1];
            from = from > seg->start_ns ? from : seg->start_ns;
            to = to < seg->end_ns ? to : seg->end_ns;
            sum += fid_gauge_level (g->value + i * g->dim, g->dim) * (double)(to - from);
            weight += (double)(to - from);
        }
    }
    return weight < (double)period || weight <= 0 ? FID_GAP : sum / weight;
}

/* As for volumes: min / max, 0 if one is below floor. */
static double
similarity (double a, double b, double floor)
{
    if (!(a >= 0 && b >= 0) || a == FID_GAP || b == FID_GAP)
        return FID_GAP;
    return (a < floor) != (b < floor) ? 0 : exp (-fid_log_ratio (a, b, floor));
}

struct column {
    const char *resource, *quantity, *unit;
    double floor;
    double a[ROW_MAX], b[ROW_MAX];
};

static void
put_column (struct fid_doc *d, cJSON *list, const struct column *c, size_t n)
{
    double s[ROW_MAX];
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        s[i] = similarity (c->a[i], c->b[i], c->floor);
        any |= c->a[i] != FID_GAP || c->b[i] != FID_GAP;
    }
    if (!any)
        return;
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", c->resource);
    fid_doc_text (d, o, "quantity", c->quantity);
    fid_doc_text (d, o, "unit", c->unit);
    fid_series_values (d, o, "real", c->a, n);
    fid_series_values (d, o, "emulation", c->b, n);
    fid_series_values (d, o, "similarity", s, n);
}

void
fid_series_cells (struct fid_doc *d, cJSON *o, const struct fid_pair *pair)
{
    struct row row[ROW_MAX];
    size_t n = rows_of (pair, row);
    cJSON *rows = fid_doc_list (d, o, "rows");
    for (size_t i = 0; i < n; i++) {
        double a = length_s (pair->real, &row[i]), b = length_s (pair->emu, &row[i]);
        cJSON *r = fid_doc_object (d, rows, NULL);
        fid_doc_text (d, r, "kind", fid_part_name (row[i].kind));
        fid_doc_maybe (d, r, "nth", row[i].nth > 0, (double)row[i].nth);
        fid_series_value (d, r, "real_s", a > 0 ? a : FID_GAP);
        fid_series_value (d, r, "emulation_s", b > 0 ? b : FID_GAP);
    }
    cJSON *columns = fid_doc_list (d, o, "columns");
    for (int id = 0; id < FID_STREAM_N; id++) {
        enum fid_stream_id s = (enum fid_stream_id)id;
        bool bytes = pair->real->stream[id].sized && pair->emu->stream[id].sized &&
                     s != FID_STREAM_DATA_OPEN;
        struct column c = {fid_stream_name (s),
                           bytes ? "bytes" : "ops",
                           bytes ? "MiB" : "1",
                           bytes ? 1. / 2048 : 1,
                           {0},
                           {0}};
        for (size_t i = 0; i < n; i++) {
            c.a[i] = moved (pair->real, s, bytes, &row[i]);
            c.b[i] = moved (pair->emu, s, bytes, &row[i]);
        }
        put_column (d, columns, &c, n);
    }
    for (int id = 0; id < FID_GAUGE_N; id++) {
        enum fid_gauge_id g = (enum fid_gauge_id)id;
        bool disk = g == FID_GAUGE_DISK_READ || g == FID_GAUGE_DISK_WRITE;
        struct column c = {fid_gauge_name (g),
                           g == FID_GAUGE_CPU ? "busy" : "level",
                           disk                    ? "MiB/s"
                           : g == FID_GAUGE_GPU_FB ? "MiB"
                                                   : "%",
                           disk ? 1. / 2048 : 0.01,
                           {0},
                           {0}};
        for (size_t i = 0; i < n; i++) {
            c.a[i] = level (pair->real, g, &row[i]);
            c.b[i] = level (pair->emu, g, &row[i]);
        }
        put_column (d, columns, &c, n);
    }
}

/* --- what a training step is made of */

#define STEP_TIMES_MAX 2000

struct mean {
    double sum;
    size_t n;
};

static void
count (struct mean *m, double x)
{
    if (x < 0)
        return;
    m->sum += x;
    m->n++;
}

static double
value_of (const struct mean *m)
{
    return m->n ? m->sum / (double)m->n : FID_GAP;
}

/* The length of a training step; negative: unknown. */
static double
length_of (const struct fid_step *s)
{
    return s->step_s >= 0                           ? s->step_s
           : s->load_s >= 0 && s->compute_s >= 0 ? s->load_s + s->compute_s
                                                    : -1;
}

/* The lengths of the n training steps in their order; of many the means of so many each. */
static void
put_step_times (struct fid_doc *d, cJSON *o, const struct fid_run *run, size_t n)
{
    static const struct mean none;
    double *x = malloc (STEP_TIMES_MAX * sizeof *x);
    size_t every = (n + STEP_TIMES_MAX - 1) / STEP_TIMES_MAX, k = 0, in_mean = 0;
    struct mean m = none;
    fid_doc_number (d, o, "step_times_every", (double)every);
    for (size_t i = 0; x && i < run->steps.n; i++) {
        if (run->steps.step[i].eval)
            continue;
        count (&m, length_of (&run->steps.step[i]));
        if (++in_mean < every)
            continue;
        x[k++] = value_of (&m);
        m = none;
        in_mean = 0;
    }
    if (x && in_mean)
        x[k++] = value_of (&m);
    if (x)
        fid_series_values (d, o, "step_times_s", x, k);
    else
        d->failed = true;
    free (x);
}

/* "other" is the rest of the steps that have all three times, to a nanosecond (less is the
 * rounding of their difference). */
static void
steps_json (struct fid_doc *d, cJSON *in, const char *key, const struct fid_run *run)
{
    struct mean load = {0}, compute = {0}, step = {0}, other = {0};
    size_t n = 0;
    for (size_t i = 0; i < run->steps.n; i++) {
        const struct fid_step *s = &run->steps.step[i];
        if (s->eval)
            continue;
        n++;
        count (&load, s->load_s);
        count (&compute, s->compute_s);
        count (&step, s->step_s);
        if (s->load_s >= 0 && s->compute_s >= 0 && s->step_s >= 0)
            count (&other, fmax (0, rint ((s->step_s - s->load_s - s->compute_s) * 1e9) / 1e9));
    }
    if (!n) {
        fid_doc_null (d, in, key);
        return;
    }
    cJSON *o = fid_doc_object (d, in, key);
    fid_doc_number (d, o, "n", (double)n);
    fid_series_value (d, o, "load_s", value_of (&load));
    fid_series_value (d, o, "compute_s", value_of (&compute));
    fid_series_value (d, o, "other_s", value_of (&other));
    fid_series_value (d, o, "step_s", value_of (&step));
    put_step_times (d, o, run, n);
}

void
fid_series_steps (struct fid_doc *d, cJSON *o, const struct fid_pair *pair)
{
    steps_json (d, o, fid_series_side[0], pair->real);
    steps_json (d, o, fid_series_side[1], pair->emu);
}
