/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.c - see screen.h */
#include "base/memstream.h"
#include "base/plain.h"
#include "base/units.h"
#include "base/wrap.h"
#include "report/breakdown.h"
#include "report/screen.h"
#include "report/verdict_words.h"
#include "results/answer_words.h"

#define STORAGES    16 /* columns of a table */
#define EMULATIONS  4  /* its lines */
#define RESOURCES   4
#define DIFFERENCES 3

/* The grade that colours an error: green within the limit, yellow within twice, else red. */
static double grade_of_error (double ln, double limit)
{
    return exp2 (-fabs (ln) / log1p (limit));
}

/* Prints a text, which is freed, in at most so many lines; nothing if it is empty. */
static int put_lines (const struct fid_screen *s, char *text, size_t most)
{
    char *wrapped = NULL, *line, *rest;
    size_t n;
    if (s->format == FID_FORMAT_MD || s->whole) {
        int rc = fid_wrap_made (s->f, "", text, s->width, s->err);
        fputs (rc || s->format != FID_FORMAT_MD ? "" : "\n", s->f);
        return rc;
    }
    if (most == 1) {
        FID_FREED char *clean = text ? fid_cell_plain (text, s->err) : NULL;
        bool none = text && !*text;
        free (text);
        if (clean && !none) {
            fid_put_clipped (s->f, clean, s->width);
            fputc ('\n', s->f);
        }
        return clean ? 0 : -1;
    }
    FILE *f = fid_memstream_open (&wrapped, &n, s->err);
    int rc = f ? fid_wrap_made (f, "", text, s->width > 2 ? s->width - 2 : 1, s->err) : -1;
    rc = f ? fid_memstream_end (f, rc, s->err) : rc;
    for (rest = wrapped; !rc && most && (line = strsep (&rest, "\n")) && *line; most--) {
        bool cut = most == 1 && *rest;
        fid_put_clipped (s->f, line, s->width - (cut && s->width > 2 ? 2 : 0));
        fputs (cut ? "..\n" : "\n", s->f);
    }
    free (wrapped);
    return rc;
}

static int put_line (const struct fid_screen *s, char *text)
{
    return put_lines (s, text, 1);
}

/* Whether the first lines of the short form have the reason: that of an unknown answer. */
static bool is_reason_said (const struct fid_screen *s, const struct fid_result_head *h,
                            const char *reason)
{
    return !s->whole && reason && h->answer.error == FID_ABSENT && h->answer.reason &&
           strcmp (reason, h->answer.reason) == 0;
}

/* Prints and clears a table. */
static int put_table (const struct fid_screen *s, struct fid_cells *c)
{
    c->width = s->width;
    c->colour = s->colour;
    FID_TRY (fid_cells_end (c, s->format, s->f, s->err));
    if (s->format == FID_FORMAT_MD)
        fputc ('\n', s->f);
    return 0;
}

/* --- how fast on which storage */

struct storages {
    const struct fid_answer_scenario *at[STORAGES];
    char title[STORAGES][FID_STORAGE_SHORT];
    size_t n, left;
    bool capacity;
};

static size_t width_of (const struct storages *all, size_t first)
{
    size_t sum = first + (all->capacity ? 2 + strlen ("accelerators/(GB/s)") : 0);
    for (size_t i = 0; i < all->n; i++)
        sum += 2 + (strlen (all->title[i]) > 6 ? strlen (all->title[i]) : 6);
    return sum;
}

/* The storages that fit: first those go that do not count, then those of small errors. */
static struct storages find_storages (const struct fid_screen *s,
                                      const struct fid_result_answer *a, size_t first)
{
    char words[FID_ANSWER_WORDS];
    struct storages all = {.capacity = *fid_answer_capacity_words (a, words) &&
                                       a->capacity.side[0] > 0};
    for (size_t i = 0; i < a->scenario_n && all.n < STORAGES; i++, all.n++) {
        all.at[all.n] = &a->scenario[i];
        fid_answer_storage_short (&a->scenario[i], all.title[all.n]);
    }
    all.left = a->scenario_n - all.n;
    while (width_of (&all, first) > s->width && all.n > 1) {
        size_t least = all.n - 1;
        for (size_t i = all.n; i-- > 0;) {
            const struct fid_answer_scenario *x = all.at[i], *y = all.at[least];
            if (x->counts != y->counts ? !x->counts : fabs (x->error) < fabs (y->error))
                least = i;
        }
        all.n--;
        all.left++;
        memmove (all.at + least, all.at + least + 1, (all.n - least) * sizeof *all.at);
        memmove (all.title + least, all.title + least + 1, (all.n - least) * sizeof *all.title);
    }
    return all;
}

static const struct fid_answer_scenario *scenario_named (const struct fid_result_answer *a,
                                                         const char *name)
{
    FID_EACH (const struct fid_answer_scenario, at, a->scenario)
        if (strcmp (at->name, name) == 0)
            return at;
    return NULL;
}

static void add_value (struct fid_cells *c, double x)
{
    fid_cells_text (c, x > 0 ? fid_three_digits (x).text : NULL);
}

/* What a side does on each storage; what it would need. */
static void add_side (const struct storages *all, const struct fid_result_answer *a, int side,
                      const char *name, struct fid_cells *c)
{
    fid_cells_text (c, name);
    for (size_t i = 0; i < all->n; i++)
        add_value (c, all->at[i]->value[side]);
    if (all->capacity)
        add_value (c, a->capacity.side[side]);
}

/* "+6 %" on each storage; in brackets where the storage slows neither side. */
static void add_errors (const struct storages *all, const struct fid_result_answer *a,
                        const char *name, struct fid_cells *c)
{
    fid_cells_text (c, name);
    for (size_t i = 0; i < all->n; i++) {
        const struct fid_answer_scenario *at = scenario_named (a, all->at[i]->name);
        if (!at || at->error == FID_GAP) {
            fid_cells_missing (c);
            continue;
        }
        fid_cells_add (c, at->counts ? "%+.0f %%%s" : "(%+.0f %%%s)", 100 * expm1 (at->error),
                       at->measured[0] > 0 && at->measured[1] > 0 ? "*" : "");
        fid_cells_tint (c, grade_of_error (at->error, a->tolerance));
    }
    if (!all->capacity)
        return;
    double ratio = a->capacity.side[1] / a->capacity.side[0];
    if (!(a->capacity.side[1] > 0 && a->capacity.side[0] > 0)) {
        fid_cells_missing (c);
        return;
    }
    fid_cells_add (c, "%+.0f %%", 100 * (ratio - 1));
    fid_cells_tint (c, grade_of_error (log (ratio), a->tolerance));
}

/* What both sides do on each storage of an answer; of several emulations only by how much each is
 * off. */
static int put_storages (const struct fid_screen *s, const struct fid_result_answer *a,
                         const struct fid_named *of, size_t n)
{
    struct fid_column column[STORAGES + 2] = {{"read MB/s", false}};
    struct fid_cells c;
    size_t first = strlen ("benchmark");
    for (size_t i = 0; i < n && n > 1; i++)
        first = fid_text_width (of[i].name) > first ? fid_text_width (of[i].name) : first;
    const struct storages all = find_storages (s, a, first);
    for (size_t i = 0; i < all.n; i++)
        column[i + 1] = (struct fid_column){all.title[i], true};
    column[all.n + 1] = (struct fid_column){"accelerators/(GB/s)", true};
    fid_cells_init (&c, column, 1 + all.n + all.capacity);
    add_side (&all, a, 0, "real job", &c);
    if (n == 1) {
        add_side (&all, a, 1, "benchmark", &c);
        add_errors (&all, a, "error", &c);
    }
    for (size_t i = 0; i < n && n > 1 && (s->whole || i < EMULATIONS); i++)
        add_errors (&all, &of[i].head->answer, of[i].name, &c);
    FID_TRY (put_table (s, &c));
    if (n > EMULATIONS && !s->whole)
        fprintf (s->f, "%zu more: -v\n", n - EMULATIONS);
    return 0;
}

/* "UNET3D_dlio_r2 against UNET3D_real (r2, r4); samples a second; limit 10 %", and the table.  Without a
 * table: the reason. */
static int put_answers (const struct fid_screen *s, const char *title,
                        const struct fid_named *of, size_t n)
{
    size_t known = 0; /* the first with an answer gives the storages */
    while (known < n && of[known].head->answer.error == FID_ABSENT)
        known++;
    const struct fid_result_head *h = of[known < n ? known : 0].head;
    const struct fid_result_answer *a = &h->answer;
    char unit[80] = "";
    if (h->incomplete)
        FID_TRY (put_line (
            s, fid_format (s->err, "INCOMPLETE: not all was read: %s", h->incomplete)));
    if (known < n)
        snprintf (unit, sizeof unit, "; %s; limit %.0f %%", fid_answer_unit_words (a),
                  100 * a->tolerance);
    FID_TRY (put_line (s, fid_format (s->err, "%s%s", title, unit)));
    if (known < n)
        return put_storages (s, a, of, n);
    const char *unseen[2];
    for (int k = 0; k < 2; k++)
        unseen[k] = s->whole || !a->runs[k].books_gap ? NULL : a->runs[k].remarks;
    return put_lines (s,
                      fid_format (s->err, "the benchmark's answer is unknown: %s%s%s%s%s",
                                  a->reason ? a->reason : "no storage was computed",
                                  unseen[0] ? "; real job: " : "", unseen[0] ? unseen[0] : "",
                                  unseen[1] ? "; benchmark: " : "", unseen[1] ? unseen[1] : ""),
                      4);
}

/* --- what differs in which resource */

/* What cells show. */
enum shows { DISTANCES, GRADES, BOTH };

/* The first rows of the breakdown. */
static int put_breakdown (const struct fid_screen *s, const struct fid_breakdown_row *row,
                          size_t n, enum shows shows)
{
    struct fid_cells c;
    fid_cells_begin (&c, shows == GRADES ? "grades|#similarity|#amount|#DTW|#spectrum|"
                                           "#distribution|#timing"
                                         : "resource|#similarity|#amount|#DTW|#spectrum|"
                                           "#distribution|#timing");
    FID_EACH_OF (const struct fid_breakdown_row, r, row, n) {
        fid_cells_text (&c, r->of->resource);
        fid_cells_number (&c, r->similarity, 2);
        if (r->similarity != FID_ABSENT)
            fid_cells_tint (&c, r->similarity);
        for (size_t i = 0; i < FID_BREAKDOWN_N; i++) {
            const struct fid_breakdown_cell *cell = &r->cell[i];
            char text[FID_BREAKDOWN_TEXT];
            if (shows == GRADES && cell->quantity)
                fid_cells_number (&c, cell->grade, 2);
            else if (shows == BOTH && cell->quantity && cell->grade != FID_ABSENT)
                fid_cells_add (&c, "%s (%.2f)", fid_breakdown_text (cell, text), cell->grade);
            else
                fid_cells_text (&c, fid_breakdown_text (cell, text));
            if (cell->quantity && cell->grade != FID_ABSENT)
                fid_cells_tint (&c, cell->grade);
        }
    }
    return put_table (s, &c);
}

/* "-: sampled less than twice a step (cpu, disk.read); ...": why cells have no number. */
static int put_unmeasured (const struct fid_screen *s, const struct fid_breakdown_row *row,
                           size_t n)
{
    char *text = fid_strdup ("", s->err);
    const char *done[FID_RESOURCE_N * FID_BREAKDOWN_N] = {NULL};
    size_t done_n = 0;
    for (size_t i = 0; i < n * FID_BREAKDOWN_N && text; i++) {
        const char *why = row[i / FID_BREAKDOWN_N].cell[i % FID_BREAKDOWN_N].reason;
        bool said = !why;
        for (size_t k = 0; k < done_n && why; k++)
            said |= strcmp (done[k], why) == 0;
        if (said)
            continue;
        done[done_n++] = why;
        char *names = fid_strdup ("", s->err);
        for (size_t j = 0; j < n && names; j++)
            for (size_t k = 0; k < FID_BREAKDOWN_N; k++)
                if (row[j].cell[k].reason && strcmp (row[j].cell[k].reason, why) == 0) {
                    names = fid_words_join (names, row[j].of->resource, s->err);
                    break;
                }
        char *more =
            names ? fid_format (s->err, "%s%s%s (%s)", text, *text ? "; " : "-: ", why, names)
                  : NULL;
        FID_FREE (names, text);
        text = more;
    }
    return put_line (s, text);
}

/* "gpu" where nothing of a group was compared, else the resources; "" if all were. */
static char *missing_words (const struct fid_result *r, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (int g = 0; g < FID_GROUP_N; g++) {
        size_t n = 0, missing_n = 0;
        FID_EACH (const struct fid_result_resource, o, r->resource) {
            n += (int)o->group == g;
            missing_n += (int)o->group == g && o->status == FID_STATUS_NOT_COMPARED;
        }
        if (missing_n && missing_n == n)
            text = fid_words_join (text, fid_groups[g].name, err);
        FID_EACH (const struct fid_result_resource, o, r->resource)
            if (missing_n < n && (int)o->group == g && o->status == FID_STATUS_NOT_COMPARED)
                text = fid_words_join (text, o->resource, err);
    }
    return text;
}

/* "similarity 0.76 (0.69 to 0.82); 8 more: -v; not compared: gpu"; whole: "similarity 0.76 (0.69 to
 * 0.82) of 65 clauses, profile storage, 5 of 5 groups; not compared: gpu". */
static int put_basis (const struct fid_screen *s, const struct fid_result *r, size_t more)
{
    const struct fid_result_head *h = &r->head;
    const bool none = h->similarity == FID_ABSENT;
    const bool part = fid_window_find (h->window) != FID_WINDOW_JOB;
    char similarity[32] = "no similarity", interval[48] = "", rest[160] = "";
    FID_FREED char *missing = missing_words (r, s->err);
    FID_TRY (!missing);
    if (!none)
        snprintf (similarity, sizeof similarity, "similarity %.2f", h->similarity);
    if (h->similarity_low != FID_ABSENT)
        snprintf (interval, sizeof interval, " (%.2f to %.2f)", h->similarity_low,
                  h->similarity_high);
    if (s->whole && !none)
        snprintf (rest, sizeof rest, " of %d clauses, profile %.80s, %d of %d groups",
                  fid_clauses_compared (h), h->profile, h->compared_n, h->of_n);
    if (more)
        snprintf (rest, sizeof rest, "; %zu more: -v", more);
    const char *why =
        none && h->similarity_reason && !is_reason_said (s, h, h->similarity_reason)
            ? h->similarity_reason
            : "";
    return put_line (s,
                     fid_format (s->err, "%s%s%s%s%s%s%s%s%s%s%s%s%s", similarity,
                                 *why && s->whole ? ": " : "", s->whole ? why : "", interval,
                                 rest, part ? "; window: " : "", part ? h->window : "",
                                 *h->out_of_scope ? "; declared out of scope: " : "",
                                 h->out_of_scope, *missing ? "; not compared: " : "", missing,
                                 *why && !s->whole ? "; " : "", s->whole ? "" : why));
}

int fid_screen_resources (const struct fid_screen *s, const struct fid_result *r)
{
    struct fid_breakdown_row row[FID_RESOURCE_N];
    const size_t n = fid_breakdown_sorted (r, row);
    const size_t shown = s->whole || n < RESOURCES ? n : RESOURCES;
    fputc ('\n', s->f);
    FID_TRY (put_breakdown (s, row, shown, s->width >= FID_GRADES_FROM ? BOTH : DISTANCES));
    if (s->whole && s->width < FID_GRADES_FROM)
        FID_TRY (put_breakdown (s, row, shown, GRADES));
    FID_TRY (put_unmeasured (s, row, shown));
    return put_basis (s, r, n - shown);
}

/* --- what differs in the jobs */

static const char *side_text (const struct fid_result_cause *c, int side, char out[32])
{
    const double x = c->side[side];
    if (x == FID_ABSENT || c->unit < 0)
        return NULL;
    if (c->unit == FID_IN_SECONDS)
        fid_format_seconds (x, out, 32);
    else if (c->unit == FID_IN_BYTES)
        fid_format_bytes (x, out, 32);
    else if (strncmp (c->what, "share ", 6) == 0)
        snprintf (out, 32, "%.0f %%", 100 * x);
    else
        snprintf (out, 32, "%s", fid_three_digits (x).text);
    return out;
}

/* "eval_time 0.2221", "num_files_train 160 +4"; NULL: there is no setting. */
static char *setting_words (const struct fid_result_cause *c, struct fid_error *err)
{
    char also[16] = "";
    if (!c->key)
        return fid_strdup ("none", err);
    /* the key without what all keys of its section begin with */
    const char *section =
        strncmp (c->key, "workload.", 9) == 0 ? strchr (c->key + 9, '.') : NULL;
    const char *dot = section ? section : strrchr (c->key, '.');
    if (c->also_n)
        snprintf (also, sizeof also, " +%zu", c->also_n);
    return fid_format (err, "%s %s%s", dot ? dot + 1 : c->key, c->to ? c->to : "?", also);
}

static int put_differences (const struct fid_screen *s, const struct fid_result_head *h)
{
    const size_t n = s->whole || h->cause_n < DIFFERENCES ? h->cause_n : DIFFERENCES;
    FID_SCOPED (fid_cells_clear) struct fid_cells c = {.cell_n = 0};
    char rest[32] = "";
    fputc ('\n', s->f);
    if (!n)
        return put_line (s, fid_strdup ("no difference between the jobs was found", s->err));
    fid_cells_begin (&c, "difference|#real|#benchmark|DLIO setting|#error then");
    FID_EACH_OF (const struct fid_result_cause, k, h->cause, n) {
        char real[32], emulation[32], then[16], both[16];
        FID_FREED char *setting = setting_words (k, s->err);
        FID_TRY (!setting);
        fid_cells_row (&c, "%s %s %s %s", k->what, side_text (k, 0, real),
                       side_text (k, 1, emulation), setting);
        if (k->error_after == FID_ABSENT || h->answer.error == FID_ABSENT)
            fid_cells_text (&c, "unknown");
        else if (k->with)
            fid_cells_add (&c, "%s, both %s", fid_answer_percent (k->error_after, then),
                           fid_answer_percent (k->error_with, both));
        else
            fid_cells_text (&c, fid_answer_percent (k->error_after, then));
    }
    c.width = s->width;
    c.colour = s->colour;
    FID_TRY (fid_cells_write (&c, s->format, s->f, s->err));
    if (h->cause_n > n)
        snprintf (rest, sizeof rest, "%zu more: -v", h->cause_n - n);
    return put_line (s, fid_format (s->err, "%s%s",
                                    fid_no_cause_helps (h)
                                        ? *rest ? "No single change makes the error smaller; "
                                                : "No single change makes the error smaller."
                                        : "",
                                    rest));
}

/* --- verdicts */

static const char *const said[FID_VALIDITY_N] = {
    [FID_VALID] = "YES", [FID_NOT_VALID] = "NO", [FID_CANNOT_TELL] = "CANNOT TELL"};
static const double said_grade[FID_VALIDITY_N] = {
    [FID_VALID] = 1, [FID_NOT_VALID] = 0, [FID_CANNOT_TELL] = 0.6};

/* What a profile's sentence says behind "valid for NAME". */
static const char *fact_of (const struct fid_result_profile *p)
{
    size_t n = strlen (fid_validity_name (p->verdict)) + strlen (" for ") + strlen (p->name);
    return strlen (p->text) > n ? p->text + n + strspn (p->text + n, ": ") : "";
}

/* The clause that a profile fails by: a key clause, else the one that costs most; NULL. */
static const struct fid_result_clause *deciding_clause (const struct fid_result_profile *p)
{
    const struct fid_result_clause *first = NULL;
    for (size_t i = 0; i < p->clause_n && p->clauses; i++)
        if (p->clauses[i].status == FID_CLAUSE_NOT_MET &&
            (!first || (p->clauses[i].key && !first->key)))
            first = &p->clauses[i];
    return first;
}

/* "15 % off (0.0 % to 21 %)"; or the fact that decides. */
static char *decided_words (const struct fid_named *of, struct fid_error *err)
{
    const struct fid_result_profile *p = fid_profile_at (of->head, 0);
    const struct fid_result_answer *a = &of->head->answer;
    const bool own = of->error == FID_ABSENT;
    const bool other = a->fact.quantity > FID_ANSWER_OF_ERROR && p->says_answer;
    char error[16], low[16], high[16];
    if (!p->by_answer && p->verdict != FID_CANNOT_TELL) {
        const struct fid_result_clause *c = deciding_clause (p);
        const char *unmet = c ? c->text : p->clause ? p->clause : "";
        return fid_format (err, "%d of %d clauses met%s%s", p->met_n, p->of_n,
                           *unmet ? "; " : "", unmet);
    }
    if (!p->by_answer || other || a->error == FID_ABSENT)
        return fid_strdup (*fact_of (p) ? fact_of (p) : p->reason ? p->reason : "", err);
    return fid_format (
        err, "%s off (%s to %s%s)", fid_answer_percent (own ? a->error : of->error, error),
        fid_answer_percent (own ? a->low : of->low, low),
        fid_answer_percent (own ? a->high : of->high, high), a->measured ? ", measured" : "");
}

/* "NAME VERDICT: WORDS", which is freed, on one line, of a document a whole one; the verdict
 * coloured. */
static int put_verdict (const struct fid_screen *s, const char *name, enum fid_validity verdict,
                        char *words)
{
    FID_FREED char *text = words ? fid_format (s->err, "%s%s%s%s%s", name, *name ? " " : "",
                                               said[verdict], *words ? ": " : "", words)
                                 : NULL;
    FID_FREED char *clean = text ? fid_cell_plain (text, s->err) : NULL;
    free (words);
    FID_TRY (!clean);
    const bool md = s->format == FID_FORMAT_MD;
    fid_put_tinted (s->f, clean, md ? SIZE_MAX : s->width, s->colour, said_grade[verdict]);
    fputs (md ? "\n\n" : "\n", s->f);
    return 0;
}

/* "read CANNOT TELL  checkpoint NO (at least 330 % off)  metadata YES  system NO (cpu.level)";
 * without what decided where that is too long. */
static int put_groups (const struct fid_screen *s, const struct fid_result_head *h)
{
    const struct fid_result_profile *p;
    char *text[2] = {fid_strdup ("", s->err), fid_strdup ("", s->err)};
    for (size_t k = 1; (p = fid_profile_at (h, k)); k++)
        for (int i = 0; i < 2; i++) {
            size_t n = strcspn (fact_of (p), "(;");
            const struct fid_result_clause *clause = deciding_clause (p);
            bool shown =
                !i && p->verdict == FID_NOT_VALID && (p->by_answer ? n > 0 : clause != NULL);
            n -= n && fact_of (p)[n - 1] == ' ';
            text[i] = fid_more (text[i], s->err, "%s%s %s", k > 1 ? "; " : "", p->name,
                                said[p->verdict]);
            if (shown)
                text[i] = p->by_answer
                              ? fid_more (text[i], s->err, " (%.*s)", (int)n, fact_of (p))
                              : fid_more (text[i], s->err, " (%s)", clause->name);
        }
    const int fits = !text[0] || fid_text_width (text[0]) <= s->width ? 0 : 1;
    free (text[!fits]);
    return put_line (s, text[fits]);
}

static struct fid_named named (const struct fid_result_head *h)
{
    return (struct fid_named){h->emulation.shown, h, FID_ABSENT, FID_ABSENT, FID_ABSENT, false};
}

/* What would decide, and the verdict of the profile that was asked for. */
static int put_conclusion (const struct fid_screen *s, const struct fid_result_head *h)
{
    const struct fid_named of = named (h);
    const struct fid_result_profile *p = fid_profile_at (h, 0);
    const bool said_above = is_reason_said (s, h, p->reason);
    if (p->verdict == FID_CANNOT_TELL && p->reason && !said_above)
        FID_TRY (put_lines (s, fid_format (s->err, "%s: %s", p->name, p->reason), 2));
    return put_verdict (s, p->name, p->verdict,
                        said_above ? fid_strdup ("", s->err) : decided_words (&of, s->err));
}

/* --- all that is known of a pair */

/* The worst clause of each resource that is graded, what was idle, and what was not compared. */
static int put_measures (const struct fid_screen *s, const struct fid_result *r)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    char *idle = fid_strdup ("", s->err);
    fid_cells_begin (&c, "resource|#grade|worst clause|#grade|#apart|#allowed");
    FID_EACH (const struct fid_result_resource, o, r->resource) {
        const struct fid_result_measure *m = fid_result_worst (o);
        char apart[FID_WORDS_N], allowed[FID_WORDS_N];
        if (o->status == FID_STATUS_IDLE)
            idle = fid_words_join (idle, o->resource, s->err);
        if (!m)
            continue;
        fid_words_distance (m, m->distance, apart, sizeof apart);
        fid_words_distance (m, m->tolerance, allowed, sizeof allowed);
        fid_cells_row (&c, "%s %.2f", o->resource, o->grade);
        fid_cells_add (&c, "%s%s", m->quantity, m->key ? "*" : "");
        fid_cells_row (&c, "%.2f %s %s", m->grade, apart, allowed);
    }
    c.width = s->width;
    char *text = idle && *idle ? fid_format (s->err, "idle in both runs: %s", idle)
                               : fid_strdup ("", s->err);
    int rc = idle ? fid_cells_write (&c, s->format, s->f, s->err) : -1;
    free (idle);
    fputs (s->format == FID_FORMAT_MD ? "\n" : "", s->f);
    rc = FID_FAILED (put_line (s, text) || rc);
    FID_EACH (const struct fid_result_resource, o, r->resource)
        if (!rc && o->status == FID_STATUS_NOT_COMPARED)
            rc = put_line (s, fid_format (s->err, "%s  not compared: %s", o->resource,
                                          o->reason ? o->reason : "no reason given"));
    return rc;
}

/* The similarity with what it is of and lacks, and the grades of groups. */
static int put_similarity (const struct fid_screen *s, const struct fid_result *r)
{
    const struct fid_result_head *h = &r->head;
    char *groups = fid_strdup ("groups:", s->err);
    if (h->similarity_ci_of)
        FID_TRY (put_line (s, fid_format (s->err, "interval: %s", h->similarity_ci_of)));
    FID_TRY (put_line (s, fid_format (s->err, "noise: %s", fid_noise_words (h))));
    for (size_t g = 0; g < FID_GROUP_N && groups; g++) {
        if (!h->group[g].known || h->group[g].grade == FID_ABSENT)
            continue;
        groups = fid_more (groups, s->err, " %s %.2f", fid_groups[g].name, h->group[g].grade);
    }
    FID_TRY (put_line (s, groups));
    if (r->unmet_n)
        fputs ("not met, with its share of the lost similarity (*: key clause):\n", s->f);
    for (size_t i = 0; i < r->unmet_n; i++) {
        const struct fid_result_clause *c = &r->unmet[i];
        char first[48];
        snprintf (first, sizeof first, "   %3.0f %%%s ", 100 * c->share, c->key ? "*" : " ");
        FID_TRY (fid_wrap (s->f, first, c->text, s->width, s->err));
    }
    return 0;
}

/* What the runs did by their operator traces, in seconds and as shares of their lengths. */
static int put_operators (const struct fid_screen *s, const struct fid_result *r)
{
    struct fid_cells c;
    if (!r->role_n)
        return 0;
    fid_cells_begin (&c, "by operator traces|#real s|#emulation s|#real %|#emulation %");
    for (size_t i = 0; i < r->role_n; i++) {
        const struct fid_result_role_time *side = r->role[i].side;
        fid_cells_text (&c, r->role[i].role);
        for (int k = 0; k < 2; k++)
            fid_cells_number (&c, side[k].n ? side[k].busy_s : FID_ABSENT, 3);
        for (int k = 0; k < 2; k++) {
            bool known = side[k].n && side[k].share != FID_ABSENT;
            fid_cells_number (&c, known ? 100 * side[k].share : FID_ABSENT, 1);
        }
    }
    return put_table (s, &c);
}

/* "serious  TEXT"; the short form has one line, "serious (1 of 3, -v: all)  TEXT". */
static int put_remark (const struct fid_screen *s, const char *kind, size_t n, char *text)
{
    char first[64];
    if (!s->whole && n > 1)
        snprintf (first, sizeof first, "%s (1 of %zu, -v: all)", kind, n);
    else
        snprintf (first, sizeof first, "%-9s", kind);
    if (s->whole)
        return fid_wrap_made (s->f, first, text, s->width, s->err);
    char *line = text ? fid_format (s->err, "%s%s%s", first, n > 1 ? "  " : "", text) : NULL;
    free (text);
    return put_line (s, line);
}

/* Whether a finding says why a resource was not compared, which its line does. */
static bool is_said (const struct fid_result *r, const struct fid_result_finding *o)
{
    const struct fid_result_resource *of = fid_result_resource (r, o->resource);
    return o->severity == FID_INFO && of && of->status == FID_STATUS_NOT_COMPARED;
}

/* Findings, serious ones first, and warnings; in the short form the first of them, no remark. */
static int put_findings (const struct fid_screen *s, const struct fid_result *r)
{
    size_t n = r->warning.n;
    FID_EACH (const struct fid_result_finding, o, r->finding)
        n += o->severity > FID_INFO;
    for (int severity = FID_SEVERITY_N - 1; severity >= (s->whole ? 0 : FID_INFO + 1);
         severity--)
        FID_EACH (const struct fid_result_finding, o, r->finding)
            if ((int)o->severity == severity && !is_said (r, o)) {
                FID_TRY (put_remark (s, fid_severity_name (o->severity), n,
                                     fid_finding_words (o, s->err)));
                if (!s->whole)
                    return 0;
            }
    for (size_t i = 0; i < (s->whole || r->warning.n < 1 ? r->warning.n : 1); i++)
        FID_TRY (put_remark (s, "warning", n, fid_strdup (r->warning.text[i], s->err)));
    return 0;
}

static int put_pair (const struct fid_screen *s, const struct fid_result *r,
                     const struct fid_series *series)
{
    const struct fid_result_head *h = &r->head;
    const struct fid_named of = named (h);
    const struct fid_result_profile *p;
    FID_FREED char *title =
        fid_format (s->err, "%s against %s", h->emulation.shown, h->real.shown);
    FID_TRY (!title);
    FID_TRY (put_answers (s, title, &of, 1));
    if (s->whole) {
        /* What the short form leaves out of the first part. */
        const char *const name[] = {"real job", "emulation"};
        FID_FREED char *real = fid_side_words ("real", &h->real, s->err);
        FID_FREED char *emulation =
            real ? fid_side_words ("emulation", &h->emulation, s->err) : NULL;
        FID_TRY (!emulation);
        FID_TRY (put_line (s, fid_format (s->err, "%s x %s", real, emulation)));
        FID_TRY (fid_answer_print (&h->answer, name, s->format, s->f, s->err));
    }
    FID_TRY (fid_screen_resources (s, r));
    if (s->whole) {
        FID_TRY (put_similarity (s, r));
        fputc ('\n', s->f);
        FID_TRY (put_measures (s, r));
        FID_TRY (put_operators (s, r));
    }
    if (series && s->format == FID_FORMAT_TABLE)
        FID_TRY (fid_sparklines_write (series, s->f, s->err));
    FID_TRY (put_differences (s, h));
    for (size_t i = 0; i < h->cause_n && s->whole; i++)
        FID_TRY (fid_wrap_made (s->f, "* ", fid_cause_words (&h->cause[i], h, s->err), s->width,
                                s->err));
    fputs (s->whole ? "\n" : "", s->f);
    FID_TRY (put_findings (s, r));
    for (size_t k = 0; s->whole && (p = fid_profile_at (h, k)); k++)
        FID_TRY (put_line (s, fid_profile_words (p, s->err)));
    FID_TRY (put_groups (s, h));
    return put_conclusion (s, h);
}

/* --- several emulations */

/* What decides, and what to change first. */
static char *advice_words (const struct fid_named *of, struct fid_error *err)
{
    const struct fid_result_cause *c = of->head->cause_n ? &of->head->cause[0] : NULL;
    FID_FREED char *decided = decided_words (of, err);
    FID_FREED char *setting = decided && c && c->key ? setting_words (c, err) : NULL;
    if (!decided)
        return NULL;
    return fid_format (err, "%s%s%s%s", decided,
                       of->differs ? "; not the same for all runs" : "", c ? "; first: " : "",
                       setting ? setting
                       : c     ? c->what
                               : "");
}

/* The name in `width' columns, a blank behind it. */
static char *name_of_width (const char *name, size_t width, struct fid_error *err)
{
    char *text = NULL;
    size_t n;
    FILE *f = fid_memstream_open (&text, &n, err);
    if (!f)
        return NULL;
    fprintf (f, "%*s ", (int)(width - fid_put_clipped (f, name, width)), "");
    if (!fid_memstream_end (f, 0, err))
        return text;
    free (text);
    return NULL;
}

int fid_screen_several (const struct fid_screen *s, const char *title,
                        const struct fid_named *of, size_t n)
{
    size_t width = 0;
    FID_TRY (put_answers (s, title, of, n));
    for (size_t i = 0; i < n; i++)
        width = fid_text_width (of[i].name) > width ? fid_text_width (of[i].name) : width;
    if (s->format == FID_FORMAT_TABLE && width > s->width / 2) /* room for the verdict */
        width = s->width / 2;
    for (size_t i = 0; i < n; i++) {
        FID_FREED char *name = name_of_width (of[i].name, width, s->err);
        FID_TRY (!name || put_verdict (s, name, fid_profile_at (of[i].head, 0)->verdict,
                                       advice_words (&of[i], s->err)));
    }
    return 0;
}

static int put_side_by_side (const struct fid_screen *s, const struct fid_result *const *r,
                             size_t n)
{
    FID_FREED struct fid_named *of = calloc (n, sizeof *of);
    FID_NEED (of, s->err);
    for (size_t i = 0; i < n; i++) {
        of[i] = named (&r[i]->head);
        if (s->whole)
            FID_TRY (put_pair (s, r[i], NULL));
        fputs (s->whole ? "\n" : "", s->f);
    }
    FID_FREED char *title =
        fid_format (s->err, "%zu emulations against %s", n, r[0]->head.real.shown);
    return title ? fid_screen_several (s, title, of, n) : -1;
}

static int put_screen (const struct fid_screen *s, const struct fid_result *const *r, size_t n,
                       const struct fid_series *series)
{
    return n == 1 ? put_pair (s, r[0], series) : put_side_by_side (s, r, n);
}

int fid_compared_write (const struct fid_screen *s, const struct fid_result *const *r, size_t n,
                        const struct fid_series *series)
{
    if (s->format == FID_FORMAT_TABLE)
        return put_screen (s, r, n, series);
    if (s->format == FID_FORMAT_MD) {
        struct fid_screen md = *s; /* names of files and runs are in it */
        md.whole = true;
        md.width = FID_GRADES_FROM; /* of texts */
        md.f = fid_markdown_open (s->f, s->err);
        int rc = md.f ? put_screen (&md, r, n, NULL) : -1;
        if (md.f)
            fclose (md.f);
        return rc;
    }
    if (s->format != FID_FORMAT_JSON)
        return fid_measures_write (r, n, s->format, s->f, s->err);
    for (size_t i = 0; i < n; i++) {
        FID_FREED char *text = fid_record_text (fid_result_record, r[i], s->err);
        FID_TRY (!text);
        fprintf (s->f, "%s%s", n == 1 ? "" : i ? ", " : "[", text);
    }
    fputs (n == 1 ? "" : "]\n", s->f);
    return 0;
}
