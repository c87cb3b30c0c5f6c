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
    const char *words; /* NULL: no storage is named by it */
    struct fid_column column;
} limits[] = {
#define LIMIT(member, ...)                                                                     \
    {                                                                                          \
        offsetof (struct fid_answer_scenario, member), __VA_ARGS__                             \
    }
    LIMIT (read_mib_s, FID_MB_OF_MIB, 1, "MB/s", {"read MB/s", true}),
    LIMIT (write_mib_s, FID_MB_OF_MIB, 1, "MB/s written", {"write MB/s", true}),
    LIMIT (meta_ms, 1, 2, "ms a metadata call", {"meta ms", true}),
    LIMIT (read_ms, 1, 2, NULL, {"read ms", true}),
};
#define LIMIT_N (sizeof limits / sizeof *limits)
#define NAMED_N (LIMIT_N - 1)

static double limit_of (const struct fid_answer_scenario *s, size_t limit)
{
    double x;
    memcpy (&x, (const char *)s + limits[limit].at, sizeof x);
    return x * limits[limit].unit;
}

/* Where the scenarios are: "between 25 and 98 MB/s", or how many storages. */
static void where_text (const struct fid_result_answer *a, char *out, size_t n)
{
    double low[NAMED_N], high[NAMED_N] = {0};
    size_t count = 0, stated = 0;
    for (size_t i = 0; i < NAMED_N; i++)
        low[i] = HUGE_VAL;
    FID_EACH (const struct fid_answer_scenario, at, a->scenario) {
        if (a->measured && !(at->measured[0] > 0 && at->measured[1] > 0))
            continue;
        count++;
        for (size_t i = 0; i < NAMED_N; i++) {
            low[i] = fmin (low[i], limit_of (at, i)); /* below 0: not stated */
            high[i] = fmax (high[i], limit_of (at, i));
        }
    }
    while (stated < NAMED_N && !(low[stated] > 0))
        stated++;
    if (count == 1)
        snprintf (out, n, "on %s", a->worst.scenario);
    else if (stated < NAMED_N)
        snprintf (out, n, "between %s and %s %s", THREE (low[stated]), THREE (high[stated]),
                  limits[stated].words);
    else
        snprintf (out, n, "on these %zu storages", count);
}

/* "at 19.3 MB/s", of a storage that is named by its bandwidth alone; "on nfs". */
static void storage_text (const struct fid_result_answer *a, const char *name, char *out,
                          size_t n)
{
    const struct fid_answer_scenario *s = NULL;
    for (size_t p = 0; p < a->scenario_n && !s; p++)
        if (strcmp (a->scenario[p].name, name) == 0)
            s = &a->scenario[p];
    size_t stated = 0, at = 0;
    for (size_t i = 0; s && i < LIMIT_N; i++)
        if (limit_of (s, i) > 0) {
            stated++;
            at = i;
        }
    if (stated == 1 && at < NAMED_N)
        snprintf (out, n, "at %s %s", THREE (limit_of (s, at)), limits[at].words);
    else
        snprintf (out, n, "on %s", name);
}

/* --- sentences */

static void bound_words (const struct fid_result_answer *a, char *out, size_t n)
{
    const char *which = a->runs[1].run_n > 0 ? "the real job" : "the job";
    if (a->profile == FID_ANSWER_FOR_CHECKPOINT)
        snprintf (out, n, "%s does not wait longer for its checkpoints on these storages",
                  which);
    else if (a->bound_mib_s > 0)
        snprintf (out, n, "%s is not bound by storage above %s MB/s", which,
                  THREE (a->bound_mib_s * FID_MB_OF_MIB));
    else if (a->bound_meta_ms > 0)
        snprintf (out, n, "%s is not bound by metadata below %s ms a call", which,
                  THREE (a->bound_meta_ms));
    else
        snprintf (out, n, "%s is not bound by these storages", which);
}

const char *fid_answer_error_words (const struct fid_result_answer *a,
                                    char buf[FID_ANSWER_WORDS])
{
    /* the time that a profile counts */
    static const char *const subject[] = {[FID_ANSWER_FOR_STORAGE] = "",
                                          [FID_ANSWER_FOR_READ] = " about reading",
                                          [FID_ANSWER_FOR_CHECKPOINT] = " about checkpoints",
                                          [FID_ANSWER_FOR_METADATA] = " about metadata"};
    char where[160], at[160], e[16], low[16], high[16], worst[16];
    *buf = '\0';
    if (a->error < 0 || !a->worst.scenario ||
        a->fact.quantity >= FID_ANSWER_OF_SAVE_N) /* counts decide, not times */
        return buf;
    if (!a->bound) {
        bound_words (a, buf, FID_ANSWER_WORDS);
        return buf;
    }
    where_text (a, where, sizeof where);
    storage_text (a, a->worst.scenario, at, sizeof at);
    int n = snprintf (
        buf, FID_ANSWER_WORDS, "%s the benchmark's answer%s is %s off (%s to %s%s)", where,
        subject[a->profile], fid_answer_percent (a->error, e), fid_answer_percent (a->low, low),
        fid_answer_percent (a->high, high), a->measured ? ", measured" : "");
    double apart = 100 * expm1 (a->worst.error);
    if (fabs (apart) >= 0.05) /* it would be printed as 0.0 % */
        snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n, ", worst %s: %s too %s", at,
                  percent_text (fabs (apart), worst), apart > 0 ? "slow" : "fast");
    return buf;
}

bool fid_answer_has_fact (const struct fid_result_answer *a)
{
    /* what was not seen stands with its side */
    return a->fact.quantity != FID_ANSWER_OF_NOTHING &&
           a->fact.quantity != FID_ANSWER_OF_UNSEEN;
}

const char *fid_answer_fact_words (const struct fid_result_answer *a,
                                   char buf[FID_ANSWER_WORDS])
{
    static const struct {
        const char *does, *of; /* what the sides do, the benchmark's half behind its number */
    } words[FID_ANSWER_QUANTITY_N] = {
        [FID_ANSWER_OF_NOTHING] = {"", ""},
        [FID_ANSWER_OF_LONGER] = {"the real job takes %s times as long, the benchmark %s",
                                  " times"},
        [FID_ANSWER_OF_SELF_CHECK] = {"in the model the real job takes %s times the recorded "
                                      "time, the benchmark %s",
                                      " times"},
        [FID_ANSWER_OF_UNSEEN] = {"", ""},
        [FID_ANSWER_OF_READ_BYTES] = {"the real job reads %s MB of data, the benchmark %s",
                                      " MB"},
        [FID_ANSWER_OF_SAVE_N] = {"the real job saves %s checkpoints, the benchmark %s", ""},
        [FID_ANSWER_OF_LOAD_N] = {"the real job loads %s checkpoints, the benchmark %s", ""},
        [FID_ANSWER_OF_SAVE_BYTES] = {"the real job saves %s MB at a time, the benchmark "
                                      "%s",
                                      " MB"},
        [FID_ANSWER_OF_LOAD_BYTES] = {"the real job loads %s MB at a time, the benchmark "
                                      "%s",
                                      " MB"},
        [FID_ANSWER_OF_META_N] = {"the real job makes %s metadata calls, the benchmark %s",
                                  ""}};
    const struct fid_answer_decided *fact = &a->fact;
    bool bytes = fact->quantity == FID_ANSWER_OF_READ_BYTES ||
                 fact->quantity == FID_ANSWER_OF_SAVE_BYTES ||
                 fact->quantity == FID_ANSWER_OF_LOAD_BYTES;
    double unit = bytes ? 1e-6 : 1;
    char at[160] = "", text[200];
    *buf = '\0';
    if (!fid_answer_has_fact (a))
        return buf;
    if (fact->scenario)
        storage_text (a, fact->scenario, at, sizeof at);
    struct fid_digits side[2];
    for (int k = 0; k < 2; k++) {
        side[k] = fid_three_digits (unit * fmax (0, fact->side[k]));
        if (fact->quantity == FID_ANSWER_OF_LONGER)
            snprintf (side[k].text, sizeof side[k].text, "%.2f", fmax (0, fact->side[k]));
    }
    snprintf (text, sizeof text, words[fact->quantity].does, side[0].text, side[1].text);
    int n = snprintf (buf, FID_ANSWER_WORDS, "%s%s%s%s", at, *at ? " " : "", text,
                      words[fact->quantity].of);
    if (fact->allowed > 0)
        snprintf (buf + n, FID_ANSWER_WORDS - (size_t)n, "; %.0f %% are allowed",
                  100 * fact->allowed);
    return buf;
}

const char *fid_answer_verdict_words (const struct fid_result_answer *a, const char *profile,
                                      char buf[FID_ANSWER_WORDS])
{
    char fact[FID_ANSWER_WORDS];
    fid_answer_fact_words (a, fact);
    snprintf (buf, FID_ANSWER_WORDS, "%s for %s%s%.400s",
              fid_validity_name ((enum fid_validity)a->verdict), profile, *fact ? ": " : "",
              fact);
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

const char *fid_answer_capacity_words (const struct fid_result_answer *a,
                                       char buf[FID_ANSWER_WORDS])
{
    double real = a->capacity.side[0], emulation = a->capacity.side[1];
    double percent = 100 * a->capacity.utilisation;
    char more[48];
    *buf = '\0';
    bool unknown = a->runs[1].run_n > 0 && a->error < 0;
    if (unknown || (a->bound == FID_NOT_TOLD && !a->stated) ||
        a->fact.quantity == FID_ANSWER_OF_UNSEEN || a->stepless ||
        (a->profile != FID_ANSWER_FOR_STORAGE && a->profile != FID_ANSWER_FOR_READ))
        return buf;
    if (!(real > 0))
        snprintf (buf, FID_ANSWER_WORDS,
                  "no read rate between a thousandth and a thousand times its demand decides "
                  "whether accelerators are busy for %.0f %% of the training",
                  percent);
    else if (!(a->runs[1].run_n > 0))
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the job's accelerators at %.0f %% utilisation%s",
                  THREE (real), percent,
                  a->stated ? ", as its configuration and results state it" : "");
    else if (!(emulation > 0))
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the real job's accelerators at %.0f %% utilisation; of "
                  "the emulation's it is not known",
                  THREE (real), percent);
    else
        snprintf (buf, FID_ANSWER_WORDS,
                  "1 GB/s feeds %s of the real job's accelerators at %.0f %% utilisation; "
                  "the benchmark says %s (%s)",
                  THREE (real), percent, THREE (emulation),
                  times_text (emulation / real, more));
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

/* The cells of a storage behind its limits; more: digits behind those that people read. */
static void put_scenario (const struct fid_result_answer *a,
                          const struct fid_answer_scenario *at, int more, struct fid_cells *c)
{
    const struct fid_answer_times *t = &at->times[0];
    if (a->runs[1].run_n > 0) {
        fid_cells_number (c, at->ratio[0], 2 + more);
        fid_cells_number (c, at->ratio[1], 2 + more);
        fid_cells_add (c, "%+.*f", 1 + more, 100 * (at->ratio[1] / at->ratio[0] - 1));
        fid_cells_number (c, at->measured[0], 2 + more);
        fid_cells_number (c, at->measured[1], 2 + more);
        return;
    }
    fid_cells_number (c, t->time_s, 1 + more);
    fid_cells_number (c, t->buffer, 2 + more);
    fid_cells_number (c, t->fluid, 2 + more);
    fid_cells_number (c, at->measured[0], 2 + more);
    fid_cells_number (c, 100 * t->utilisation, more);
    fid_cells_text (c, waits_in (t, &a->runs[0]));
}

int fid_answer_scenarios_write (const struct fid_result_answer *a, enum fid_format format,
                                FILE *f, struct fid_error *err)
{
    const int more = format == FID_FORMAT_CSV || format == FID_FORMAT_TSV ? 4 : 0;
    static const struct {
        struct fid_column column[6];
        size_t n;
    } tables[] = {{{{"time s", true},
                    {"times as long", true},
                    {"fluid", true},
                    {"measured", true},
                    {"busy %", true},
                    {"waits in", false}},
                   6},
                  {{{"real", true},
                    {"emulation", true},
                    {"off %", true},
                    {"real measured", true},
                    {"emulation measured", true}},
                   5}};
    static const size_t order[LIMIT_N] = {0, 3, 1, 2}; /* what is read first */
    bool both = a->runs[1].run_n > 0, shown[LIMIT_N] = {false};
    struct fid_column column[1 + LIMIT_N + 6] = {{"storage", false}};
    size_t n = 1;
    struct fid_cells c;
    for (size_t i = 0; i < LIMIT_N; i++) {
        FID_EACH (const struct fid_answer_scenario, s, a->scenario)
            shown[i] |= limit_of (s, order[i]) >= 0;
        if (shown[i])
            column[n++] = limits[order[i]].column;
    }
    for (size_t i = 0; i < tables[both].n; i++)
        column[n++] = tables[both].column[i];
    fid_cells_init (&c, column, n);
    for (size_t p = 0; p < a->scenario_n; p++) {
        fid_cells_text (&c, a->scenario[p].name);
        for (size_t i = 0; i < LIMIT_N; i++)
            if (shown[i])
                fid_cells_number (&c, limit_of (&a->scenario[p], order[i]),
                                  limits[order[i]].digits + more);
        put_scenario (a, &a->scenario[p], more, &c);
    }
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}

/* A paragraph, unless it is empty. */
static int put_paragraph (const char *text, FILE *f, struct fid_error *err)
{
    return *text ? fid_wrap (f, "", text, WIDTH, err) : 0;
}

int fid_answer_print (const struct fid_result_answer *a, const char *const name[2], FILE *f,
                      struct fid_error *err)
{
    bool both = a->runs[1].run_n > 0;
    char text[FID_ANSWER_WORDS] = "", percent[16];
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
    if (both && a->reason)
        snprintf (text + n, sizeof text - n, "%s%s", fid_answer_has_fact (a) ? "; " : ": ",
                  a->reason);
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
    return fid_answer_scenarios_write (a, FID_FORMAT_TABLE, f, err);
}
