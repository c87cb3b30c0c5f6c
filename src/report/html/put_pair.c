/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put_pair.c - what a pair's page draws: verdicts, clauses, measures, series (see page.h)
 *
 * Series are the finest that the file has, merged to so many points; bins begin at multiples of
 * their width, so that those of both runs coincide. */
#include <float.h>
#include "report/breakdown.h"
#include "report/html/page.h"
#include "report/verdict_words.h"

#define LEVELS 2000 /* of a value that is drawn */
#define STEPS  1000 /* training steps, at most */

/* --- series */

struct track {
    double t0, dt;
    size_t n;
    const struct fid_series_track *from;
    bool fine;
};

static struct track track_of (const struct fid_series_track *t)
{
    bool fine = t->fine.n > 0;
    return (struct track){fine ? t->fine.t0_s : t->t0_s, fine ? t->fine.dt_s : t->dt_s,
                          fine ? t->fine.n : t->n, t, fine};
}

/* The highest value, of those that are behind values i to end; NAN: all are gaps. */
static double highest_of (const struct track *t, size_t i, size_t end)
{
    const struct fid_series_fine *fine = &t->from->fine;
    double most = FID_GAP;
    if (t->fine) {
        const uint16_t *q = fine->max ? fine->max : fine->value;
        uint16_t top = 0; /* the values ascend with the quanta */
        for (; i < end; i++)
            top = q[i] > top ? q[i] : top;
        most = fid_quanta_value (&fine->ruler, top);
    } else {
        const double *x = t->from->max.x ? t->from->max.x : t->from->value.x;
        for (; i < end; i++)
            most = x[i] > most ? x[i] : most;
    }
    return most == FID_GAP ? NAN : most;
}

/* The mean of values i to end; NAN: all are gaps. */
static double mean_of (const struct track *t, size_t i, size_t end)
{
    double sum = 0;
    size_t n = 0;
    const struct fid_series_fine *fine = &t->from->fine;
    for (; i < end; i++) {
        double x =
            t->fine ? fid_quanta_value (&fine->ruler, fine->value[i]) : t->from->value.x[i];
        if (!isfinite (x))
            continue;
        sum += x;
        n++;
    }
    return n ? sum / (double)n : NAN;
}

/* Writes a whole number as "%.0f" does; returns its end. */
static char *write_level (char *to, double level)
{
    char text[24], *p = text + sizeof text;
    if (fabs (level) > 1e15) /* far below 0 */
        return to + sprintf (to, "%.0f", level);
    unsigned long rest = (unsigned long)fabs (level);
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (signbit (level))
        *--p = '-';
    size_t n = (size_t)(text + sizeof text - p);
    memcpy (to, p, n);
    return to + n;
}

#define LEVEL_N (1 + DBL_MAX_10_EXP + 3) /* letters of a level */

/* "0,0,17,,3": multiples of unit, nothing for a gap. */
static void put_values (FILE *f, const struct track *t, size_t each, size_t skip, double unit,
                        bool high)
{
    char text[4096], *to = text;
    *to++ = '"';
    for (size_t i = 0; i < t->n;) {
        size_t end = i ? i + each : each - skip, last = end < t->n ? end : t->n;
        double x = high ? highest_of (t, i, last) : mean_of (t, i, last);
        if ((size_t)(text + sizeof text - to) < LEVEL_N + 2) {
            fwrite (text, 1, (size_t)(to - text), f);
            to = text;
        }
        if (i)
            *to++ = ',';
        if (isfinite (x))
            to = write_level (to, rint (x / unit));
        i = end;
    }
    *to++ = '"';
    fwrite (text, 1, (size_t)(to - text), f);
}

static void put_track (FILE *f, const struct fid_series_track *from, size_t each, double unit)
{
    struct track t = track_of (from);
    if (!t.n) {
        fputs ("null", f);
        return;
    }
    /* the first bin has fewer, so that the second begins at a multiple */
    double place = round (t.t0 / t.dt), width = (double)each;
    size_t skip = (size_t)(place - width * floor (place / width));
    fid_put_json (f, "{\"t0\":%f,\"dt\":%f,\"y\":", (t.t0 - (double)skip * t.dt), t.dt * width);
    put_values (f, &t, each, skip, unit, false);
    if (each > 1 || from->fine.max || (!t.fine && from->max.x)) {
        fputs (",\"high\":", f);
        put_values (f, &t, each, skip, unit, true);
    }
    fputc ('}', f);
}

static double highest_value (const struct fid_series_track *from)
{
    struct track t = track_of (from);
    return t.n ? fmax (0, highest_of (&t, 0, t.n)) : 0;
}

static void put_series (FILE *f, const struct fid_series *s, size_t point_n)
{
    unsigned seen = 0; /* resources: the first series of each is drawn */
    size_t n = 0;
    fputc ('[', f);
    FID_EACH (const struct fid_series_time, t, s->time) {
        double most = fmax (highest_value (&t->side[0]), highest_value (&t->side[1]));
        if (seen >> t->resource & 1 || !(most > 0))
            continue;
        seen |= 1u << t->resource;
        size_t each = 1;
        for (int k = 0; k < 2; k++) {
            size_t needed = (track_of (&t->side[k]).n + point_n - 1) / point_n;
            each = needed > each ? needed : each;
        }
        fputs (n++ ? "," : "", f);
        fid_put_json (f, "{\"name\":%s,\"unit\":%s,\"step\":%f,\"side\":[",
                      fid_resources[t->resource].words, fid_unit_name (t->unit), most / LEVELS);
        put_track (f, &t->side[0], each, most / LEVELS);
        fputc (',', f);
        put_track (f, &t->side[1], each, most / LEVELS);
        fputs ("]}", f);
    }
    fputc (']', f);
}

/* Phases other than training, and the job, of each side; lengths of steps. */
static void put_times (FILE *f, const struct fid_series *s)
{
    fputs (",\"phases\":[", f);
    for (int k = 0; k < 2; k++) {
        fputs (k ? ",[" : "[", f);
        for (size_t i = 0, n = 0; i < s->side[k].phase_n; i++) {
            const struct fid_series_phase *p = &s->side[k].phase[i];
            if (p->kind == FID_PART_TRAINING)
                continue;
            fputs (n++ ? "," : "", f);
            fid_put_json (f, "[%s,%f,%f]", fid_part_name (p->kind), p->start_s, p->end_s);
        }
        fputc (']', f);
    }
    fputs ("],\"job\":[", f);
    for (int k = 0; k < 2; k++) {
        const struct fid_numbers *w = &s->side[k].window;
        fid_put_json (f, k ? ",[%f,%f]" : "[%f,%f]", w->n ? w->x[0] : s->side[k].from_s,
                      w->n ? w->x[w->n - 1] : s->side[k].to_s);
    }
    fputs ("],\"steps\":[", f);
    for (int k = 0; k < 2; k++) {
        const struct fid_numbers *x = &s->steps[k].time_s;
        size_t each = x->n / STEPS + 1;
        fputs (k ? ",[" : "[", f);
        for (size_t i = 0; i < x->n; i += each)
            fid_put_json (f, i ? ",%f" : "%f", x->x[i]);
        fputc (']', f);
    }
    fputc (']', f);
}

/* --- verdicts and measures */

static void put_profile (FILE *f, const struct fid_result_profile *p)
{
    fid_put_json (f,
                  "{\"profile\":%s,\"verdict\":%d,\"text\":%s,\"reason\":%s,"
                  "\"met\":%d,\"of\":%d,\"unmet\":[",
                  p->name, (int)p->verdict, p->text, p->reason, p->met_n, p->of_n);
    for (size_t i = 0, n = 0; i < p->clause_n; i++) {
        const struct fid_result_clause *c = &p->clauses[i];
        if (c->status == FID_CLAUSE_MET)
            continue;
        fputs (n++ ? "," : "", f);
        fid_put_json (f, "[%s,%s,%s,%d]", c->name,
                      fid_clause_name ((enum fid_clause_status)c->status), c->text, c->key);
    }
    fputs ("]}", f);
}

static void put_measure (FILE *f, const struct fid_result_measure *m)
{
    char apart[FID_WORDS_N], noise[FID_WORDS_N], allowed[FID_WORDS_N], side[2][FID_WORDS_N];
    fid_words_distance (m, m->distance, apart, sizeof apart);
    fid_words_distance (m, m->noise, noise, sizeof noise);
    fid_words_distance (m, m->tolerance, allowed, sizeof allowed);
    fid_words_side (m, "real", side[0], sizeof side[0]);
    fid_words_side (m, "emulation", side[1], sizeof side[1]);
    fid_put_json (f, "[%s,%s,%s,%s,%s,%s,%s,%g,%s]", m->name, fid_words_quantity (m->quantity),
                  side[0], side[1], apart, noise, allowed, m->grade,
                  m->distance == FID_ABSENT ? m->reason ? m->reason : "not compared"
                  : m->clause < 0           ? NULL
                                  : fid_clause_name ((enum fid_clause_status)m->clause));
}

/* Resources with their measures; all: those that no clause asks for, too. */
static void put_measures (FILE *f, const struct fid_result *r, bool all)
{
    fputs ("[", f);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        fputs (i ? "," : "", f);
        fid_put_json (f, "[%s,%s,[", fid_resources[o->id].words, o->reason);
        for (size_t k = 0, n = 0; k < o->measure_n; k++) {
            if (!all && o->measure[k].clause < 0)
                continue;
            fputs (n++ ? "," : "", f);
            put_measure (f, &o->measure[k]);
        }
        fputs ("]]", f);
    }
    fputc (']', f);
}

void fid_put_breakdown (FILE *f, const struct fid_result *r, bool cells)
{
    struct fid_breakdown_row row[FID_RESOURCE_N];
    const size_t n = fid_breakdown_sorted (r, row);
    fputc ('[', f);
    for (size_t i = 0; i < n; i++) {
        fid_put_json (f, i ? ",[%s,%g" : "[%s,%g", fid_resources[row[i].resource].words,
                      row[i].similarity);
        for (size_t k = 0; k < FID_BREAKDOWN_N && cells; k++) {
            char text[FID_BREAKDOWN_TEXT];
            const struct fid_breakdown_cell *cell = &row[i].cell[k];
            fid_put_json (f, ",[%s,%g,%s]", fid_breakdown_text (cell, text), cell->grade,
                          cell->reason);
        }
        fputc (']', f);
    }
    fputc (']', f);
}

/* --- what is behind the numbers */

static void put_side (FILE *f, const char *key, const struct fid_result_side *side)
{
    fid_put_json (f, "%s:{\"id\":%s,\"workload\":%s,\"runs\":%zu}", key, side->shown,
                  side->workload, side->run.n);
}

static int put_notes (FILE *f, const struct fid_result *r, struct fid_error *err)
{
    fputs (",\"warnings\":[", f);
    for (size_t i = 0; i < r->warning.n; i++)
        fid_put_json (f, i ? ",%s" : "%s", r->warning.text[i]);
    fputs ("],\"findings\":[", f);
    for (size_t i = 0; i < r->finding_n; i++) {
        FID_FREED char *text = fid_finding_words (&r->finding[i], err);
        FID_TRY (!text);
        fid_put_json (f, i ? ",[%s,%s]" : "[%s,%s]", fid_severity_name (r->finding[i].severity),
                      text);
    }
    fputs ("],\"operators\":[", f);
    for (size_t i = 0; i < r->role_n; i++) {
        const struct fid_result_role_time *t = r->role[i].side;
        fid_put_json (f, i ? ",[%s,%g,%g,%g,%g]" : "[%s,%g,%g,%g,%g]", r->role[i].role,
                      t[0].n ? t[0].busy_s : FID_ABSENT, t[0].n ? t[0].share : FID_ABSENT,
                      t[1].n ? t[1].busy_s : FID_ABSENT, t[1].n ? t[1].share : FID_ABSENT);
    }
    fputs ("]", f);
    return 0;
}

int fid_put_pair (FILE *f, const struct fid_result *r, const struct fid_series *s,
                  const char *why, const struct fid_page_detail *detail, struct fid_error *err)
{
    const struct fid_result_head *h = &r->head;
    fid_put_json (f, "{\"file\":%s,", fid_base_name (h->path));
    put_side (f, "real", &h->real);
    fputc (',', f);
    put_side (f, "emulation", &h->emulation);
    fid_put_json (f,
                  ",\"similarity\":%g,\"low\":%g,\"high\":%g,\"clauses\":%d,\"reason\":%s,"
                  "\"incomplete\":%s,\"pairs\":%zu,\"answer\":",
                  h->similarity, h->similarity_low, h->similarity_high,
                  fid_clauses_compared (h), h->similarity_reason, h->incomplete,
                  r->repeats.pair_n);
    fid_put_answer (f, h);
    fputs (",\"causes\":", f);
    fid_put_causes (f, h, h->cause_n);
    fputs (",\"profiles\":[", f);
    const struct fid_result_profile *p;
    for (size_t k = 0; (p = fid_profile_at (h, k)); k++) {
        fputs (k ? "," : "", f);
        put_profile (f, p);
    }
    fputs ("],\"breakdown\":", f);
    fid_put_breakdown (f, r, true);
    fputs (",\"measures\":", f);
    put_measures (f, r, detail->measures);
    FID_TRY (put_notes (f, r, err));
    fid_put_json (
        f, /* [words, value] of how the numbers were made */
        ",\"method\":[[\"window\",%s],[\"noise\",%s],[\"clock of the real run\",%s],"
        "[\"clock of the emulation\",%s],[\"out of scope\",%s],[\"curves are of\",%s],"
        "[\"and of\",%s],[\"options (hash)\",%s],[\"fidlio\",%s]]",
        h->window, fid_noise_words (h), r->alignment.clock[0].how, r->alignment.clock[1].how,
        h->out_of_scope, r->repeats.middle[0], r->repeats.middle[1], h->key, h->version);
    fid_put_json (f, ",\"why\":%s,\"series\":", why);
    if (s && detail->point_n) {
        put_series (f, s, detail->point_n);
        put_times (f, s);
    } else {
        fputs ("[]", f);
    }
    fputc ('}', f);
    return 0;
}
