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

#define LIMIT_N 3

/* The limits that storages are named by, in the units of people: MB/s and ms. */
static const struct limit {
    enum fid_storage_key key;
    double unit; /* of people, from that of files */
    const char *words;
} limits[LIMIT_N] = {{FID_STORAGE_READ, 1.048576, "MB/s"},
                     {FID_STORAGE_WRITE, 1.048576, "MB/s written"},
                     {FID_STORAGE_META_WAIT, 1, "ms a metadata call"}};

static double
limit_of (const struct fid_storage *s, const struct limit *l)
{
    return fid_storage_value (s, l->key) * l->unit;
}

static bool
was_measured (const struct fid_answer_point *p)
{
    return p->side[0].measured > 0 && p->side[1].measured > 0;
}

/* Where the scenarios are: "between 25 and 98 MB/s", or how many storages. */
static void
where_text (const struct fid_answer *a, char *out, size_t n)
{
    double low[LIMIT_N], high[LIMIT_N];
    size_t count = 0, stated = 0;
    for (size_t i = 0; i < LIMIT_N; i++) {
        low[i] = HUGE_VAL;
        high[i] = 0;
    }
    for (size_t p = 0; p < a->point_n; p++) {
        if (a->measured && !was_measured (&a->point[p]))
            continue;
        count++;
        for (size_t i = 0; i < LIMIT_N; i++) {
            double x = limit_of (&a->point[p].storage, &limits[i]);
            low[i] = fmin (low[i], x); /* below 0: not stated */
            high[i] = fmax (high[i], x);
        }
    }
    while (stated < LIMIT_N && !(low[stated] > 0))
        stated++;
    if (count == 1)
        snprintf (out, n, "on %s", a->point[a->worst].storage.name);
    else if (stated < LIMIT_N)
        snprintf (out, n, "between %.3g and %.3g %s", low[stated], high[stated],
                  limits[stated].words);
    else
        snprintf (out, n, "on these %zu storages", count);
}

/* "0.25 x demand (19.3 MB/s)". */
static void
storage_text (const struct fid_answer_point *p, char *out, size_t n)
{
    size_t i = 0;
    while (i < LIMIT_N && !(limit_of (&p->storage, &limits[i]) > 0))
        i++;
    if (i < LIMIT_N && p->varied != FID_STORAGE_META_WAIT)
        snprintf (out, n, "%s (%.3g %s)", p->storage.name, limit_of (&p->storage, &limits[i]),
                  limits[i].words);
    else
        snprintf (out, n, "%s", p->storage.name);
}

/* The time that a profile counts. */
static const char *
subject_of (enum fid_answer_profile profile)
{
    static const char *const words[] = {[FID_ANSWER_FOR_STORAGE] = "",
                                        [FID_ANSWER_FOR_READ] = " about reading",
                                        [FID_ANSWER_FOR_CHECKPOINT] = " about checkpoints",
                                        [FID_ANSWER_FOR_METADATA] = " about metadata"};
    return words[profile];
}

static int
say_error (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    char where[160], e[16], low[16], high[16], worst[16], at[128];
    where_text (a, where, sizeof where);
    storage_text (&a->point[a->worst], at, sizeof at);
    percent_text (percent_of (a->error), e, sizeof e);
    percent_text (percent_of (a->low), low, sizeof low);
    percent_text (percent_of (a->high), high, sizeof high);
    percent_text (fabs (percent_of (a->worst_error)), worst, sizeof worst);
    return say (f, err,
                "%s the benchmark's answer%s is %s off (%s to %s%s), worst on %s: %s too %s",
                where, subject_of (a->profile), e, low, high, a->measured ? ", measured" : "",
                at, worst, a->worst_error > 0 ? "slow" : "fast");
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
    if (a->profile == FID_ANSWER_FOR_CHECKPOINT)
        return say (f, err, "%s does not wait longer for its checkpoints on these storages",
                    which);
    if (a->bound_byte_s > 0)
        return say (f, err, "%s is not bound by storage above %.3g MB/s", which,
                    a->bound_byte_s / 1e6);
    if (a->bound_meta_s > 0)
        return say (f, err, "%s is not bound by metadata below %.3g ms a call", which,
                    a->bound_meta_s * 1e3);
    return say (f, err, "%s is not bound by these storages", which);
}

/* "; the real job takes 3.98 times as long there, the benchmark 4.6 times"; "" if it was said.
 */
static void
fact_text (const struct fid_answer *a, char *out, size_t n)
{
    static const char *const of[FID_ANSWER_QUANTITY_N] = {
        [FID_ANSWER_OF_LONGER] = "%s takes %.2f times as long",
        [FID_ANSWER_OF_SELF_CHECK] = "%s takes %.3g of the recorded time in the model",
        [FID_ANSWER_OF_SAVE_N] = "%s saves %.3g checkpoints",
        [FID_ANSWER_OF_LOAD_N] = "%s loads %.3g checkpoints",
        [FID_ANSWER_OF_SAVE_BYTES] = "%s saves %.3g bytes at a time",
        [FID_ANSWER_OF_LOAD_BYTES] = "%s loads %.3g bytes at a time",
        [FID_ANSWER_OF_META_N] = "%s makes %.3g metadata calls"};
    const struct fid_answer_fact *fact = &a->fact;
    char at[128] = "", side[2][120];
    *out = '\0';
    if (fact->quantity == FID_ANSWER_OF_NOTHING)
        return;
    if (fact->quantity == FID_ANSWER_OF_LONGER)
        storage_text (&a->point[fact->scenario], at, sizeof at);
    snprintf (side[0], sizeof side[0], of[fact->quantity], "the real job", fact->value[0]);
    snprintf (side[1], sizeof side[1], of[fact->quantity], "the benchmark", fact->value[1]);
    snprintf (out, n, "%s%s%s%s, %s; %.0f %% are allowed", *at ? "on " : "", at, *at ? " " : "",
              side[0], side[1], 100 * fact->allowed);
}

static int
say_verdict (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    char fact[400];
    fact_text (a, fact, sizeof fact);
    if (say (f, err, "%s for %s: %s", fid_answer_verdict_name (a->verdict),
             fid_answer_profile_name (a->profile),
             a->reason == FID_ANSWER_REASON_NONE ? fact : fid_answer_reason_words (a->reason)))
        return -1;
    return a->reason != FID_ANSWER_REASON_NONE && *fact ? say (f, err, "%s", fact) : 0;
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

/* Columns of storages, those that some storage states. */
static const struct storage_column {
    enum fid_storage_key key;
    double unit;
    int digits;
    struct fid_column column;
} storage_columns[] = {{FID_STORAGE_READ, 1.048576, 1, {"read MB/s", true}},
                       {FID_STORAGE_READ_WAIT, 1, 2, {"read ms", true}},
                       {FID_STORAGE_WRITE, 1.048576, 1, {"write MB/s", true}},
                       {FID_STORAGE_META_WAIT, 1, 2, {"meta ms", true}}};
#define STORAGE_COLUMN_N (sizeof storage_columns / sizeof *storage_columns)

static bool
some_storage_states (const struct fid_answer *a, enum fid_storage_key key)
{
    for (size_t p = 0; p < a->point_n; p++)
        if (fid_storage_value (&a->point[p].storage, key) >= 0)
            return true;
    return false;
}

static void
put_storage_cells (const struct fid_answer *a, struct fid_cells *c, const struct fid_storage *s)
{
    fid_cells_text (c, s->name);
    for (size_t i = 0; i < STORAGE_COLUMN_N; i++) {
        const struct storage_column *k = &storage_columns[i];
        if (some_storage_states (a, k->key))
            fid_cells_number (c, fid_storage_value (s, k->key) * k->unit, k->digits);
    }
}

static void
put_one_side (const struct fid_answer *a, const struct fid_answer_point *at,
              struct fid_cells *c)
{
    const struct fid_answer_point_side *s = &at->side[0];
    fid_cells_number (c, s->times.total_s, 1);
    fid_cells_number (c, s->by[FID_MODEL_BUFFER], 2);
    fid_cells_number (c, s->by[FID_MODEL_FLUID], 2);
    fid_cells_number (c, s->measured, 2);
    fid_cells_number (c, 100 * s->utilisation, 0);
    fid_cells_text (c, waits_in (&s->times, &a->side[0].times));
}

static void
put_both_sides (const struct fid_answer *a, const struct fid_answer_point *at,
                struct fid_cells *c)
{
    (void)a;
    fid_cells_number (c, at->side[0].ratio, 2);
    fid_cells_number (c, at->side[1].ratio, 2);
    fid_cells_add (c, "%+.1f", percent_of (log (at->side[1].ratio / at->side[0].ratio)));
    fid_cells_number (c, at->side[0].measured, 2);
    fid_cells_number (c, at->side[1].measured, 2);
}

/* The scenarios, a row each. */
static int
print_scenarios (const struct fid_answer *a, FILE *f, struct fid_error *err)
{
    static const struct {
        struct fid_column column[6];
        size_t n;
        void (*put) (const struct fid_answer *a, const struct fid_answer_point *at,
                     struct fid_cells *c);
    } tables[] = {{{{"time s", true},
                    {"times as long", true},
                    {"fluid", true},
                    {"measured", true},
                    {"busy %", true},
                    {"waits in", false}},
                   6,
                   put_one_side},
                  {{{"real", true},
                    {"emulation", true},
                    {"off %", true},
                    {"real measured", true},
                    {"emulation measured", true}},
                   5,
                   put_both_sides}};
    bool both = a->side[1].run_n > 0;
    struct fid_column column[1 + STORAGE_COLUMN_N + 6] = {{"storage", false}};
    size_t n = 1;
    struct fid_cells c;
    for (size_t i = 0; i < STORAGE_COLUMN_N; i++)
        if (some_storage_states (a, storage_columns[i].key))
            column[n++] = storage_columns[i].column;
    for (size_t i = 0; i < tables[both].n; i++)
        column[n++] = tables[both].column[i];
    fid_cells_init (&c, column, n);
    for (size_t p = 0; p < a->point_n; p++) {
        put_storage_cells (a, &c, &a->point[p].storage);
        tables[both].put (a, &a->point[p], &c);
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
    bool by_error = a->error >= 0 && (a->fact.quantity == FID_ANSWER_OF_NOTHING ||
                                      a->fact.quantity == FID_ANSWER_OF_LONGER ||
                                      a->fact.quantity == FID_ANSWER_OF_SELF_CHECK);
    if (both && by_error && (a->bound ? say_error (a, f, err) : say_bound (a, f, err)))
        return -1;
    if (!both && !a->bound && say_bound (a, f, err))
        return -1;
    bool feeds = a->profile == FID_ANSWER_FOR_STORAGE || a->profile == FID_ANSWER_FOR_READ;
    if ((feeds && say_capacity (a, f, err)) || (both && say_verdict (a, f, err)))
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
    return print_scenarios (a, f, err);
}
