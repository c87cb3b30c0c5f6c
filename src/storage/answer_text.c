/* answer_text.c - an answer as text; see answer_show.h */
#include "config.h"
#include <math.h>
#include <stdarg.h>
#include "base/table.h"
#include "base/units.h"
#include "base/wrap.h"
#include "storage/answer_show.h"

#define WIDTH 80

/* A difference of logarithms as a percentage. */
static double
percent_of (double ln)
{
    return 100 * expm1 (ln);
}

/* "4 %"; below one per cent with a digit behind the point. */
static const char *
percent_text (double percent, char *out, size_t n)
{
    snprintf (out, n, fabs (percent) < 0.95 ? "%.1f %%" : "%.0f %%", percent);
    return out;
}

static int
say (FILE *f, struct fid_error *err, const char *fmt, ...)
{
    char text[600];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    return fid_wrap (f, "", text, WIDTH, err);
}

/* Where the scenarios are: "between 25 and 98 MB/s", or how many storages. */
static void
where_text (const struct fid_answer *a, char *out, size_t n)
{
    double low = HUGE_VAL, high = 0;
    size_t count = 0;
    for (size_t p = 0; p < a->point_n; p++) {
        const struct fid_answer_point *at = &a->point[p];
        if (a->measured && !(at->side[0].measured > 0 && at->side[1].measured > 0))
            continue;
        count++;
        low = fmin (low, at->storage.read_byte_s > 0 ? at->storage.read_byte_s : 0);
        high = fmax (high, at->storage.read_byte_s);
    }
    if (count == 1)
        snprintf (out, n, "on %s", a->point[a->worst].storage.name);
    else if (low > 0)
        snprintf (out, n, "between %.3g and %.3g MB/s", low / 1e6, high / 1e6);
    else
        snprintf (out, n, "on these %zu storages", count);
}

static int
say_error (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    char where[160], e[16], low[16], high[16], worst[16];
    const struct fid_storage *s = &a->point[a->worst].storage;
    char at[128];
    where_text (a, where, sizeof where);
    if (s->read_byte_s > 0)
        snprintf (at, sizeof at, "%s (%.3g MB/s)", s->name, s->read_byte_s / 1e6);
    else
        snprintf (at, sizeof at, "%s", s->name);
    percent_text (percent_of (a->error), e, sizeof e);
    percent_text (percent_of (a->low), low, sizeof low);
    percent_text (percent_of (a->high), high, sizeof high);
    percent_text (fabs (percent_of (a->worst_error)), worst, sizeof worst);
    return say (f, err,
                "%s the benchmark's answer is %s off (%s to %s%s), worst on %s: %s too %s",
                where, e, low, high, a->measured ? ", measured" : "", at, worst,
                a->worst_error > 0 ? "slow" : "fast");
}

static int
say_capacity (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    double real = a->side[0].capacity, emulation = a->side[1].capacity;
    double percent = 100 * a->utilisation;
    if (!(real > 0))
        return say (f, err,
                    "no read rate between a thousandth and a thousand times its demand "
                    "decides whether accelerators are busy for %.0f %% of the training",
                    percent);
    if (!a->side[1].run_n)
        return say (f, err,
                    "1 GB/s feeds %.3g of the job's accelerators at %.0f %% utilisation", real,
                    percent);
    if (!(emulation > 0))
        return say (f, err,
                    "1 GB/s feeds %.3g of the real job's accelerators at %.0f %% "
                    "utilisation; of the emulation's it is not known",
                    real, percent);
    return say (f, err,
                "1 GB/s feeds %.3g of the real job's accelerators at %.0f %% "
                "utilisation; the benchmark says %.3g (%+.0f %%)",
                real, percent, emulation, 100 * (emulation / real - 1));
}

static int
say_bound (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    const char *which = a->side[1].run_n ? "the real job" : "the job";
    if (a->bound_byte_s > 0)
        return say (f, err, "%s is not bound by storage above %.3g MB/s", which,
                    a->bound_byte_s / 1e6);
    return say (f, err, "%s is not bound by these storages", which);
}

static int
say_verdict (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    const char *name = fid_answer_verdict_name (a->verdict);
    if (a->reason != FID_ANSWER_REASON_NONE)
        return say (f, err, "%s: %s", name, fid_answer_reason_words (a->reason));
    return say (f, err, "%s: %.0f %% are allowed", name, 100 * a->tolerance);
}

static int
say_side (const struct fid_answer *a, size_t k, const char *name, FILE *f,
          struct fid_error *err)
{
    const struct fid_answer_side *s = &a->side[k];
    char recorded[FID_UNITS_TEXT], model[FID_UNITS_TEXT];
    fid_format_seconds (s->recorded_s, recorded, sizeof recorded);
    fid_format_seconds (s->times.total_s, model, sizeof model);
    return say (f, err, "%s: %s recorded, %s by the model; reads %.3g MB/s while it trains",
                name, recorded, model, s->demand_byte_s / 1e6);
}

/* The part of a job that grew most on a storage, "" if none did by a hundredth of the time. */
static const char *
waits_in (const struct fid_times *t, const struct fid_times *recorded)
{
    static const char *const part[FID_JOB_SEGMENT_N] = {[FID_JOB_START] = "start",
                                                        [FID_JOB_TRAINING] = "training",
                                                        [FID_JOB_EVALUATION] = "evaluation",
                                                        [FID_JOB_SAVE] = "saving checkpoints",
                                                        [FID_JOB_LOAD] = "loading checkpoints",
                                                        [FID_JOB_REST] = "other parts"};
    double most = 0.01 * recorded->total_s;
    const char *which = "";
    for (int p = 0; p < FID_JOB_SEGMENT_N; p++)
        if (t->part_s[p] - recorded->part_s[p] > most) {
            most = t->part_s[p] - recorded->part_s[p];
            which = part[p];
        }
    return which;
}

static void
put_storage_cells (struct fid_cells *c, const struct fid_storage *s)
{
    fid_cells_text (c, s->name);
    fid_cells_number (c, s->read_byte_s > 0 ? s->read_byte_s / 1e6 : -1, 1);
    fid_cells_number (c, s->read_s >= 0 ? s->read_s * 1e3 : -1, 2);
}

static int
print_one_side (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"storage", false}, {"read MB/s", true},     {"read ms", true},
        {"time s", true},   {"times as long", true}, {"fluid", true},
        {"measured", true}, {"busy %", true},        {"waits in", false}};
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t p = 0; p < a->point_n; p++) {
        const struct fid_answer_point *at = &a->point[p];
        const struct fid_answer_point_side *s = &at->side[0];
        put_storage_cells (&c, &at->storage);
        fid_cells_number (&c, s->times.total_s, 1);
        fid_cells_number (&c, s->by[FID_MODEL_BUFFER], 2);
        fid_cells_number (&c, s->by[FID_MODEL_FLUID], 2);
        fid_cells_number (&c, s->measured, 2);
        fid_cells_number (&c, 100 * s->utilisation, 0);
        fid_cells_text (&c, waits_in (&s->times, &a->side[0].times));
    }
    int rc = fid_cells_write (&c, FID_FORMAT_TABLE, f, err);
    fid_cells_clear (&c);
    return rc;
}

static int
print_both_sides (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"storage", false},      {"read MB/s", true},         {"read ms", true},
        {"real", true},          {"emulation", true},         {"off %", true},
        {"real measured", true}, {"emulation measured", true}};
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t p = 0; p < a->point_n; p++) {
        const struct fid_answer_point *at = &a->point[p];
        put_storage_cells (&c, &at->storage);
        fid_cells_number (&c, at->side[0].ratio, 2);
        fid_cells_number (&c, at->side[1].ratio, 2);
        fid_cells_add (&c, "%+.1f", percent_of (log (at->side[1].ratio / at->side[0].ratio)));
        fid_cells_number (&c, at->side[0].measured, 2);
        fid_cells_number (&c, at->side[1].measured, 2);
    }
    int rc = fid_cells_write (&c, FID_FORMAT_TABLE, f, err);
    fid_cells_clear (&c);
    return rc;
}

int
fid_answer_print (const struct fid_answer *a, const char *const name[FID_ANSWER_SIDE_N],
                  FILE *f, struct fid_error *err)
{
    bool both = a->side[1].run_n > 0;
    char modelled[16];
    if (both && a->error >= 0 && (a->bound ? say_error (a, f, err) : say_bound (a, f, err)))
        return -1;
    if (!both && !a->bound && say_bound (a, f, err))
        return -1;
    if (say_capacity (a, f, err) || (both && say_verdict (a, f, err)))
        return -1;
    if (a->measured && say (f, err, "by the models it would be %s off",
                            percent_text (percent_of (a->modelled), modelled, sizeof modelled)))
        return -1;
    fputc ('\n', f);
    for (size_t k = 0; k < FID_ANSWER_SIDE_N; k++)
        if (a->side[k].run_n && say_side (a, k, name[k], f, err))
            return -1;
    if (!a->point_n)
        return 0;
    fputc ('\n', f);
    return both ? print_both_sides (a, f, err) : print_one_side (a, f, err);
}
