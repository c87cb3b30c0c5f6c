/* breakdown.c - see breakdown.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/wrap.h"
#include "report/breakdown.h"
#include "report/rank.h"
#include "report/sparkline.h"
#include "report/verdict_words.h"
#include "results/words.h"

#define WIDTH    80
#define NAME_N   18 /* columns of a resource's name and a blank, */
#define NUMBER_N 6  /* of a grade, */
#define CLAUSE_N 25 /* of a clause's name, */
#define APART_N  10 /* of a distance */

#define CLAUSES_SHOWN 6
#define CAUSES_SHOWN  3

static const char *
colour_of (double grade)
{
    return grade < 0.5 ? "\033[31m" : grade < 0.8 ? "\033[33m" : "\033[32m";
}

static void
put_number (FILE *f, double grade, size_t width, bool colour)
{
    char text[16] = "-";
    if (grade != FID_ABSENT)
        snprintf (text, sizeof text, "%.2f", grade);
    fprintf (f, "%*s", (int)(width - strlen (text)), "");
    if (colour && grade != FID_ABSENT)
        fprintf (f, "%s%s\033[0m", colour_of (grade), text);
    else
        fputs (text, f);
}

/* Text in a column of n characters, right-aligned unless left. */
static void
put_text (FILE *f, const char *text, size_t n, bool left)
{
    size_t width = fid_text_width (text);
    int blank = width < n ? (int)(n - width) : 0;
    if (left)
        fprintf (f, "%s%*s", text, blank, "");
    else
        fprintf (f, "%*s%s", blank, "", text);
}

/* "data.read  0.93  size_bytes  0.80  x1.25  x2.00", the clause of the lowest grade. */
static void
put_resource (FILE *f, const struct fid_result_resource *r, bool colour)
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

static enum row
row_of (const struct fid_result_resource *r)
{
    return r->status == FID_STATUS_IDLE           ? ROW_IDLE
           : r->status == FID_STATUS_NOT_COMPARED ? ROW_MISSING
           : r->grade == FID_ABSENT               ? ROW_SHOWN
                                                  : ROW_GRADED;
}

/* "idle in both runs: disk.read, gpu.sm"; nothing if there are none. */
static int
put_names (const struct fid_result *r, enum row row, const char *first, FILE *f,
           struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (size_t i = 0; text && i < r->resource_n; i++) {
        if (row_of (&r->resource[i]) != row)
            continue;
        char *more = fid_format (err, "%s%s%s", text, *text ? ", " : "", r->resource[i].resource);
        free (text);
        text = more;
    }
    int rc = !text ? -1 : *text ? fid_wrap (f, first, text, WIDTH, err) : 0;
    free (text);
    return rc;
}

static int
put_resources (const struct fid_result *r, bool colour, FILE *f, struct fid_error *err)
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
    if (put_names (r, ROW_SHOWN, first, f, err) ||
        put_names (r, ROW_IDLE, "idle in both runs: ", f, err))
        return -1;
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        if (row_of (o) != ROW_MISSING)
            continue;
        snprintf (first, sizeof first, "%.60s  not compared: ", o->resource);
        if (fid_wrap (f, first, o->reason ? o->reason : "no reason given", WIDTH, err))
            return -1;
    }
    return 0;
}

/* "groups: disk 0.83  files 0.50 ...", on as many lines as needed */
static void
put_groups (FILE *f, const struct fid_result_head *r, bool colour)
{
    size_t at = fid_text_width ("groups: ");
    fputs ("groups: ", f);
    for (size_t i = 0, shown_n = 0; i < FID_GROUP_N; i++) {
        size_t n = fid_text_width (fid_groups[i].name) + 5;
        if (!r->group[i].known || r->group[i].grade == FID_ABSENT)
            continue;
        if (at + 2 + n > WIDTH) {
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

/* "ID (real, unet3d, 5 runs)"; NULL if memory runs out, else freed by the caller. */
static char *
side_words (const char *what, const struct fid_result_side *side, struct fid_error *err)
{
    char runs[40] = "";
    if (side->run_n > 1)
        snprintf (runs, sizeof runs, ", %zu runs", side->run_n);
    return fid_format (err, "%s (%s%s%s%s)", side->id, what, *side->workload ? ", " : "",
                       side->workload, runs);
}

/* The sources of the interval and of the noise. */
static int
put_sources (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    const struct fid_result_head *h = &r->head;
    if (h->score_ci_of && fid_wrap (f, "interval: ", h->score_ci_of, WIDTH, err))
        return -1;
    if (fid_wrap (f, "noise: ",
                  h->noise ? h->noise
                           : "not known, taken as 0: record the real job again to know how far "
                             "its repeats are apart",
                  WIDTH, err))
        return -1;
    return 0;
}

/* The verdict for each profile; the clauses of the score's follow below the score. */
static int
put_verdicts (const struct fid_result_head *h, FILE *f, struct fid_error *err)
{
    const struct fid_result_profile *p;
    for (size_t k = 0; (p = fid_profile_at (h, k)); k++) {
        char *text = fid_profile_short (p, k > 0, err);
        int rc = text ? fid_wrap (f, "  ", text, WIDTH, err) : -1;
        free (text);
        if (rc)
            return -1;
    }
    return 0;
}

static int
put_head (const struct fid_result *r, FILE *f, bool colour, struct fid_error *err)
{
    const struct fid_result_head *h = &r->head;
    char *real = side_words ("real", &h->real, err);
    char *emulation = real ? side_words ("emulation", &h->emulation, err) : NULL;
    char *text = emulation ? fid_format (err, "%s x %s", real, emulation) : NULL;
    int rc = text ? fid_wrap (f, "", text, WIDTH, err) : -1;
    free (text);
    free (emulation);
    free (real);
    if (rc || put_verdicts (h, f, err))
        return -1;
    if (h->score == FID_ABSENT) {
        rc = fid_wrap (f, "no score: ", h->score_reason, WIDTH, err);
    } else {
        fputs ("score", f);
        put_number (f, h->score, 5, colour);
        if (h->score_low != FID_ABSENT)
            fprintf (f, " (%.2f to %.2f)", h->score_low, h->score_high);
        fprintf (f, ", profile %s", h->profile);
    }
    fprintf (f, "%s%d of %d groups compared", h->score == FID_ABSENT ? "" : ", ", h->compared_n,
             h->of_n);
    if (*h->window)
        fprintf (f, ", window: %s", h->window);
    fputc ('\n', f);
    if (rc == 0 && h->capped_by)
        fprintf (f, "held down by a key clause of %s; %.2f without it\n", h->capped_by,
                 h->uncapped);
    if (rc == 0 && *h->out_of_scope)
        rc = fid_wrap (f, "declared out of scope: ", h->out_of_scope, WIDTH, err);
    return rc ? rc : put_sources (r, f, err);
}

/* The clauses that are not met with their shares of the loss; * marks key clauses. */
static int
put_clauses (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    for (size_t i = 0; i < r->unmet_n && i < CLAUSES_SHOWN; i++) {
        const struct fid_result_clause *c = &r->unmet[i];
        char first[32] = "";
        snprintf (first, sizeof first, "%s%3.0f %%%s ", i ? "         " : "not met: ",
                  100 * c->share, c->key ? "*" : " ");
        if (fid_wrap (f, first, c->text, WIDTH, err))
            return -1;
    }
    if (r->unmet_n > CLAUSES_SHOWN)
        fprintf (f, "         and %zu more\n", r->unmet_n - CLAUSES_SHOWN);
    return 0;
}

/* The largest causes, each with the setting that would remove it. */
static int
put_causes (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    for (size_t i = 0; i < r->cause_n && i < CAUSES_SHOWN; i++) {
        char *text = fid_cause_words (&r->cause[i], r->head.score, err);
        int rc = text ? fid_wrap (f, i ? "         " : "causes:  ", text, WIDTH, err) : -1;
        free (text);
        if (rc)
            return -1;
    }
    if (r->cause_n > CAUSES_SHOWN)
        fprintf (f, "         and %zu more\n", r->cause_n - CAUSES_SHOWN);
    return 0;
}

/* "serious  block.write, CHECKPOINT: text" */
static int
put_finding (const struct fid_result_finding *o, FILE *f, struct fid_error *err)
{
    char first[16];
    const char *resource = o->resource < 0 ? NULL : fid_resources[o->resource].name;
    char *text = fid_format (err, "%s%s%s%s%s", resource ? resource : "",
                             resource && o->phase ? ", " : "", o->phase ? o->phase : "",
                             resource || o->phase ? ": " : "", o->text);
    if (!text)
        return -1;
    snprintf (first, sizeof first, "%-9s", fid_severity_name (o->severity));
    int rc = fid_wrap (f, first, text, WIDTH, err);
    free (text);
    return rc;
}

/* Findings, serious ones first, then warnings.  Leaves out why a resource was not
 * compared: its row says so already. */
static int
put_findings (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    const cJSON *o;
    fputc ('\n', f);
    for (int severity = FID_SEVERITY_N - 1; severity >= 0; severity--)
        for (size_t i = 0; i < r->finding_n; i++) {
            const struct fid_result_finding *found = &r->finding[i];
            const struct fid_result_resource *row = fid_result_resource (r, found->resource);
            if ((int)found->severity != severity ||
                (severity == FID_INFO && row && row->status == FID_STATUS_NOT_COMPARED))
                continue;
            if (put_finding (found, f, err))
                return -1;
        }
    cJSON_ArrayForEach (
        o, r->warning) if (cJSON_IsString (o) &&
                           fid_wrap (f, "warning  ", o->valuestring, WIDTH, err)) return -1;
    return 0;
}

static int
write_table (const struct fid_result *r, const struct fid_series *series, bool colour, FILE *f,
             struct fid_error *err)
{
    if (put_head (r, f, colour, err))
        return -1;
    fputc ('\n', f);
    const struct fid_result_profile *p = fid_profile_at (&r->head, 0);
    if (put_clauses (r, f, err) || put_causes (r, f, err))
        return -1;
    fputs (p->met_n == p->of_n && !r->cause_n ? "" : "\n", f);
    if (put_resources (r, colour, f, err))
        return -1;
    fputc ('\n', f);
    if (series && fid_sparklines_write (series, f, err))
        return -1;
    put_groups (f, &r->head, colour);
    return put_findings (r, f, err);
}

void
fid_breakdown_columns (struct fid_cells *c)
{
    static const struct fid_column columns[] = {
        {"real", false},   {"emulation", false}, {"resource", false}, {"group", false},
        {"window", false}, {"status", false},    {"facet", false},    {"metric", false},
        {"quantity", false}, {"distance", true}, {"unit", false},     {"noise", true},
        {"tolerance", true}, {"grade", true},    {"clause", false},   {"key", false},
        {"reason", false},
    };
    fid_cells_init (c, columns, sizeof columns / sizeof *columns);
}

void
fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c)
{
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        for (size_t j = 0; j < res->measure_n || (j == 0 && res->measure_n == 0); j++) {
            const struct fid_result_measure none = {.quantity_id = -1,
                                                    .unit = -1,
                                                    .reason = res->reason,
                                                    .distance = FID_ABSENT,
                                                    .noise = FID_ABSENT,
                                                    .tolerance = FID_ABSENT,
                                                    .grade = res->grade,
                                                    .clause = -1};
            const struct fid_result_measure *m = res->measure_n ? &res->measure[j] : &none;
            const char *text[] = {r->head.real.id,
                                  r->head.emulation.id,
                                  res->resource,
                                  fid_groups[fid_resources[res->id].group].name,
                                  res->window,
                                  fid_status_name (res->status),
                                  res->measure_n ? fid_facets[m->facet].name : NULL,
                                  m->metric,
                                  m->quantity};
            for (size_t k = 0; k < sizeof text / sizeof *text; k++)
                fid_cells_text (c, text[k]);
            fid_cells_number (c, m->distance, 6);
            fid_cells_text (c, m->unit < 0 ? NULL : fid_unit_name ((enum fid_unit_id)m->unit));
            fid_cells_number (c, m->noise, 6);
            fid_cells_number (c, m->tolerance, 6);
            fid_cells_number (c, m->grade, 6);
            fid_cells_text (c, m->clause < 0 ? NULL : fid_clause_name ((enum fid_clause_status)m->clause));
            fid_cells_text (c, m->clause < 0 ? NULL : m->key ? "yes" : "no");
            fid_cells_text (c, m->reason);
        }
    }
}

/* One row for each measure. */
static int
write_rows (const struct fid_result *r, enum fid_format format, FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    fid_breakdown_columns (&c);
    fid_breakdown_rows (r, &c);
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    return rc;
}

static int
write_md (const struct fid_result *r, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {{"resource", false}, {"grade", true},
                                                {"worst clause", false}, {"grade", true},
                                                {"apart", true}, {"allowed", true},
                                                {"note", false}};
    struct fid_cells c;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        const struct fid_result_measure *m = fid_result_worst (res);
        char text[2][FID_WORDS_N] = {"-", "-"};
        fid_cells_add (&c, "%s", res->resource);
        fid_cells_number (&c, res->grade, 2);
        fid_cells_text (&c, m ? m->quantity : NULL);
        fid_cells_number (&c, m ? m->grade : FID_ABSENT, 2);
        if (m) {
            fid_words_distance (m, m->distance, text[0], sizeof text[0]);
            fid_words_distance (m, m->tolerance, text[1], sizeof text[1]);
        }
        fid_cells_add (&c, "%s", text[0]);
        fid_cells_add (&c, "%s", text[1]);
        fid_cells_add (&c, "%s%s%s",
                       res->status == FID_STATUS_COMPARED ? "" : fid_status_name (res->status),
                       res->reason ? ": " : "", res->reason ? res->reason : "");
    }
    int rc = put_head (r, f, false, err);
    fputc ('\n', f);
    if (rc == 0)
        rc = put_clauses (r, f, err) || put_causes (r, f, err) ? -1 : 0;
    fputc ('\n', f);
    if (rc == 0)
        rc = fid_cells_write (&c, FID_FORMAT_MD, f, err);
    fid_cells_clear (&c);
    return rc ? rc : put_findings (r, f, err);
}

/* --- several emulations side by side */

/* Whether each emulation is valid for each profile: "yes 7/7". */
static void
add_verdicts (const struct fid_result *const *r, size_t n, struct fid_cells *c)
{
    static const char *const answer[FID_VALIDITY_N] = {
        [FID_VALID] = "yes", [FID_NOT_VALID] = "no", [FID_CANNOT_TELL] = "?"};
    for (size_t p = 0; p < r[0]->head.profile_n; p++) {
        const char *name = r[0]->head.profile_of[p].name;
        fid_cells_add (c, "valid for %s", name);
        for (size_t i = 0; i < n; i++) {
            const struct fid_result_head *h = &r[i]->head;
            const struct fid_result_profile *found = NULL;
            for (size_t k = 0; k < h->profile_n; k++)
                if (strcmp (h->profile_of[k].name, name) == 0)
                    found = &h->profile_of[k];
            if (found)
                fid_cells_add (c, "%s %d/%d", answer[found->verdict], found->met_n,
                               found->of_n);
            else
                fid_cells_missing (c);
        }
    }
}

/* The grades of the resources that the profile of at least one grades. */
static void
add_grades (const struct fid_result *const *r, size_t n, struct fid_cells *c)
{
    for (int k = 0; k < FID_RESOURCE_N; k++) {
        bool any = false;
        for (size_t i = 0; i < n; i++)
            any |= r[i]->head.graded[k].grade >= 0;
        if (!any)
            continue;
        fid_cells_add (c, "%s", fid_resources[k].name);
        for (size_t i = 0; i < n; i++)
            fid_cells_number (c, r[i]->head.graded[k].grade, 2);
    }
}

/* The scores, over what all have if they differ in that. */
static int
add_scores (const struct fid_result *const *r, size_t n, struct fid_cells *c, char **left_out,
            struct fid_error *err)
{
    struct fid_ranking ranking;
    struct fid_results all = {.result = calloc (n, sizeof *all.result), .result_n = n};
    if (!all.result)
        return fid_error_nomem (err);
    for (size_t i = 0; i < n; i++)
        all.result[i] = r[i]->head; /* borrowed */
    int rc = fid_rank (&ranking, &all, FID_RANK_REAL, err);
    const struct fid_list *list = rc == 0 && ranking.list_n == 1 ? &ranking.list[0] : NULL;
    if (rc == 0)
        *left_out = list ? fid_list_left_out (list, err) : fid_strdup ("", err);
    if (rc == 0 && *left_out) {
        fid_cells_add (c, "score");
        for (size_t i = 0; i < n; i++)
            fid_cells_number (c, list ? fid_list_score (list, &r[i]->head) : r[i]->head.score,
                              2);
        fid_cells_add (c, "interval");
        for (size_t i = 0; i < n; i++)
            fid_cells_range (c, r[i]->head.score_low, r[i]->head.score_high, 2);
    }
    if (rc == 0)
        fid_ranking_clear (&ranking);
    free (all.result);
    return rc || !*left_out ? -1 : 0;
}

/* The first cause of each. */
static int
put_first_causes (const struct fid_result *const *r, size_t n, FILE *f, struct fid_error *err)
{
    bool headed = false;
    for (size_t i = 0; i < n; i++) {
        char first[24];
        if (!r[i]->head.cause_n)
            continue;
        fputs (headed ? "" : "\nfirst cause:\n", f);
        headed = true;
        snprintf (first, sizeof first, "[%zu] ", i + 1);
        char *text = fid_cause_words (&r[i]->head.cause[0], r[i]->head.score, err);
        int rc = text ? fid_wrap (f, first, text, WIDTH, err) : -1;
        free (text);
        if (rc)
            return -1;
    }
    return 0;
}

static int
put_side_by_side (const struct fid_result *const *r, size_t n, enum fid_format format, FILE *f,
                  struct fid_error *err)
{
    struct fid_column *column = calloc (n + 1, sizeof *column);
    char (*number)[24] = calloc (n + 1, sizeof *number);
    char *left_out = NULL;
    struct fid_cells c;
    if (!column || !number) {
        free (column);
        free (number);
        return fid_error_nomem (err);
    }
    column[0] = (struct fid_column){"clauses met; grades", false};
    for (size_t i = 0; i < n; i++) {
        snprintf (number[i], sizeof number[i], "[%zu]", i + 1);
        column[i + 1] = (struct fid_column){number[i], true};
    }
    fid_cells_init (&c, column, n + 1);
    int rc = add_scores (r, n, &c, &left_out, err);
    char *real = rc ? NULL : side_words ("real", &r[0]->head.real, err);
    rc = real ? fid_wrap (f, "", real, WIDTH, err) : -1;
    free (real);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        char first[24];
        snprintf (first, sizeof first, "%s ", number[i]);
        char *emulation = side_words ("emulation", &r[i]->head.emulation, err);
        rc = emulation ? fid_wrap (f, first, emulation, WIDTH, err) : -1;
        free (emulation);
    }
    if (rc == 0) {
        fprintf (f, "score: profile %s\n\n", r[0]->head.profile);
        add_verdicts (r, n, &c);
        add_grades (r, n, &c);
        rc = fid_cells_write (&c, format, f, err);
    }
    if (rc == 0 && *left_out) {
        fputc ('\n', f);
        rc = fid_wrap (f, "left out of the scores, because not all have it: ", left_out, WIDTH,
                       err);
    }
    if (rc == 0)
        rc = put_first_causes (r, n, f, err);
    fid_cells_clear (&c);
    free (left_out);
    free (column);
    free (number);
    return rc;
}

int
fid_side_by_side_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                        FILE *f, struct fid_error *err)
{
    if (format == FID_FORMAT_TABLE || format == FID_FORMAT_MD)
        return put_side_by_side (r, n, format, f, err);
    if (format != FID_FORMAT_JSON) {
        struct fid_cells c;
        fid_breakdown_columns (&c);
        for (size_t i = 0; i < n; i++)
            fid_breakdown_rows (r[i], &c);
        int rc = fid_cells_write (&c, format, f, err);
        fid_cells_clear (&c);
        return rc;
    }
    for (size_t i = 0; i < n; i++) {
        char *text = fid_json_text (r[i]->doc, err);
        if (!text)
            return -1;
        fprintf (f, "%s%s", i ? ", " : "[", text);
        free (text);
    }
    fputs ("]\n", f);
    return 0;
}

int
fid_breakdown_write (const struct fid_result *r, const struct fid_series *series,
                     enum fid_format format, bool colour, FILE *f, struct fid_error *err)
{
    if (format == FID_FORMAT_TABLE)
        return write_table (r, series, colour, f, err);
    if (format == FID_FORMAT_MD)
        return write_md (r, f, err);
    if (format != FID_FORMAT_JSON)
        return write_rows (r, format, f, err);
    char *text = fid_json_text (r->doc, err);
    if (!text)
        return -1;
    fputs (text, f);
    free (text);
    return 0;
}
