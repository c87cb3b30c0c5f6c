/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_words.c - see answer_words.h */
#include "base/units.h"
#include "base/wrap.h"
#include "results/answer_words.h"

#define WIDTH 80

/* MB/s of people, MiB/s of files. */

/* "4 %"; below one per cent with a digit behind the point. */
static const char *percent_text (double percent, char out[16])
{
    snprintf (out, 16, fabs (percent) < 0.95 ? "%.1f %%" : "%.0f %%", percent);
    return out;
}

struct fid_digits fid_three_digits (double x)
{
    struct fid_digits d;
    snprintf (d.text, sizeof d.text,
              fabs (x) >= 999.5             ? "%.0f"
              : x != 0 && fabs (x) < 0.0001 ? "%.7f"
                                            : "%.3g",
              x);
    return d;
}
#define THREE(x) fid_three_digits (x).text

const char *fid_answer_percent (double ln, char buf[16])
{
    return percent_text (100 * expm1 (ln), buf);
}

/* --- storages */

/* What storages state, in the units of people. */
static const struct limit {
    size_t at;   /* in struct fid_answer_scenario */
    double unit; /* of people, from that of files */
    int digits;
    const char *on, *words; /* "at" 25 "MB/s" */
    const char *beside;     /* the unit beside read rates */
    struct fid_column column;
} limits[] = {
#define LIMIT(member, ...)                                                                     \
    {                                                                                          \
        offsetof (struct fid_answer_scenario, member), __VA_ARGS__                             \
    }
    LIMIT (read_mib_s, FID_MB_OF_MIB, 1, "at", "MB/s", "", {"read MB/s", true}),
    LIMIT (write_mib_s, FID_MB_OF_MIB, 1, "at", "MB/s written", " written",
           {"write MB/s", true}),
    LIMIT (meta_ms, 1, 2, "with", "ms a metadata call", " ms/call", {"meta ms", true}),
    LIMIT (read_ms, 1, 2, "with", "ms a read", " ms", {"read ms", true}),
    LIMIT (iops, 1, 0, "at", "requests a second", " IOPS", {"IOPS", true}),
};
#define LIMIT_N (sizeof limits / sizeof *limits)

static double limit_of (const struct fid_answer_scenario *s, size_t limit)
{
    double x;
    memcpy (&x, (const char *)s + limits[limit].at, sizeof x);
    return x * limits[limit].unit;
}

/* The one limit that a storage states; LIMIT_N: it states none, LIMIT_N + 1: several. */
static size_t only_limit (const struct fid_answer_scenario *s)
{
    size_t found = LIMIT_N;
    for (size_t i = 0; i < LIMIT_N; i++)
        if (limit_of (s, i) > 0)
            found = found == LIMIT_N ? i : LIMIT_N + 1;
    return found;
}

/* Where the scenarios that count are: "between 25 and 98 MB/s, with 5 ms a read". */
static void where_text (const struct fid_result_answer *a, char *out, size_t n)
{
    size_t used = 0, several = 0;
    const char *name = "";
    *out = '\0';
    for (size_t i = 0; i < LIMIT_N && used < n; i++) {
        double low = HUGE_VAL, high = 0;
        FID_EACH (const struct fid_answer_scenario, at, a->scenario) {
            if (!at->counts || only_limit (at) != i)
                continue;
            low = fmin (low, limit_of (at, i));
            high = fmax (high, limit_of (at, i));
        }
        const char *between = used ? ", " : "";
        if (low * 1.005 < high) /* in three digits */
            used += (size_t)snprintf (out + used, n - used, "%sbetween %s and %s %s", between,
                                      THREE (low), THREE (high), limits[i].words);
        else if (high > 0)
            used += (size_t)snprintf (out + used, n - used, "%s%s %s %s", between, limits[i].on,
                                      THREE (high), limits[i].words);
    }
    FID_EACH (const struct fid_answer_scenario, at, a->scenario)
        if (at->counts && only_limit (at) > LIMIT_N) {
            name = at->name;
            several++;
        }
    if (several == 1 && used < n)
        snprintf (out + used, n - used, "%son %s", used ? ", " : "", name);
    else if (several && used < n)
        snprintf (out + used, n - used, "%son %zu storages", used ? ", " : "", several);
    else if (!used)
        snprintf (out, n, "at full speed");
}

/* "at 19.3 MB/s", of a storage that is named by one limit alone; "on nfs". */
static void storage_text (const struct fid_result_answer *a, const char *name, char *out,
                          size_t n)
{
    size_t limit = LIMIT_N + 1;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario) {
        if (strcmp (s->name, name) != 0)
            continue;
        limit = only_limit (s);
        if (limit < LIMIT_N)
            snprintf (out, n, "%s %s %s", limits[limit].on, THREE (limit_of (s, limit)),
                      limits[limit].words);
    }
    if (limit >= LIMIT_N)
        snprintf (out, n, "%s %s", limit == LIMIT_N ? "at" : "on", name);
}

void fid_answer_storage_short (const struct fid_answer_scenario *s, char out[FID_STORAGE_SHORT])
{
    size_t limit = only_limit (s);
    if (limit >= LIMIT_N)
        snprintf (out, FID_STORAGE_SHORT, "%s", limit == LIMIT_N ? "full" : s->name);
    else
        snprintf (out, FID_STORAGE_SHORT, "%s%s", THREE (limit_of (s, limit)),
                  limits[limit].beside);
}

/* --- sentences */

/* Of one job that these storages do not slow. */
static void bound_words (const struct fid_result_answer *a, char *out, size_t n)
{
    if (a->profile == FID_ANSWER_FOR_CHECKPOINT)
        snprintf (out, n, "the job does not wait longer for its checkpoints on these storages");
    else if (a->bound_mib_s > 0)
        snprintf (out, n, "the job is not bound by storage above %s MB/s",
                  THREE (a->bound_mib_s * FID_MB_OF_MIB));
    else if (a->bound_meta_ms > 0)
        snprintf (out, n, "the job is not bound by metadata below %s ms a call",
                  THREE (a->bound_meta_ms));
    else
        snprintf (out, n, "the job is not bound by these storages");
}

const char *fid_answer_error_words (const struct fid_result_answer *a,
                                    char buf[FID_ANSWER_WORDS])
{
    /* the time that a profile counts */
    static const char *const subject[] = {[FID_ANSWER_FOR_STORAGE] = "",
                                          [FID_ANSWER_FOR_READ] = " about reading",
                                          [FID_ANSWER_FOR_CHECKPOINT] = " about checkpoints",
                                          [FID_ANSWER_FOR_METADATA] = " about metadata"};
    char where[300], at[160], e[16], low[16], high[16], worst[16];
    *buf = '\0';
    if (a->error < 0 || !a->worst.scenario ||
        a->fact.quantity >= FID_ANSWER_OF_SAVE_N) /* counts decide, not times */
        return buf;
    where_text (a, where, sizeof where);
    storage_text (a, a->worst.scenario, at, sizeof at);
    int n = snprintf (
        buf, FID_ANSWER_WORDS, "%s the benchmark's answer%s%s is %s off (%s to %s%s)", where,
        subject[a->profile],
        a->unit == FID_ANSWER_IN_SLOWDOWNS ? ", each job against its own full speed," : "",
        fid_answer_percent (a->error, e), fid_answer_percent (a->low, low),
        fid_answer_percent (a->high, high), a->measured ? ", measured" : "");
    double apart = 100 * expm1 (a->worst.error);
    size_t count = 0;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario)
        count += s->counts;
    if (fabs (apart) >= 0.05 && count > 1) /* it would be printed as 0.0 % */
        n += snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n, ", worst %s: %s", at,
                       percent_text (fabs (apart), worst));
    if (fabs (apart) >= 0.05)
        snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n, "%s too %s", count > 1 ? "" : ",",
                  apart > 0 ? "fast" : "slow");
    return buf;
}

bool fid_answer_has_fact (const struct fid_result_answer *a)
{
    /* what was not seen stands with its side */
    return a->fact.quantity != FID_ANSWER_OF_NOTHING &&
           a->fact.quantity != FID_ANSWER_OF_UNSEEN;
}

const char *fid_answer_unit_words (const struct fid_result_answer *a)
{
    static const char *const words[FID_ANSWER_UNIT_N] = {
        [FID_ANSWER_IN_SAMPLES] = "samples a second",
        [FID_ANSWER_IN_STEPS] = "steps a second",
        [FID_ANSWER_IN_SECONDS] = "seconds",
        [FID_ANSWER_IN_SLOWDOWNS] = "times as long as at full speed"};
    return words[a->unit];
}

/* An end of the interval, with a digit more where it would be printed as the limit is. */
static const char *end_text (const struct fid_result_answer *a, double ln, char out[16])
{
    double percent = 100 * expm1 (ln);
    if (fabs (percent - 100 * a->fact.allowed) >= 0.95)
        return percent_text (percent, out);
    snprintf (out, 16, "%.1f %%", percent);
    return out;
}

/* "at least 25 % off", by the end of the interval that decides. */
static void error_fact (const struct fid_result_answer *a, char *out, size_t n)
{
    char low[16], high[16];
    end_text (a, a->low, low);
    end_text (a, a->high, high);
    if (a->verdict == FID_CANNOT_TELL)
        snprintf (out, n, "%s to %s off", low, high);
    else
        snprintf (out, n, a->verdict == FID_VALID ? "at most %s off" : "at least %s off",
                  a->verdict == FID_VALID ? high : low);
}

const char *fid_answer_fact_words (const struct fid_result_answer *a,
                                   char buf[FID_ANSWER_WORDS])
{
    static const char *const words[FID_ANSWER_QUANTITY_N] = {
        [FID_ANSWER_OF_CAPACITY] = "1 GB/s feeds %s accelerators of the real job, %s of the "
                                   "benchmark",
        [FID_ANSWER_OF_SELF_CHECK] = "in the model the real job takes %s times the recorded "
                                     "time, the benchmark %s times",
        [FID_ANSWER_OF_READ_BYTES] = "the real job reads %s MB of data, the benchmark %s MB",
        [FID_ANSWER_OF_SAVE_N] = "the real job saves %s checkpoints, the benchmark %s",
        [FID_ANSWER_OF_LOAD_N] = "the real job loads %s checkpoints, the benchmark %s",
        [FID_ANSWER_OF_SAVE_BYTES] = "the real job saves %s MB at a time, the benchmark %s MB",
        [FID_ANSWER_OF_LOAD_BYTES] = "the real job loads %s MB at a time, the benchmark %s MB",
        [FID_ANSWER_OF_META_N] = "the real job makes %s metadata calls, the benchmark %s"};
    const struct fid_answer_decided *fact = &a->fact;
    bool bytes = fact->quantity == FID_ANSWER_OF_READ_BYTES ||
                 fact->quantity == FID_ANSWER_OF_SAVE_BYTES ||
                 fact->quantity == FID_ANSWER_OF_LOAD_BYTES;
    char at[160] = "", text[400] = "", percent[16];
    *buf = '\0';
    if (!fid_answer_has_fact (a))
        return buf;
    if (fact->scenario)
        storage_text (a, fact->scenario, at, sizeof at);
    struct fid_digits side[2];
    for (int k = 0; k < 2; k++)
        side[k] = fid_three_digits ((bytes ? 1e-6 : 1) * fmax (0, fact->side[k]));
    if (fact->quantity == FID_ANSWER_OF_ERROR)
        error_fact (a, text, sizeof text);
    else if (fact->quantity == FID_ANSWER_OF_WORST)
        snprintf (text, sizeof text, "%s too %s %s: real job %s, benchmark %s %s",
                  percent_text (fabs (100 * expm1 (a->worst.error)), percent),
                  a->worst.error > 0 ? "fast" : "slow", at, side[0].text, side[1].text,
                  fid_answer_unit_words (a));
    else
        snprintf (text, sizeof text, words[fact->quantity], side[0].text, side[1].text);
    int n = snprintf (buf, FID_ANSWER_WORDS, "%s", text);
    if (fact->allowed > 0)
        snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n, " (limit %.0f %%)",
                  100 * fact->allowed);
    return buf;
}

/* Whether nothing but bandwidths slowed the jobs. */
static bool by_bandwidth (const struct fid_result_answer *a)
{
    bool other = a->profile != FID_ANSWER_FOR_STORAGE && a->profile != FID_ANSWER_FOR_READ;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario)
        other |= s->counts && (s->read_ms > 0 || s->meta_ms > 0 || s->iops > 0);
    return !other;
}

const char *fid_answer_verdict_words (const struct fid_result_answer *a, const char *profile,
                                      char buf[FID_ANSWER_WORDS])
{
    char fact[FID_ANSWER_WORDS];
    fid_answer_fact_words (a, fact);
    snprintf (buf, FID_ANSWER_WORDS, "%s for %s%s%s%.400s",
              fid_validity_name ((enum fid_validity)a->verdict), profile,
              a->verdict == FID_VALID && by_bandwidth (a) ? " by bandwidth" : "",
              *fact ? ": " : "", fact);
    return buf;
}

const char *fid_answer_why_words (const struct fid_result_answer *a, char buf[FID_ANSWER_WORDS])
{
    char percent[16];
    int n = snprintf (buf, FID_ANSWER_WORDS, "%s", a->reason ? a->reason : "");
    if (a->way && n >= 0 && n < FID_ANSWER_WORDS)
        snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n,
                  "%s%s would decide (interval then +-%s)", n ? "; " : "",
                  a->way == FID_ANSWER_BY_TIMES
                      ? "two times of each side on each of these storages (scripts/throttle)"
                      : "two more recordings of each side",
                  fid_answer_percent (a->way_width, percent));
    return buf;
}

/* "-13 %", "6.9 times as many" */
static const char *times_text (double ratio, char out[48])
{
    if (ratio < 2)
        snprintf (out, 48, "%+.0f %%", 100 * (ratio - 1));
    else
        snprintf (out, 48, "%s times as many", THREE (ratio));
    return out;
}

/* "12.8 (12.2 to 13.5)"; "" if it is not known. */
static void fed_text (const struct fid_result_answer *a, int side, char *out, size_t n)
{
    double x = a->capacity.side[side], low = a->capacity.low[side];
    *out = '\0';
    if (x > 0 && low < a->capacity.high[side] && low >= 0)
        snprintf (out, n, "%s (%s to %s)", THREE (x), THREE (low),
                  THREE (a->capacity.high[side]));
    else if (x > 0)
        snprintf (out, n, "%s", THREE (x));
}

const char *fid_answer_capacity_words (const struct fid_result_answer *a,
                                       char buf[FID_ANSWER_WORDS])
{
    double percent = 100 * a->capacity.utilisation;
    char more[48], real[110], emulation[110];
    *buf = '\0';
    bool unknown = a->runs[1].run_n > 0 && a->error < 0;
    if (unknown || (a->bound == FID_NOT_TOLD && !a->stated) ||
        a->fact.quantity == FID_ANSWER_OF_UNSEEN || a->stepless ||
        a->runs[0].demand_mib_s == 0 ||
        (a->profile != FID_ANSWER_FOR_STORAGE && a->profile != FID_ANSWER_FOR_READ))
        return buf;
    fed_text (a, 0, real, sizeof real);
    fed_text (a, 1, emulation, sizeof emulation);
    if (!*real)
        snprintf (buf, FID_ANSWER_WORDS,
                  "no read rate between a thousandth and a thousand times its demand decides "
                  "whether accelerators are busy for %.0f %% of the training",
                  percent);
    else if (!(a->runs[1].run_n > 0))
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the job's accelerators at %.0f %% utilisation%s", real,
                  percent, a->stated ? ", as its configuration and results state it" : "");
    else if (!*emulation)
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the real job's accelerators at %.0f %% utilisation; of "
                  "the emulation's it is not known",
                  real, percent);
    else
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the real job's accelerators at %.0f %% utilisation; "
                  "the benchmark says %s, %s",
                  real, percent, emulation,
                  times_text (a->capacity.side[1] / a->capacity.side[0], more));
    return buf;
}

static void side_words (const struct fid_answer_runs *s, const char *name, char *out, size_t n)
{
    char recorded[FID_UNITS_TEXT], model[FID_UNITS_TEXT];
    fid_format_seconds (s->recorded_s, recorded, sizeof recorded);
    fid_format_seconds (s->model_s, model, sizeof model);
    int at =
        snprintf (out, n, "%s: %s%s%s by the model", name, s->recorded_s > 0 ? recorded : "",
                  s->recorded_s > 0 ? " recorded, " : "", model);
    if (s->demand_mib_s >= 0)
        snprintf (out + at, n - (size_t)at, "; reads %s MB/s while it trains",
                  THREE (s->demand_mib_s * FID_MB_OF_MIB));
}

/* The part of a job that grew most on a storage, "" if none did by a hundredth of the time. */
static const char *waits_in (const struct fid_answer_times *t,
                             const struct fid_answer_runs *runs)
{
    static const char *const part[FID_ANSWER_PART_N] = {
        [FID_ANSWER_TRAINING] = "training",
        [FID_ANSWER_EVALUATION] = "evaluation",
        [FID_ANSWER_SAVE] = "saving checkpoints",
        [FID_ANSWER_LOAD] = "loading checkpoints"};
    double most = 0.01 * runs->model_s;
    const char *which = "";
    for (int p = 0; p < FID_ANSWER_PART_N; p++)
        if (t->longer_s[p] > most) {
            most = t->longer_s[p];
            which = part[p];
        }
    return which;
}

/* --- the table */

#define BEHIND 9 /* columns behind the limits, at most */
#define TIMED  3 /* of one job, left out for people if nothing was timed */
#define SLOWER 3 /* of two, and what is behind: left out for people beside so many limits: */
#define WIDE   4

/* Columns of one job, and of two: for people, in files, is it a number; what only files have stands
 * last. */
static const struct {
    const char *name[2];
    bool number;
} columns[2][BEHIND] = {{{{"time s", "time s"}, true},
                         {{"x", "times as long"}, true},
                         {{"fluid x", "fluid"}, true},
                         {{"timed x", "measured"}, true},
                         {{"busy %", "busy %"}, true},
                         {{"waits in", "waits in"}, false}},
                        {{{"real", "real"}, true},
                         {{"emul.", "emulation"}, true},
                         {{"off %", "off %"}, true},
                         {{"real x", "real times as long"}, true},
                         {{"emul. x", "emulation times as long"}, true},
                         {{NULL, "real measured"}, true},
                         {{NULL, "emulation measured"}, true},
                         {{NULL, "unit"}, false},
                         {{NULL, "counts"}, false}}};

/* Which limits some storage states, and how many of them. */
static size_t count_shown (const struct fid_result_answer *a, bool shown[LIMIT_N])
{
    size_t n = 0;
    for (size_t i = 0; i < LIMIT_N; i++) {
        shown[i] = false;
        FID_EACH (const struct fid_answer_scenario, s, a->scenario)
            shown[i] |= limit_of (s, i) >= 0;
        n += shown[i];
    }
    return n;
}

static bool is_timed (const struct fid_answer_scenario *s)
{
    return s->measured[0] > 0 && s->measured[1] > 0;
}

/* Whether the real job was timed somewhere. */
static bool any_timed (const struct fid_result_answer *a)
{
    bool any = false;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario)
        any |= s->measured[0] > 0;
    return any;
}

/* The cells of both sides behind the limits; more: digits behind those that people read. */
static void put_both (const struct fid_result_answer *a, const struct fid_answer_scenario *at,
                      int more, bool wide, struct fid_cells *c)
{
    const double *x = is_timed (at) && !more ? at->measured : at->ratio;
    for (int k = 0; k < 2; k++)
        if (more)
            fid_cells_number (c, at->value[k], 6);
        else
            fid_cells_text (c, at->value[k] > 0   ? THREE (at->value[k])
                               : at->ratio[k] < 0 ? "unknown"
                                                  : "-");
    double percent = 100 * expm1 (at->error);
    if (at->error == FID_GAP)
        fid_cells_text (c, more ? "" : "-");
    else if (more)
        fid_cells_add (c, "%+.*f", more, percent);
    else /* what does not count stands in brackets */
        fid_cells_add (c, at->counts ? "%+.0f%s" : "(%+.0f%s)", percent,
                       is_timed (at) ? "*" : "");
    for (int k = 0; k < 2 && !wide; k++)
        fid_cells_number (c, x[k], 2 + more);
    for (int k = 0; k < 2 && more; k++)
        fid_cells_number (c, at->measured[k], 2 + more);
    if (more) {
        fid_cells_text (c, fid_answer_unit_words (a));
        fid_cells_text (c, at->counts ? "true" : "false");
    }
}

int fid_answer_scenarios_write (const struct fid_result_answer *a, enum fid_format format,
                                FILE *f, struct fid_error *err)
{
    const int more = format == FID_FORMAT_CSV || format == FID_FORMAT_TSV ? 4 : 0;
    static const size_t order[LIMIT_N] = {0, 3, 4, 1, 2}; /* what is read first */
    bool both = a->runs[1].run_n > 0, shown[LIMIT_N];
    struct fid_column column[1 + LIMIT_N + BEHIND] = {{"storage", false}};
    size_t n = 1;
    struct fid_cells c;
    const bool wide = count_shown (a, shown) >= WIDE && !more;
    for (size_t i = 0; i < LIMIT_N; i++)
        if (shown[order[i]])
            column[n++] = limits[order[i]].column;
    for (size_t i = 0; i < BEHIND && columns[both][i].name[more > 0]; i++)
        if (more || (both ? i < SLOWER || !wide : i != TIMED || any_timed (a)))
            column[n++] =
                (struct fid_column){columns[both][i].name[more > 0], columns[both][i].number};
    fid_cells_init (&c, column, n);
    for (size_t p = 0; p < a->scenario_n; p++) {
        fid_cells_text (&c, a->scenario[p].name);
        for (size_t i = 0; i < LIMIT_N; i++)
            if (shown[order[i]])
                fid_cells_number (&c, limit_of (&a->scenario[p], order[i]),
                                  limits[order[i]].digits + more);
        if (both)
            put_both (a, &a->scenario[p], more, wide, &c);
        else {
            const struct fid_answer_scenario *at = &a->scenario[p];
            const struct fid_answer_times *t = &at->times[0];
            fid_cells_number (&c, t->time_s, 1 + more);
            fid_cells_number (&c, t->buffer, 2 + more);
            fid_cells_number (&c, t->fluid, 2 + more);
            if (more || any_timed (a))
                fid_cells_number (&c, at->measured[0], 2 + more);
            fid_cells_number (&c, 100 * t->utilisation, more);
            fid_cells_text (&c, waits_in (t, &a->runs[0]));
        }
    }
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}

/* What the columns of two jobs are. */
static void table_words (const struct fid_result_answer *a, char *out, size_t n)
{
    bool idle = false, timed = false, shown[LIMIT_N];
    bool slower = a->unit != FID_ANSWER_IN_SLOWDOWNS && count_shown (a, shown) < WIDE;
    FID_EACH (const struct fid_answer_scenario, s, a->scenario) {
        idle |= !s->counts && s->error != FID_GAP;
        timed |= is_timed (s);
    }
    snprintf (out, n, "%s%s%s%s:", fid_answer_unit_words (a),
              slower ? "; x: times as long" : "", timed ? "; *: timed" : "",
              idle ? "; (): slows neither side, not counted" : "");
}

/* A paragraph, unless it is empty. */
static int put_paragraph (const char *text, FILE *f, struct fid_error *err)
{
    return *text ? fid_wrap (f, "", text, WIDTH, err) : 0;
}

int fid_answer_print (const struct fid_result_answer *a, const char *const name[2],
                      enum fid_format format, FILE *f, struct fid_error *err)
{
    bool both = a->runs[1].run_n > 0;
    char text[2 * FID_ANSWER_WORDS] = "", why[FID_ANSWER_WORDS], percent[16];
    if (both)
        fid_answer_error_words (a, text);
    else if (a->bound == FID_NOT_TOLD && !a->stated)
        snprintf (text, sizeof text, "the answer is not known: %s", a->reason);
    else if (!a->bound)
        bound_words (a, text, sizeof text);
    FID_TRY (put_paragraph (text, f, err));
    FID_TRY (put_paragraph (fid_answer_capacity_words (a, text), f, err));
    const char *profile = fid_answer_profile_name ((enum fid_answer_profile)a->profile);
    if (both)
        fid_answer_verdict_words (a, profile, text);
    size_t n = strlen (text);
    if (both && *fid_answer_why_words (a, why))
        snprintf (text + n, sizeof text - n, "%s%s", fid_answer_has_fact (a) ? "; " : ": ",
                  why);
    if (both)
        FID_TRY (put_paragraph (text, f, err));
    if (a->stepless && (both || a->bound != FID_NOT_TOLD))
        FID_TRY (put_paragraph ("no steps are known of some run: bytes and time alone give its "
                                "answer, within wide limits",
                                f, err));
    for (size_t k = 0; k < 2; k++)
        if (a->runs[k].remarks) {
            snprintf (text, sizeof text, "%s: %s", name[k], a->runs[k].remarks);
            FID_TRY (put_paragraph (text, f, err));
        }
    snprintf (text, sizeof text, "by the models it would be %s off",
              fid_answer_percent (a->modelled, percent));
    if (a->measured)
        FID_TRY (put_paragraph (text, f, err));
    fputc ('\n', f);
    for (size_t k = 0; k < 2; k++) {
        if (!(a->runs[k].run_n > 0))
            continue;
        side_words (&a->runs[k], name[k], text, sizeof text);
        FID_TRY (put_paragraph (text, f, err));
    }
    if (!a->scenario_n)
        return 0;
    fputc ('\n', f);
    table_words (a, text, sizeof text);
    if (both)
        FID_TRY (put_paragraph (text, f, err));
    fputs (format == FID_FORMAT_MD ? "\n" : "", f);
    return fid_answer_scenarios_write (a, format, f, err);
}

/* --- names and numbers of results */

#define DASH  "\xE2\x80\x93"
#define TIMES "\xC3\x97"

const char *fid_words_quantity (const char *quantity)
{
    int id = fid_quantity_find (quantity);
    return id < 0 ? quantity : fid_quantities[id].words;
}

void fid_words_distance (const struct fid_result_measure *f, double distance, char *out,
                         size_t n)
{
    double factor = f->unit == FID_IN_LN        ? exp (distance)
                    : f->unit == FID_IN_OCTAVES ? exp2 (distance)
                    : f->unit == FID_IN_DECADES ? pow (10, distance)
                                                : 0;
    if (distance == FID_ABSENT)
        snprintf (out, n, DASH);
    else if (factor >= 1e4 || !isfinite (factor))
        snprintf (out, n, "over " TIMES "10000");
    else if (factor > 0)
        snprintf (out, n, factor < 10 ? TIMES "%.2f" : TIMES "%.0f", factor);
    else if (f->unit == FID_IN_ONE)
        snprintf (out, n, distance < 0.1 ? "%.2f %%" : "%.1f %%", 100 * distance);
    else
        snprintf (out, n, "%.3g %s", distance,
                  f->unit < 0 ? "" : fid_unit_name ((enum fid_unit_id)f->unit));
}

static bool detail_of_side (const struct fid_result_measure *m, const char *side,
                            const char *what, double *x)
{
    char key[40];
    snprintf (key, sizeof key, "%s_%s", side, what);
    return fid_measure_amount (m, key, x);
}

/* A total of a quantity on one side. */
static void put_total (int quantity_id, double x, char *out, size_t n)
{
    switch (quantity_id < 0 ? FID_SHOW_NUMBER : fid_quantities[quantity_id].show) {
    case FID_SHOW_BYTES:
        fid_format_bytes (x, out, n);
        return;
    case FID_SHOW_MIB:
        fid_format_bytes (x * 1048576, out, n);
        return;
    case FID_SHOW_SECONDS:
        fid_format_seconds (x, out, n);
        return;
    case FID_SHOW_PCT_S:
        snprintf (out, n, "%.4g s of the machine", x / 100);
        return;
    case FID_SHOW_SHARE:
        snprintf (out, n, "%.1f %%", 100 * x);
        return;
    default:
        snprintf (out, n, x == floor (x) && x < 1e9 ? "%.0f" : "%.4g", x);
    }
}

void fid_words_side (const struct fid_result_measure *m, const char *side, char *out, size_t n)
{
    double x;
    char text[FID_UNITS_TEXT];
    *out = '\0';
    if (fid_measure_amount (m, side, &x)) {
        put_total (m->quantity_id, x, out, n);
    } else if (detail_of_side (m, side, "period_s", &x)) {
        fid_format_seconds (x, text, sizeof text);
        snprintf (out, n, "every %s", text);
    } else if (detail_of_side (m, side, "center_s", &x)) {
        fid_format_seconds (x, text, sizeof text);
        snprintf (out, n, "centre at %s", text);
    } else if (detail_of_side (m, side, "center_hz", &x))
        snprintf (out, n, "centre %.3g Hz", x);
    else if (detail_of_side (m, side, "s", &x))
        fid_format_seconds (x, out, n);
    else if (detail_of_side (m, side, "n", &x))
        snprintf (out, n, "%.0f phases", x);
    else if (strcmp (side, "emulation") == 0 && fid_measure_amount (m, "p50_ratio", &x) &&
             x > 0)
        snprintf (out, n, x < 10 ? "median " TIMES "%.3g" : "median " TIMES "%.0f", x);
}

#define GAIN_LEAST 0.005 /* a similarity after a change that would be printed alike */

/* What the answer is without the cause, or without it and the one that cancels it. */
static void put_answer_after (const struct fid_result_cause *c, const struct fid_result_head *r,
                              char *out, size_t n)
{
    char now[16], after[16], both[16];
    const char *with = c->with;
    if (c->error_after == FID_ABSENT || r->answer.error == FID_ABSENT)
        return;
    fid_answer_percent (r->answer.error, now);
    fid_answer_percent (c->error_after, after);
    for (size_t i = 0; with && i < r->cause_n; i++)
        if (strcmp (r->cause[i].code, with) == 0)
            with = r->cause[i].what;
    if (with && c->error_after > r->answer.error + FID_CHANGE_LEAST)
        snprintf (
            out, n,
            "alone it makes the answer worse, %s -> %s off; together with \"%s\" it is %s "
            "off: the two errors cancel",
            now, after, with, fid_answer_percent (c->error_with, both));
    else if (with)
        snprintf (out, n, "together with \"%s\": answer %s -> %s off; not alone", with, now,
                  fid_answer_percent (c->error_with, both));
    else if (strcmp (now, after) == 0)
        snprintf (out, n, "the answer stays %s off", now);
    else
        snprintf (out, n, "answer %s -> %s off", now, after);
}

bool fid_no_cause_helps (const struct fid_result_head *r)
{
    bool known = false;
    FID_EACH (const struct fid_result_cause, c, r->cause) {
        known |= c->error_after != FID_ABSENT;
        if (c->error_after != FID_ABSENT && c->error_after < r->answer.error - FID_CHANGE_LEAST)
            return false;
    }
    return known && r->answer.error != FID_ABSENT;
}

const char *fid_cause_after (const struct fid_result_cause *c, const struct fid_result_head *r,
                             char out[FID_CAUSE_AFTER])
{
    *out = '\0';
    put_answer_after (c, r, out, FID_CAUSE_AFTER - 40);
    size_t n = strlen (out);
    if (c->similarity_after - r->similarity >= GAIN_LEAST)
        snprintf (out + n, FID_CAUSE_AFTER - n, "%ssimilarity then %.2f at best", n ? "; " : "",
                  c->similarity_after);
    return out;
}

char *fid_cause_words (const struct fid_result_cause *c, const struct fid_result_head *r,
                       struct fid_error *err)
{
    char after[FID_CAUSE_AFTER];
    char *text = c->key ? fid_format (err, "%s; %s: %s -> %s", c->text, c->key,
                                      c->from ? c->from : "?", c->to ? c->to : "?")
                        : fid_strdup (c->text, err);
    for (size_t i = 0; i < c->also_n; i++)
        text = fid_more (text, err, ", %s: %s -> %s", c->also[i].key, c->also[i].from,
                         c->also[i].to);
    fid_cause_after (c, r, after);
    return *after ? fid_more (text, err, "; %s", after) : text;
}
