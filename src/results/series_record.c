/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_record.c - series files as a table (see series.h)
 *
 * Where both sides have lists of their own in one struct, a record is made for each side. */
#include "model/names.h"
#include "results/series.h"

#define DIGITS    FID_SERIES_DIGITS
#define VALUE     .digits = DIGITS
#define TIME      .micro = true, FID_ANY
#define SPAN      .micro = true
#define MAYBE     .need = FID_OR_NULL
#define GAPS      FID_ANY, .gaps = true
#define FLAT(rec) .of = &(rec), .flat = true

#define FINE_MAX ((size_t)1 << 24) /* 16 times the most that is written */

static const char *const side_name[2] = {"real", "emulation"};

/* --- checks */

static void check_length (struct fid_reading *r, const struct fid_numbers *x, size_t n,
                          const char *key)
{
    if (x->x && x->n != n)
        fid_reading_fail (r, "'%s' has %zu elements, not %zu", key, x->n, n);
}

/* --- sides */

static void check_side (struct fid_reading *r, void *object)
{
    const struct fid_series_side *s = object;
    if (!(s->to_s >= s->from_s))
        fid_reading_fail (r, "'to_s' is not a number >= %g", s->from_s);
    for (size_t i = 0; i < s->window.n; i += 2)
        if (!(s->window.x[i] <= s->window.x[i + 1]))
            fid_reading_fail (r, "'window' of a side is not a list of spans");
}

#define SIDE(F, T)                                                                             \
    F (T, TEXT, "id", id)                                                                      \
    F (T, TEXT, "hash", hash)                                                                  \
    F (T, TEXT, "run", run)                                                                    \
    F (T, NUMBER, "from_s", from_s, TIME)                                                      \
    F (T, NUMBER, "to_s", to_s, TIME)                                                          \
    F (T, PAIRS, "window", window, TIME)
FID_RECORD (one_side, struct fid_series_side, SIDE, .check = check_side);

#define PHASE(F, T)                                                                            \
    F (T, ID, "kind", kind, FID_IDS (part))                                                    \
    F (T, INT, "epoch", epoch, MAYBE)                                                          \
    F (T, INT, "block", block, MAYBE)                                                          \
    F (T, NUMBER, "start_s", start_s, TIME)                                                    \
    F (T, NUMBER, "end_s", end_s, TIME)
FID_RECORD (phase, struct fid_series_phase, PHASE);

static void check_phases (struct fid_reading *r, void *object)
{
    const struct fid_series *s = object;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < s->side[k].phase_n; i++) {
            const struct fid_series_phase *p = &s->side[k].phase[i];
            if (!(p->end_s >= p->start_s))
                fid_reading_fail (r, "'end_s' is not a number >= %g", p->start_s);
            if (i && p->start_s < p[-1].end_s)
                fid_reading_fail (r, "phase %zu of the %s side overlaps the one before", i,
                                  side_name[k]);
        }
}

#define PHASES(F, T)                                                                           \
    F (T, LIST, "real", side[0].phase, FID_ROWS (T, side[0].phase, side[0].phase_n, phase))    \
    F (T, LIST, "emulation", side[1].phase, FID_ROWS (T, side[1].phase, side[1].phase_n, phase))
FID_RECORD (phases, struct fid_series, PHASES, .check = check_phases);

#define AXIS(F, T)                                                                             \
    F (T, CONST, "unit", key, .text = "s")                                                     \
    F (T, CONST, "zero", key,                                                                  \
       .text = "start of the job, of the trace where no phases are known")                     \
    F (T, TEXT, "lag_of", lag_of, MAYBE)                                                       \
    F (T, NUMBER, "lag_s", lag_s, MAYBE, FID_ANY)                                              \
    F (T, NUMBER, "warp_mean_s", warp_mean_s, MAYBE, FID_ANY)                                  \
    F (T, NUMBER, "warp_max_s", warp_max_s, MAYBE, FID_ANY)
FID_RECORD (axis, struct fid_series, AXIS);

/* --- against time */

static void check_fine (struct fid_reading *r, void *object)
{
    const struct fid_series_fine *f = object;
    if (!(f->native_dt_s > 0 && f->dt_s >= f->native_dt_s && f->ruler.step > 0))
        fid_reading_fail (r, "finer values of no length or step");
    if (f->from_n < f->n)
        fid_reading_fail (r, "'from_n' is not a number >= %zu", f->n);
    if (!r->bad && !f->min != !f->max)
        fid_reading_fail (r, "finer values are not whole");
    for (size_t i = 0; !r->bad && f->min && i < f->n; i++)
        if (f->min[i] > f->value[i] || f->value[i] > f->max[i] || !f->min[i] != !f->max[i])
            fid_reading_fail (r, "finer value %zu is not between 'min' and 'max'", i);
}

#define FINE(F, T)                                                                             \
    F (T, NUMBER, "t0_s", t0_s, TIME)                                                          \
    F (T, NUMBER, "dt_s", dt_s, SPAN)                                                          \
    F (T, NUMBER, "native_dt_s", native_dt_s, SPAN)                                            \
    F (T, COUNT, "n", n, .least = 1, .most = FINE_MAX)                                         \
    F (T, COUNT, "from_n", from_n)                                                             \
    F (T, NUMBER, "offset", ruler.offset, FID_ANY)                                             \
    F (T, NUMBER, "step", ruler.step)                                                          \
    F (T, PACKED, "values", value, .n_at = offsetof (T, n))                                    \
    F (T, PACKED, "min", min, .n_at = offsetof (T, n), MAYBE)                                  \
    F (T, PACKED, "max", max, .n_at = offsetof (T, n), MAYBE)
FID_RECORD (finer_values, struct fid_series_fine, FINE, .check = check_fine, .known = 7);

static void check_track (struct fid_reading *r, void *object)
{
    struct fid_series_track *t = object;
    t->n = t->value.n;
    t->from_n = t->thinned_n ? t->thinned_n : t->n;
    if (!(t->dt_s > 0) || !t->n)
        fid_reading_fail (r, "a series of no length");
    if (t->from_n < t->n)
        fid_reading_fail (r, "'decimated_from' is less than the number of points");
    if (!t->thinned_n) {
        t->min = t->max = (struct fid_numbers){NULL, 0};
        return;
    }
    if (!t->min.x || !t->max.x)
        fid_reading_fail (r, "'%s' is missing or not a list", t->min.x ? "max" : "min");
    for (size_t i = 0; !r->bad && i < t->n; i++)
        if (!(t->min.x[i] <= t->value.x[i] && t->value.x[i] <= t->max.x[i]))
            fid_reading_fail (r, "element %zu of 'values' is not between 'min' and 'max'", i);
}

#define TRACK(F, T)                                                                            \
    F (T, NUMBER, "t0_s", t0_s, TIME)                                                          \
    F (T, NUMBER, "dt_s", dt_s, SPAN)                                                          \
    F (T, COUNT, "decimated_from", thinned_n, MAYBE)                                           \
    F (T, NUMBERS, "values", value, VALUE, GAPS)                                               \
    F (T, NUMBERS, "min", min, VALUE, GAPS, MAYBE, FID_LIKE (T, value))                        \
    F (T, NUMBERS, "max", max, VALUE, GAPS, MAYBE, FID_LIKE (T, value))                        \
    F (T, OBJECT, "fine", fine, .of = &finer_values, .need = FID_SINCE)
FID_RECORD (track, struct fid_series_track, TRACK, .check = check_track, .known = 3);

#define WHAT(F, T)                                                                             \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, ID, "quantity", quantity, FID_IDS (quantity))
#define WHAT_IN(F, T) WHAT (F, T) F (T, ID, "unit", unit, FID_IDS (unit))

#define OVER_TIME(F, T)                                                                        \
    WHAT_IN (F, T)                                                                             \
    F (T, OBJECT, "real", side[0], .of = &track, MAYBE)                                        \
    F (T, OBJECT, "emulation", side[1], .of = &track, MAYBE)
FID_RECORD (over_time, struct fid_series_time, OVER_TIME);

#define OFFSET(F, T)                                                                           \
    F (T, NUMBERS, "real_s", at_s, TIME)                                                       \
    F (T, NUMBERS, "centre_s", centre_s, TIME, .need = FID_SINCE, FID_LIKE (T, at_s))          \
    F (T, NUMBERS, "mean_s", mean_s, TIME, .gaps = true, FID_LIKE (T, at_s))                   \
    F (T, NUMBERS, "min_s", min_s, TIME, .gaps = true, FID_LIKE (T, at_s))                     \
    F (T, NUMBERS, "max_s", max_s, TIME, .gaps = true, FID_LIKE (T, at_s))
FID_RECORD (offset, struct fid_series_warp, OFFSET);

#define WARP(F, T)                                                                             \
    WHAT (F, T)                                                                                \
    F (T, NUMBER, "dt_s", dt_s, SPAN)                                                          \
    F (T, NUMBER, "band_s", band_s, SPAN)                                                      \
    F (T, PAIRS, "links", link[0], TIME, .split = true)                                        \
    F (T, OBJECT, "offset", resource, FLAT (offset))
FID_RECORD (warp, struct fid_series_warp, WARP);

/* --- distributions and spectra */

#define QUANTILES(F, T, k)                                                                     \
    F (T, NUMBER, "n", count[k], .least = 1)                                                   \
    F (T, NUMBERS, "x", side[k], VALUE, FID_ANY)                                               \
    F (T, NUMBERS, "x_by_bytes", by_bytes[k], VALUE, FID_ANY, .need = FID_LEFT_OUT)
#define QUANTILES_REAL(F, T)      QUANTILES (F, T, 0)
#define QUANTILES_EMULATION(F, T) QUANTILES (F, T, 1)
FID_RECORD (quantiles_real, struct fid_series_dist, QUANTILES_REAL);
FID_RECORD (quantiles_emulation, struct fid_series_dist, QUANTILES_EMULATION);

#define DIST(F, T)                                                                             \
    WHAT_IN (F, T)                                                                             \
    F (T, OBJECT, "real", resource, FLAT (quantiles_real), MAYBE)                              \
    F (T, OBJECT, "emulation", resource, FLAT (quantiles_emulation), MAYBE)
FID_RECORD (dist, struct fid_series_dist, DIST);

static void check_quantiles (struct fid_reading *r, const struct fid_numbers *x,
                             const char *key, size_t n, enum fid_resource_id resource)
{
    check_length (r, x, n, key);
    for (size_t q = 1; q < x->n; q++)
        if (x->x[q] < x->x[q - 1])
            fid_reading_fail (r, "quantiles of %s do not ascend", fid_resources[resource].name);
}

static void check_dists (struct fid_reading *r, void *object)
{
    const struct fid_series *s = object;
    for (size_t q = 0; q < s->quantile.n; q++)
        if (!(s->quantile.x[q] >= (q ? s->quantile.x[q - 1] : 0) && s->quantile.x[q] <= 1))
            fid_reading_fail (r, "'quantile' does not ascend from 0 to 1");
    for (size_t i = 0; i < s->dist_n; i++)
        for (int k = 0; k < 2; k++) {
            const struct fid_series_dist *d = &s->dist[i];
            check_quantiles (r, &d->side[k], "x", s->quantile.n, d->resource);
            check_quantiles (r, &d->by_bytes[k], "x_by_bytes", s->quantile.n, d->resource);
        }
}

#define DISTS(F, T)                                                                            \
    F (T, NUMBERS, "quantile", quantile)                                                       \
    F (T, LIST, "of", dist, FID_ROWS (T, dist, dist_n, dist))
FID_RECORD (dists, struct fid_series, DISTS, .check = check_dists);

#define PEAK(F, T)                                                                             \
    F (T, NUMBER, "period_s", period_s, VALUE)                                                 \
    F (T, NUMBER, "psd", psd, VALUE)
FID_RECORD (peak, struct fid_series_peak, PEAK);

#define PERIOD(F, T)                                                                           \
    F (T, NUMBER, "period_s", period_s, VALUE, FID_ANY)                                        \
    F (T, NUMBER, "confidence", confidence, VALUE, FID_ANY)
FID_RECORD (period, struct fid_series_spectrum_side, PERIOD);

#define SPECTRUM_SIDE(F, T)                                                                    \
    F (T, NUMBERS, "psd", psd, VALUE, FID_ANY)                                                 \
    F (T, LIST, "peaks", peak, FID_ROWS (T, peak, peak_n, peak))                               \
    F (T, OBJECT, "period", psd, FLAT (period), MAYBE)
FID_RECORD (spectrum_side, struct fid_series_spectrum_side, SPECTRUM_SIDE);

static void check_spectrum (struct fid_reading *r, void *object)
{
    const struct fid_series_spectrum *p = object;
    char what[80] = "freq_hz' of ";
    strncat (what, fid_resources[p->resource].name, 40);
    for (size_t i = 0; i < p->freq_hz.n; i++)
        if (!(p->freq_hz.x[i] > (i ? p->freq_hz.x[i - 1] : 0)))
            fid_reading_fail (r, "'%s does not ascend from above 0", what);
    for (int k = 0; k < 2; k++)
        check_length (r, &p->side[k].psd, p->freq_hz.n, "psd");
}

#define SPECTRUM(F, T)                                                                         \
    WHAT_IN (F, T)                                                                             \
    F (T, NUMBER, "dt_s", dt_s, SPAN)                                                          \
    F (T, NUMBER, "segment_s", segment_s, SPAN)                                                \
    F (T, NUMBERS, "freq_hz", freq_hz, VALUE, FID_ANY)                                         \
    F (T, OBJECT, "real", side[0], .of = &spectrum_side)                                       \
    F (T, OBJECT, "emulation", side[1], .of = &spectrum_side)
FID_RECORD (spectrum, struct fid_series_spectrum, SPECTRUM, .check = check_spectrum);

/* --- steps and cells */

#define STEPS(F, T)                                                                            \
    F (T, NUMBER, "n", n, .least = 1)                                                          \
    F (T, NUMBER, "load_s", load_s, VALUE, FID_ANY, MAYBE)                                     \
    F (T, NUMBER, "compute_s", compute_s, VALUE, FID_ANY, MAYBE)                               \
    F (T, NUMBER, "other_s", other_s, VALUE, FID_ANY, MAYBE)                                   \
    F (T, NUMBER, "step_s", step_s, VALUE, FID_ANY, MAYBE)                                     \
    F (T, NUMBER, "step_times_every", every, .need = FID_SINCE, .least = 1)                    \
    F (T, NUMBERS, "step_times_s", time_s, VALUE, GAPS, .need = FID_SINCE)
FID_RECORD (steps, struct fid_series_steps, STEPS);

#define BOTH_STEPS(F, T)                                                                       \
    F (T, OBJECT, "real", steps[0], .of = &steps, MAYBE)                                       \
    F (T, OBJECT, "emulation", steps[1], .of = &steps, MAYBE)
FID_RECORD (both_steps, struct fid_series, BOTH_STEPS);

#define JUMPS_SIDE(F, T, k)                                                                    \
    F (T, NUMBER, "n", n[k], .least = 1)                                                       \
    F (T, NUMBER, "sequential", sequential[k])
#define JUMPS_REAL(F, T)      JUMPS_SIDE (F, T, 0)
#define JUMPS_EMULATION(F, T) JUMPS_SIDE (F, T, 1)
FID_RECORD (jumps_real, struct fid_series_jumps, JUMPS_REAL);
FID_RECORD (jumps_emulation, struct fid_series_jumps, JUMPS_EMULATION);

static void check_jumps (struct fid_reading *r, void *object)
{
    const struct fid_series_jumps *j = object;
    if (j->sequential[0] > j->n[0] || j->sequential[1] > j->n[1])
        fid_reading_fail (r, "more operations are sequential than there are");
}

#define JUMPS(F, T)                                                                            \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, OBJECT, "real", resource, FLAT (jumps_real), MAYBE)                                  \
    F (T, OBJECT, "emulation", resource, FLAT (jumps_emulation), MAYBE)
FID_RECORD (jumps, struct fid_series_jumps, JUMPS, .check = check_jumps);

/* --- the document */

#define SERIES(F, T)                                                                           \
    F (T, CONST, "schema", key, .text = FID_SCHEMA_SERIES)                                     \
    F (T, TEXT, "key", key)                                                                    \
    F (T, INT, "points", point_n, .least = 1)                                                  \
    F (T, INT, "fine_points", fine_point_n, .need = FID_SINCE)                                 \
    F (T, OBJECT, "real", side[0], .of = &one_side)                                            \
    F (T, OBJECT, "emulation", side[1], .of = &one_side)                                       \
    F (T, TEXT, "window", window)                                                              \
    F (T, OBJECT, "axis", key, FLAT (axis))                                                    \
    F (T, OBJECT, "phases", key, FLAT (phases))                                                \
    F (T, LIST, "series", time, FID_ROWS (T, time, time_n, over_time))                         \
    F (T, LIST, "warps", warp, FID_ROWS (T, warp, warp_n, warp))                               \
    F (T, OBJECT, "distributions", key, FLAT (dists))                                          \
    F (T, LIST, "spectra", spectrum, FID_ROWS (T, spectrum, spectrum_n, spectrum))             \
    F (T, OBJECT, "steps", key, FLAT (both_steps))                                             \
    F (T, LIST, "jumps", jumps, FID_ROWS (T, jumps, jump_n, jumps))
FID_RECORD (series, struct fid_series, SERIES);

const struct fid_record *const fid_series_record = &series;
