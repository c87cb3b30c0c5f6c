/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_history.c - history.html: similarities and clauses over stored results, and where they changed
 *
 * What is drawn and said is what fid_history_search found, which `fidlio check --history'
 * prints, too. */
#include "report/html/page.h"

#define STEADY 0.005 /* numbers that are never further apart print alike */

/* What a series is of, for the page. */
static const char *kind_name (enum fid_gate_kind kind)
{
    return kind == FID_GATE_ANSWER       ? "answer"
           : kind == FID_GATE_SIMILARITY ? "similarity"
           : kind == FID_GATE_GROUP      ? "group"
                                         : "clause";
}

void fid_put_trend (FILE *f, const struct fid_history *h, const struct fid_history_series *s)
{
    if (!s) {
        fputs ("null", f);
        return;
    }
    fid_put_json (f, "{\"what\":%s,\"kind\":%s,\"y\":[",
                  s->kind == FID_GATE_SIMILARITY ? "similarity" : s->what, kind_name (s->kind));
    for (size_t i = 0; i < h->entry_n; i++)
        fid_put_json (f, i ? ",%g" : "%g", s->x[i]);
    fputs ("],\"changes\":[", f);
    for (size_t i = 0; i < s->change_n; i++) {
        const struct fid_change *c = &h->change[s->change_from + i];
        fid_put_json (f, i ? ",[%zu,%s,%g,%g,%g]" : "[%zu,%s,%g,%g,%g]", c->index,
                      h->entry[c->index], c->before, c->after, c->p);
    }
    fputs ("]}", f);
}

/* Whether the numbers of a clause print alike. */
static bool is_steady (const struct fid_history *h, const struct fid_history_series *s)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < h->entry_n; i++)
        if (s->x[i] != FID_ABSENT) {
            low = fmin (low, s->x[i]);
            high = fmax (high, s->x[i]);
        }
    return s->kind == FID_GATE_MEASURE && !s->change_n && high - low < STEADY;
}

void fid_put_history (FILE *f, const struct fid_history *h, bool beside)
{
    fid_put_json (f,
                  "{\"beside\":%d,\"searched\":%zu,\"short\":%zu,\"shortest\":%zu,"
                  "\"least\":%d,\"segment\":%d,\"level\":%f,\"entries\":[",
                  beside, h->searched_n, h->short_n, h->shortest_n, FID_HISTORY_LEAST,
                  FID_HISTORY_SEGMENT, FID_HISTORY_LEVEL);
    for (size_t i = 0; i < h->entry_n; i++)
        fid_put_json (f, i ? ",%s" : "%s", h->entry[i]);
    fputs ("],\"changes\":[", f);
    for (size_t i = 0, n = 0; i < h->entry_n; i++) /* in the order of results */
        for (size_t k = 0; k < h->change_n; k++) {
            const struct fid_change *c = &h->change[k];
            if (c->index != i)
                continue;
            fputs (n++ ? ",\n" : "", f);
            const struct fid_history_series *s = h->series;
            while (k < s->change_from || k >= s->change_from + s->change_n)
                s++;
            fid_put_json (f, "[%s,%s,%s,%g,%g,%g,%s]", h->entry[i], c->config, c->what,
                          c->before, c->after, c->p, kind_name (s->kind));
        }
    fputs ("],\"configs\":[", f);
    for (size_t from = 0, to; from < h->series_n; from = to) {
        size_t steady_n = 0, n = 0;
        fputs (from ? ",\n" : "", f);
        fid_put_json (f, "{\"name\":%s,\"workload\":%s,\"of\":[", h->series[from].config,
                      h->series[from].workload);
        for (to = from;
             to < h->series_n && strcmp (h->series[to].config, h->series[from].config) == 0 &&
             strcmp (h->series[to].workload, h->series[from].workload) == 0;
             to++) {
            if (is_steady (h, &h->series[to])) {
                steady_n++;
                continue;
            }
            fputs (n++ ? "," : "", f);
            fid_put_trend (f, h, &h->series[to]);
        }
        fid_put_json (f, "],\"steady\":%zu}", steady_n);
    }
    fputs ("]}", f);
}
