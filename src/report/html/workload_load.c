/* workload_load.c - see workload.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/aggregate.h"
#include "report/html/sections.h"
#include "report/html/workload.h"

#define REALS_MAX 6 /* real runs whose series make the band */

/* --- how far apart, with a sign where it is known */

/* The change with its sign: the logarithm of the ratio, or the difference, if the distance is
 * made of it; else the distance itself. */
static double
delta_of (const struct fid_result_measure *m, bool *has_sign)
{
    double real, emulation, x = 0;
    *has_sign = false;
    if (!fid_measure_amount (m, "real", &real) || !fid_measure_amount (m, "emulation", &emulation))
        return m->distance;
    if (m->unit == FID_IN_LN && real > 0 && emulation > 0)
        x = log (emulation / real);
    else if (m->unit == FID_IN_ONE)
        x = emulation - real;
    *has_sign = fabs (fabs (x) - m->distance) <= 1e-6 * (1 + m->distance);
    return *has_sign ? x : m->distance;
}

static void
delta_words (const struct fid_result_measure *m, double x, bool has_sign, char out[FID_WORDS_N])
{
    double real, emulation;
    if (m->unit == FID_IN_LN && fid_measure_amount (m, "real", &real) &&
        fid_measure_amount (m, "emulation", &emulation) && (real > 0) != (emulation > 0))
        snprintf (out, FID_WORDS_N, real > 0 ? "none" : "only here"); /* no factor */
    else if (has_sign && m->unit == FID_IN_LN && fabs (x) < log (1e4))
        snprintf (out, FID_WORDS_N,
                  exp (x) < 0.1  ? "\xC3\x97%.2g"
                  : exp (x) < 10 ? "\xC3\x97%.2f"
                                 : "\xC3\x97%.0f",
                  exp (x));
    else if (has_sign && m->unit == FID_IN_ONE)
        snprintf (out, FID_WORDS_N, "%+.1f %%", 100 * x + 0.0);
    else
        fid_words_distance (m, fabs (x), out, FID_WORDS_N);
}

/* --- rows */

static const struct fid_result_measure *
measure_of (const struct fid_result *r, const struct fid_side_row *row)
{
    const struct fid_result_resource *o = fid_result_resource (r, (int)row->resource);
    for (size_t k = 0; o && k < o->measure_n; k++)
        if (strcmp (o->measure[k].quantity, row->quantity) == 0)
            return &o->measure[k];
    return NULL;
}

/* Key clauses first, then by the worst grade. */
static int
by_worst (const void *va, const void *vb)
{
    const struct fid_side_row *a = va, *b = vb;
    int d = a->key != b->key ? b->key - a->key : fid_order (a->worst, b->worst);
    d = d ? d : (int)a->resource - (int)b->resource;
    return d ? d : strcmp (a->quantity, b->quantity);
}

/* Add a clause, or make its row worse. */
static void
add_row (struct fid_side *s, const struct fid_result_resource *o,
         const struct fid_result_measure *m)
{
    size_t i = 0;
    while (i < s->clause_n &&
           (s->row[i].resource != o->id || strcmp (s->row[i].quantity, m->quantity) != 0))
        i++;
    if (i == s->clause_n) {
        s->row[s->clause_n++] =
            (struct fid_side_row){.resource = o->id, .key = m->key, .worst = 2};
        snprintf (s->row[i].quantity, sizeof s->row[i].quantity, "%s", m->quantity);
    }
    if (m->grade != FID_ABSENT)
        s->row[i].worst = fmin (s->row[i].worst, m->grade);
}

/* The clauses that are key, or not met by some configuration. */
static int
find_rows (struct fid_side *s, struct fid_result *const *result, struct fid_error *err)
{
    size_t most = 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t r = 0; r < result[i]->resource_n; r++)
            most += result[i]->resource[r].measure_n;
    s->row = calloc (most, sizeof *s->row);
    if (!s->row)
        return fid_error_nomem (err);
    for (size_t i = 0; i < s->n; i++)
        for (size_t r = 0; r < result[i]->resource_n; r++) {
            const struct fid_result_resource *o = &result[i]->resource[r];
            for (size_t k = 0; k < o->measure_n; k++)
                if (o->measure[k].clause >= 0 &&
                    (o->measure[k].key || o->measure[k].clause != FID_CLAUSE_MET))
                    add_row (s, o, &o->measure[k]);
        }
    qsort (s->row, s->clause_n, sizeof *s->row, by_worst);
    s->row_n = s->clause_n < FID_SIDE_ROWS ? s->clause_n : FID_SIDE_ROWS;
    struct fid_side_row *fewer = realloc (s->row, (s->row_n + 1) * sizeof *s->row);
    s->row = fewer ? fewer : s->row;
    return 0;
}

/* Widen a range that may be empty (no text) by x and its text. */
static void
widen_range (char low_text[FID_WORDS_N], char high_text[FID_WORDS_N], double *low, double *high,
             double x, const char *text)
{
    bool first = !*low_text;
    if (first || x < *low) {
        *low = x;
        snprintf (low_text, FID_WORDS_N, "%s", text);
    }
    if (first || x > *high) {
        *high = x;
        snprintf (high_text, FID_WORDS_N, "%s", text);
    }
}

/* What a pair says of a row: the real run's value, the delta of configuration k. */
static void
add_pair (struct fid_side_row *row, size_t k, const struct fid_result_measure *m)
{
    char text[FID_WORDS_N];
    double real;
    bool has_sign;
    if (!m || m->distance == FID_ABSENT || m->grade == FID_ABSENT)
        return;
    fid_words_side (m, "real", text, sizeof text);
    if (*text && fid_measure_amount (m, "real", &real))
        widen_range (row->real_low, row->real_high, &row->real_lowest, &row->real_highest, real,
                     text);
    double x = delta_of (m, &has_sign);
    delta_words (m, x, has_sign, text);
    widen_range (row->cell[k].low, row->cell[k].high, &row->cell[k].lowest,
                 &row->cell[k].highest, x, text);
}

/* What the pair in the middle says of it. */
static void
set_cell (struct fid_side_row *row, size_t k, const struct fid_result_measure *m)
{
    struct fid_side_cell *c = &row->cell[k];
    bool has_sign;
    c->known = m && m->distance != FID_ABSENT && m->grade != FID_ABSENT;
    snprintf (c->reason, sizeof c->reason, "%s",
              m && m->reason ? m->reason : "not compared, or not graded");
    if (!c->known)
        return;
    c->grade = m->grade;
    c->clause = m->clause;
    double x = delta_of (m, &has_sign);
    delta_words (m, x, has_sign, c->delta);
    fid_words_side (m, "emulation", c->value, sizeof c->value);
    if (!*row->real)
        fid_words_side (m, "real", row->real, sizeof row->real);
    if (!*row->allowed && m->tolerance != FID_ABSENT)
        fid_words_distance (m, m->tolerance, row->allowed, sizeof row->allowed);
    if (!*row->apart && m->noise != FID_ABSENT)
        fid_words_distance (m, m->noise, row->apart, sizeof row->apart);
}

/* --- pairs */

static void
add_result (struct fid_side *s, size_t k, const struct fid_result *r)
{
    for (size_t i = 0; i < s->row_n; i++)
        add_pair (&s->row[i], k, measure_of (r, &s->row[i]));
}

/* Ranges over the pairs of the k-th configuration, of which the one in the middle is loaded. */
static int
add_pairs (struct fid_side *s, size_t k, const struct fid_result *middle, struct fid_error *err)
{
    const struct fid_entry *e = s->entry[k];
    s->pair_n[k] = e->run_n < FID_SIDE_PAIRS ? e->run_n : FID_SIDE_PAIRS;
    for (size_t i = 0; i < s->row_n; i++)
        set_cell (&s->row[i], k, measure_of (middle, &s->row[i]));
    add_result (s, k, middle);
    for (size_t i = 0; i < s->pair_n[k]; i++) { /* from the best to the worst */
        const struct fid_result_head *head =
            e->run[s->pair_n[k] > 1 ? i * (e->run_n - 1) / (s->pair_n[k] - 1) : 0];
        if (head == e->result)
            continue;
        struct fid_result *r = fid_result_load (head->path, err);
        if (!r)
            return -1;
        add_result (s, k, r);
        fid_result_destroy (r);
    }
    return 0;
}

/* --- series */

/* Of each real run the series of one pair: the band of the repeats. */
static int
add_reals (struct fid_side *s, struct fid_error *err)
{
    const char *seen[REALS_MAX];
    size_t seen_n = 0;
    for (size_t k = 0; k < s->n; k++)
        for (size_t i = 0; i < s->entry[k]->run_n && seen_n < REALS_MAX; i++) {
            const struct fid_result_head *r = s->entry[k]->run[i];
            struct fid_series *series;
            struct fid_error why;
            size_t at = 0;
            while (at < seen_n && strcmp (seen[at], r->real.id) != 0)
                at++;
            if (at < seen_n)
                continue;
            if (fid_series_beside (r, &series, &why)) {
                if (why.status == FID_EINPUT) /* the pair's section says so */
                    continue;
                *err = why;
                return -1;
            }
            if (!series)
                continue;
            seen[seen_n++] = r->real.id;
            fid_multiples_add_real (&s->charts, series);
            fid_series_destroy (series);
        }
    return 0;
}

static int
add_emulations (struct fid_side *s, struct fid_error *err)
{
    for (size_t k = 0; k < s->n; k++) {
        struct fid_series *series;
        struct fid_error why;
        if (fid_series_beside (s->entry[k]->result, &series, &why)) {
            if (why.status == FID_EINPUT)
                continue;
            *err = why;
            return -1;
        }
        if (!series)
            continue;
        s->charted[s->charts.emulation_n] = k;
        int rc = fid_multiples_add (&s->charts, series, err);
        fid_series_destroy (series);
        if (rc)
            return -1;
    }
    return 0;
}

/* --- all */

/* How many real runs the pairs of all configurations have. */
static void
count_reals (const struct fid_page *page, const struct fid_list *list, struct fid_side *s)
{
    const struct fid_ranking *real = &page->report->real;
    for (size_t i = 0; i < real->run_n; i++)
        s->real_n += strcmp (real->run[i]->workload, list->name) == 0 ||
                     strcmp (real->run[i]->id, list->name) == 0;
}

struct fid_side *
fid_side_load (const struct fid_page *page, const struct fid_list *list)
{
    struct fid_result *result[FID_SIDE_COLUMNS] = {0};
    struct fid_side *s = calloc (1, sizeof *s);
    int rc = s ? 0 : fid_error_nomem (page->err);
    for (size_t j = 0; rc == 0 && j < list->entry_n; j++) {
        if (!fid_page_shows (page, list, &list->entry[j]) || s->all_n++ >= FID_SIDE_COLUMNS)
            continue;
        s->entry[s->n] = &list->entry[j];
        result[s->n] = fid_result_load (list->entry[j].result->path, page->err);
        rc = result[s->n++] ? 0 : -1;
    }
    if (rc == 0) {
        count_reals (page, list, s);
        rc = find_rows (s, result, page->err);
    }
    for (size_t k = 0; rc == 0 && k < s->n; k++)
        rc = add_pairs (s, k, result[k], page->err);
    for (size_t k = 0; k < FID_SIDE_COLUMNS; k++)
        fid_result_destroy (result[k]);
    if (rc == 0)
        rc = add_reals (s, page->err) || add_emulations (s, page->err) ? -1 : 0;
    if (rc == 0)
        return s;
    fid_side_destroy (s);
    return NULL;
}

void
fid_side_destroy (struct fid_side *s)
{
    if (!s)
        return;
    fid_multiples_clear (&s->charts);
    free (s->row);
    free (s);
}
