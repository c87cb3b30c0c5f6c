/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.c - see breakdown.h */
#include "base/plain.h"
#include "base/wrap.h"
#include "report/breakdown.h"
#include "report/verdict_words.h"
#include "results/answer_words.h"

#define NAME_N   18 /* columns of a resource's name and a blank, */
#define NUMBER_N 6  /* of a grade, */
#define CLAUSE_N 25 /* of a clause's name, */
#define APART_N  10 /* of a distance */

#define CLAUSES_SHOWN 6
#define CAUSES_SHOWN  3

static void put_number (FILE *f, double grade, size_t width, bool colour)
{
    const char *red = "\033[31m", *yellow = "\033[33m", *green = "\033[32m";
    char text[16] = "-";
    if (grade != FID_ABSENT)
        snprintf (text, sizeof text, "%.2f", grade);
    fprintf (f, "%*s", (int)(width - strlen (text)), "");
    if (colour && grade != FID_ABSENT)
        fprintf (f, "%s%s\033[0m", grade < 0.5 ? red : grade < 0.8 ? yellow : green, text);
    else
        fputs (text, f);
}

/* Text in a column of n characters, right-aligned unless left. */
static void put_text (FILE *f, const char *text, size_t n, bool left)
{
    size_t width = fid_text_width (text);
    int blank = width < n ? (int)(n - width) : 0;
    if (left)
        fprintf (f, "%s%*s", text, blank, "");
    else
        fprintf (f, "%*s%s", blank, "", text);
}

/* "data.read  0.93  size_bytes  0.80  x1.25  x2.00", the clause of the lowest grade. */
static void put_resource (FILE *f, const struct fid_result_resource *r, bool colour)
{
    const struct fid_result_measure *m = fid_result_worst (r);
    char apart[FID_WORDS_N], allowed[FID_WORDS_N], clause[80];
    put_text (f, r->resource, NAME_N, true);
    put_number (f, r->grade, NUMBER_N, colour);
    if (m) {
        snprintf (clause, sizeof clause, "%.60s%s", m->quantity, m->key ? "*" : "");
        fid_words_distance (m, m->distance, apart, sizeof apart);
        fid_words_distance (m, m->tolerance, allowed, sizeof allowed);
        fputs ("  ", f);
        put_text (f, clause, CLAUSE_N, true);
        put_number (f, m->grade, NUMBER_N, colour);
        put_text (f, apart, APART_N, false);
        put_text (f, allowed, APART_N, false);
    }
    fputc ('\n', f);
}

enum row { ROW_GRADED, ROW_SHOWN, ROW_IDLE, ROW_MISSING };

static enum row row_of (const struct fid_result_resource *r)
{
    return r->status == FID_STATUS_IDLE           ? ROW_IDLE
           : r->status == FID_STATUS_NOT_COMPARED ? ROW_MISSING
           : r->grade == FID_ABSENT               ? ROW_SHOWN
                                                  : ROW_GRADED;
}

/* "idle in both runs: disk.read, gpu.sm"; nothing if there are none. */
static int put_names (const struct fid_result *r, enum row row, const char *first, FILE *f,
                      struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; i < r->resource_n; i++)
        if (row_of (&r->resource[i]) == row)
            text = fid_words_join (text, r->resource[i].resource, err);
    return fid_wrap_made (f, first, text, FID_WIDTH, err);
}

static int put_resources (const struct fid_result *r, bool colour, FILE *f,
                          struct fid_error *err)
{
    put_text (f, "resource", NAME_N, true);
    put_text (f, "grade", NUMBER_N, false);
    fputs ("  ", f);
    put_text (f, "worst clause", CLAUSE_N, true);
    put_text (f, "grade", NUMBER_N, false);
    put_text (f, "apart", APART_N, false);
    put_text (f, "allowed", APART_N, false);
    fputc ('\n', f);
    for (size_t i = 0; i < r->resource_n; i++)
        if (row_of (&r->resource[i]) == ROW_GRADED)
            put_resource (f, &r->resource[i], colour);
    char first[80];
    snprintf (first, sizeof first, "compared, not graded by %.40s: ", r->head.profile);
    FID_TRY (put_names (r, ROW_SHOWN, first, f, err));
    FID_TRY (put_names (r, ROW_IDLE, "idle in both runs: ", f, err));
    FID_EACH (const struct fid_result_resource, o, r->resource) {
        if (row_of (o) != ROW_MISSING)
            continue;
        snprintf (first, sizeof first, "%.60s  not compared: ", o->resource);
        FID_TRY (
            fid_wrap (f, first, o->reason ? o->reason : "no reason given", FID_WIDTH, err));
    }
    return 0;
}

/* "groups: disk 0.83  files 0.50 ...", on as many lines as needed */
static void put_groups (FILE *f, const struct fid_result_head *r, bool colour)
{
    size_t at = fid_text_width ("groups: ");
    fputs ("groups: ", f);
    for (size_t i = 0, shown_n = 0; i < FID_GROUP_N; i++) {
        size_t n = fid_text_width (fid_groups[i].name) + 5;
        if (!r->group[i].known || r->group[i].grade == FID_ABSENT)
            continue;
        if (at + 2 + n > FID_WIDTH) {
            at = fid_text_width ("groups: ");
            fprintf (f, "\n%*s", (int)at, "");
        } else if (shown_n > 0) {
            fputs ("  ", f);
            at += 2;
        }
        fputs (fid_groups[i].name, f);
        put_number (f, r->group[i].grade, 5, colour);
        at += n;
        shown_n++;
    }
    fputc ('\n', f);
}

/* What was not read, the answer, the capacity, what is to be known of the runs first, and what
 * decides for the profile in use. */
static int put_answer (const struct fid_result_head *h, FILE *f, struct fid_error *err)
{
    static const char *const side[] = {"real job: ", "emulation: "};
    const struct fid_result_answer *a = &h->answer;
    char error[FID_ANSWER_WORDS], capacity[FID_ANSWER_WORDS];
    if (h->incomplete)
        FID_TRY (fid_wrap (f, "INCOMPLETE: not all was read: ", h->incomplete, FID_WIDTH, err));
    fid_answer_error_words (a, error);
    fid_answer_capacity_words (a, capacity);
    if (!*error)
        snprintf (error, sizeof error, "the benchmark's answer is not known%s%s",
                  a->reason ? ": " : "", a->reason ? a->reason : "");
    FID_TRY (fid_wrap (f, "", error, FID_WIDTH, err));
    if (*capacity)
        FID_TRY (fid_wrap (f, "", capacity, FID_WIDTH, err));
    for (size_t k = 0; k < 2; k++) {
        const char *remarks = a->runs[k].remarks;
        char *text = remarks ? fid_format (err, "%s%s", side[k], remarks) : NULL;
        if (remarks)
            FID_TRY (fid_wrap_made (f, "", text, FID_WIDTH, err));
    }
    char *decides = fid_profile_words (fid_profile_at (h, 0), err);
    FID_TRY (fid_wrap_made (f, "", decides, FID_WIDTH, err));
    fputc ('\n', f);
    return 0;
}

/* The similarity, or the reason where it is not known, what it is of, and what is known about its
 * noise: "similarity 0.62 (0.50 to 0.71) of 37 clauses, profile storage, 3 of 5 groups". */
static int put_basis (const struct fid_result_head *h, FILE *f, bool colour,
                      struct fid_error *err)
{
    if (h->similarity == FID_ABSENT) {
        FID_TRY (fid_wrap (f, "no similarity: ", h->similarity_reason, FID_WIDTH, err));
    } else {
        fputs ("similarity", f);
        put_number (f, h->similarity, 5, colour);
        if (h->similarity_low != FID_ABSENT)
            fprintf (f, " (%.2f to %.2f)", h->similarity_low, h->similarity_high);
        fprintf (f, " of %d clauses, profile %s, ", fid_clauses_compared (h), h->profile);
    }
    fprintf (f, "%d of %d groups\n", h->compared_n, h->of_n);
    int window = fid_window_find (h->window);
    if (window >= 0 && window != FID_WINDOW_JOB)
        fprintf (f, "window: %s, %s\n", h->window, fid_windows[window].words);
    if (*h->out_of_scope)
        FID_TRY (fid_wrap (f, "declared out of scope: ", h->out_of_scope, FID_WIDTH, err));
    if (h->similarity_ci_of)
        FID_TRY (fid_wrap (f, "interval: ", h->similarity_ci_of, FID_WIDTH, err));
    return fid_wrap (f, "noise: ", fid_noise_words (h), FID_WIDTH, err);
}

/* The clauses that are not met with their shares of the loss; * marks key clauses. */
static int put_clauses (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    for (size_t i = 0; i < r->unmet_n && i < CLAUSES_SHOWN; i++) {
        const struct fid_result_clause *c = &r->unmet[i];
        char first[48] = "";
        if (i == 0)
            fputs ("not met, with its share of the lost similarity:\n", f);
        snprintf (first, sizeof first, "   %3.0f %%%s ", 100 * c->share, c->key ? "*" : " ");
        FID_TRY (fid_wrap (f, first, c->text, FID_WIDTH, err));
    }
    if (r->unmet_n > CLAUSES_SHOWN)
        fprintf (f, "         and %zu more clauses\n", r->unmet_n - CLAUSES_SHOWN);
    return 0;
}

/* Findings, serious ones first, down to those of `least`, then warnings: "serious  block.write,
 * CHECKPOINT: text".  Leaves out why a resource was not compared: its row says so already. */
static int put_findings (const struct fid_result *r, enum fid_severity least, FILE *f,
                         struct fid_error *err)
{
    fputc ('\n', f);
    for (int severity = FID_SEVERITY_N - 1; severity >= (int)least; severity--)
        FID_EACH (const struct fid_result_finding, o, r->finding) {
            const struct fid_result_resource *row = fid_result_resource (r, o->resource);
            char first[16];
            if ((int)o->severity != severity ||
                (severity == FID_INFO && row && row->status == FID_STATUS_NOT_COMPARED))
                continue;
            const char *resource = o->resource < 0 ? "" : fid_resources[o->resource].name;
            const char *phase = o->phase ? o->phase : "";
            char *text =
                fid_format (err, "%s%s%s%s%s", resource, *resource && *phase ? ", " : "", phase,
                            *resource || *phase ? ": " : "", o->text);
            snprintf (first, sizeof first, "%-9s", fid_severity_name (o->severity));
            FID_TRY (fid_wrap_made (f, first, text, FID_WIDTH, err));
        }
    for (size_t i = 0; i < r->warning.n; i++)
        FID_TRY (fid_wrap (f, "warning  ", r->warning.text[i], FID_WIDTH, err));
    return 0;
}

/* The answer, the largest causes, each with the setting that would remove it, the verdicts for the
 * other profiles, the similarity and what it lacks. */
static int put_summary (const struct fid_result *r, bool colour, FILE *f, struct fid_error *err)
{
    const struct fid_result_head *h = &r->head;
    const struct fid_result_profile *p;
    FID_TRY (put_answer (h, f, err));
    FID_FREED char *real = fid_side_words ("real", &h->real, err);
    FID_FREED char *emulation = real ? fid_side_words ("emulation", &h->emulation, err) : NULL;
    char *both = emulation ? fid_format (err, "%s x %s", real, emulation) : NULL;
    FID_TRY (fid_wrap_made (f, "", both, FID_WIDTH, err));
    const bool none = fid_no_cause_helps (h);
    if (none)
        fputs ("no single change makes the error smaller; the differences:\n", f);
    for (size_t i = 0; i < h->cause_n && i < CAUSES_SHOWN; i++) {
        char *text = fid_cause_words (&h->cause[i], h, err);
        FID_TRY (
            fid_wrap_made (f, i || none ? "         " : "causes:  ", text, FID_WIDTH, err));
    }
    if (h->cause_n > CAUSES_SHOWN)
        fprintf (f, "         and %zu more %s\n", h->cause_n - CAUSES_SHOWN,
                 none ? "differences" : "causes");
    for (size_t k = 1; (p = fid_profile_at (h, k)); k++)
        FID_TRY (fid_wrap_made (f, "  ", fid_profile_short (p, true, err), FID_WIDTH, err));
    FID_TRY (put_basis (h, f, colour, err));
    FID_TRY (put_clauses (r, f, err));
    fputc ('\n', f);
    return 0;
}

/* What the runs did by their operator traces, in seconds and as shares of their lengths; nothing if
 * the result has none. */
static int put_operators (const struct fid_result *r, enum fid_format format, FILE *f,
                          struct fid_error *err)
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
    FID_TRY (fid_cells_end (&c, format, f, err));
    if (format == FID_FORMAT_TABLE)
        fputc ('\n', f);
    return 0;
}

/* The summary; whole: each resource, and all findings. */
static int write_table (const struct fid_result *r, const struct fid_series *series, bool whole,
                        bool colour, FILE *f, struct fid_error *err)
{
    FID_TRY (put_summary (r, colour, f, err));
    if (whole)
        FID_TRY (put_resources (r, colour, f, err));
    fputs (whole ? "\n" : "", f);
    FID_TRY (put_operators (r, FID_FORMAT_TABLE, f, err));
    if (series)
        FID_TRY (fid_sparklines_write (series, f, err));
    put_groups (f, &r->head, colour);
    return put_findings (r, whole ? FID_INFO : FID_WARNING, f, err);
}

void fid_breakdown_columns (struct fid_cells *c)
{
    fid_cells_begin (c, "real|emulation|resource|group|window|status|facet|metric|quantity|"
                        "#distance|unit|#noise|#tolerance|#grade|clause|key|reason|#real_value|"
                        "#emulation_value|#sign");
}

/* A row for a measure; m: NULL if the resource has none. */
static void add_row (const struct fid_result_head *h, const struct fid_result_resource *res,
                     const struct fid_result_measure *m, struct fid_cells *c)
{
    static const char *const side[] = {"real", "emulation"};
    const bool clause = m && m->clause >= 0;
    fid_cells_row (c, "%s %s %s %s %s %s %s %s %s", h->real.shown, h->emulation.shown,
                   res->resource, fid_groups[fid_resources[res->id].group].name,
                   fid_window_name ((enum fid_window)res->window),
                   fid_status_name (res->status), m ? fid_facets[m->facet].name : "",
                   m ? m->metric : "", m ? m->quantity : "");
    fid_cells_row (c, "%.6f %s %.6f %.6f %.6f %s %s %s", m ? m->distance : FID_ABSENT,
                   m && m->unit >= 0 ? fid_unit_name ((enum fid_unit_id)m->unit) : "",
                   m ? m->noise : FID_ABSENT, m ? m->tolerance : FID_ABSENT,
                   m ? m->grade : res->grade,
                   clause ? fid_clause_name ((enum fid_clause_status)m->clause) : "",
                   !clause  ? ""
                   : m->key ? "yes"
                            : "no",
                   m ? m->reason : res->reason);
    for (int k = 0; k < 2; k++) {
        double x;
        if (m && fid_measure_amount (m, side[k], &x))
            fid_cells_add (c, "%.12g", x);
        else
            fid_cells_missing (c);
    }
    fid_cells_text (c, m ? fid_measure_sign (m) : NULL);
}

void fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c)
{
    FID_EACH (const struct fid_result_resource, res, r->resource) {
        if (res->measure_n == 0)
            add_row (&r->head, res, NULL, c);
        for (size_t j = 0; j < res->measure_n; j++)
            add_row (&r->head, res, &res->measure[j], c);
    }
}

static int put_md (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    fid_cells_begin (&c, "resource|#grade|worst clause|#grade|#apart|#allowed|note");
    FID_EACH (const struct fid_result_resource, res, r->resource) {
        const struct fid_result_measure *m = fid_result_worst (res);
        char text[2][FID_WORDS_N] = {"-", "-"};
        if (m) {
            fid_words_distance (m, m->distance, text[0], sizeof text[0]);
            fid_words_distance (m, m->tolerance, text[1], sizeof text[1]);
        }
        fid_cells_row (&c, "%s %.2f %s %.2f %s %s", res->resource, res->grade,
                       m ? m->quantity : "", m ? m->grade : FID_ABSENT, text[0], text[1]);
        fid_cells_add (&c, "%s%s%s",
                       res->status == FID_STATUS_COMPARED ? "" : fid_status_name (res->status),
                       res->reason ? ": " : "", res->reason ? res->reason : "");
    }
    FID_TRY (put_summary (r, false, f, err));
    FID_TRY (fid_cells_write (&c, FID_FORMAT_MD, f, err));
    if (r->role_n)
        fputc ('\n', f);
    FID_TRY (put_operators (r, FID_FORMAT_MD, f, err));
    return put_findings (r, FID_INFO, f, err);
}

int fid_measures_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                        FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    fid_breakdown_columns (&c);
    for (size_t i = 0; i < n; i++)
        fid_breakdown_rows (r[i], &c);
    return fid_cells_end (&c, format, f, err);
}

int fid_breakdown_write (const struct fid_result *r, const struct fid_series *series,
                         bool whole, enum fid_format format, bool colour, FILE *f,
                         struct fid_error *err)
{
    if (format == FID_FORMAT_TABLE)
        return write_table (r, series, whole, colour, f, err);
    if (format == FID_FORMAT_MD) {
        FILE *md = fid_markdown_open (f, err); /* names of files and runs are in it */
        int rc = md ? put_md (r, md, err) : -1;
        if (md)
            fclose (md);
        return rc;
    }
    if (format != FID_FORMAT_JSON)
        return fid_measures_write (&r, 1, format, f, err);
    FID_FREED char *text = fid_record_text (fid_result_record, r, err);
    FID_TRY (!text);
    fputs (text, f);
    return 0;
}
