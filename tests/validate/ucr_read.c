/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ucr_read.c - data sets in the formats of the time series archives; see ucr.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "tests/validate/ucr.h"

enum format { UNKNOWN, LABEL_FIRST, TS };

struct reading {
    struct fid_text text;
    struct ucr_set *set;
    enum format format;
};

static bool is_missing (struct fid_span s)
{
    return fid_span_is (s, "?") || fid_span_is (s, "NaN") || fid_span_is (s, "nan") ||
           fid_span_is (s, "NAN");
}

/* The next field: up to a comma where the line has commas, else a word. */
static bool next_field (struct fid_span *rest, bool comma, struct fid_span *field)
{
    if (!comma)
        return fid_span_word (rest, field);
    if (!fid_span_field (rest, ',', field))
        return false;
    *field = fid_span_trim (*field);
    return true;
}

/* A label; archives spell the number 1 as "1", "1.0" and "1.0000000e+00". */
static char *label_of (struct fid_span s, struct fid_error *err)
{
    double number;
    if (fid_span_f64 (s, &number))
        return fid_format (err, "%.17g", number);
    return fid_strndup (s.p, s.n, err);
}

/* All values of a line into *s. */
static int read_values (const struct fid_text *in, struct fid_span rest, bool comma,
                        struct ucr_series *s, struct fid_error *err)
{
    struct fid_span field;
    size_t cap = 0;
    bool missing = false;
    while (next_field (&rest, comma, &field)) {
        double value;
        if (is_missing (field)) {
            missing = true;
            continue;
        }
        if (!fid_span_f64 (field, &value))
            return fid_errorf (err, FID_EINPUT, "%s:%zu: not a number: '%.*s'", in->path,
                               in->line_n, FID_SPAN_ARG (field));
        if (missing)
            return fid_errorf (err, FID_EINPUT, "%s:%zu: a value is missing inside the series",
                               in->path, in->line_n);
        if (fid_array_grow (&s->x, &cap, s->n + 1, sizeof *s->x, err))
            return -1;
        s->x[s->n++] = value;
    }
    if (!s->n)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: a series without values", in->path,
                           in->line_n);
    return 0;
}

/* Where the label ends and the values begin, or the other way round. */
static int split_line (const struct reading *r, struct fid_span line, bool *comma,
                       struct fid_span *label, struct fid_span *values, struct fid_error *err)
{
    *values = line;
    *comma = r->format == TS || fid_span_find (line, ",") >= 0;
    if (r->format == LABEL_FIRST) {
        if (next_field (values, *comma, label) && label->n && !is_missing (*label))
            return 0;
        return fid_errorf (err, FID_EINPUT, "%s:%zu: no label", r->text.path, r->text.line_n);
    }
    ptrdiff_t colon = fid_span_find (line, ":");
    if (colon < 0)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: no ':' before a label", r->text.path,
                           r->text.line_n);
    *values = fid_span_trim ((struct fid_span){line.p, (size_t)colon});
    *label = fid_span_trim ((struct fid_span){line.p + colon + 1, line.n - (size_t)colon - 1});
    if (fid_span_find (*label, ":") >= 0)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: a series of several dimensions",
                           r->text.path, r->text.line_n);
    if (!label->n)
        return fid_errorf (err, FID_EINPUT, "%s:%zu: no label", r->text.path, r->text.line_n);
    return 0;
}

static int read_line (struct reading *r, struct fid_span line, struct fid_error *err)
{
    struct ucr_set *set = r->set;
    line = fid_span_trim (line);
    if (!line.n || *line.p == '#')
        return 0;
    if (*line.p == '@') {
        if (r->format == LABEL_FIRST)
            return fid_errorf (err, FID_EINPUT, "%s:%zu: a header line after data",
                               r->text.path, r->text.line_n);
        r->format = TS;
        return 0;
    }
    if (r->format == UNKNOWN)
        r->format = fid_span_find (line, ":") >= 0 ? TS : LABEL_FIRST;

    struct fid_span label, values;
    bool comma;
    if (split_line (r, line, &comma, &label, &values, err) ||
        fid_array_grow (&set->series, &set->cap, set->n + 1, sizeof *set->series, err))
        return -1;
    struct ucr_series *s = &set->series[set->n++];
    *s = (struct ucr_series){0};
    s->label = label_of (label, err);
    if (!s->label || read_values (&r->text, values, comma, s, err))
        return -1;
    if (set->n == 1 || s->n < set->shortest_n)
        set->shortest_n = s->n;
    if (s->n > set->longest_n)
        set->longest_n = s->n;
    return 0;
}

int ucr_read (struct ucr_set *set, const char *path, struct fid_error *err)
{
    *set = (struct ucr_set){0};
    struct reading r = {.set = set};
    struct fid_span line;
    int rc = -1, more;
    if (fid_text_open (&r.text, path, err))
        return -1;
    set->path = fid_strdup (path, err);
    if (!set->path)
        goto done;
    while ((more = fid_text_next (&r.text, &line, err)) > 0)
        if (read_line (&r, line, err))
            goto done;
    if (more < 0)
        goto done;
    if (r.text.cut_line || r.text.cut_gzip)
        fid_errorf (err, FID_EINPUT, "%s: %s", path,
                    r.text.cut_line ? "a line is too long" : "the compressed data end early");
    else if (!set->n)
        fid_errorf (err, FID_EINPUT, "%s: no series", path);
    else
        rc = 0;
done:
    fid_text_close (&r.text);
    if (rc)
        ucr_clear (set);
    return rc;
}

void ucr_clear (struct ucr_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        free (set->series[i].x);
        free (set->series[i].label);
    }
    free (set->series);
    free (set->path);
    *set = (struct ucr_set){0};
}
