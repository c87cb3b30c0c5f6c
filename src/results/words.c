/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - see words.h */
#include "base/units.h"
#include "results/answer_words.h"
#include "results/words.h"

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
    for (size_t i = 0; i < c->also_n && text; i++) {
        char *longer = fid_format (err, "%s, %s: %s -> %s", text, c->also[i].key,
                                   c->also[i].from, c->also[i].to);
        free (text);
        text = longer;
    }
    fid_cause_after (c, r, after);
    char *all = text && *after ? fid_format (err, "%s; %s", text, after) : text;
    if (all != text)
        free (text);
    return all;
}
