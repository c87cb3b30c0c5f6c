/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_titles.c - see row_titles.h */
#include "readers/gpu/gpu_use.h"
#include "readers/tables/row_fields.h"
#include "readers/tables/row_titles.h"

bool fid_title_is (struct fid_span title, struct fid_span name, struct fid_span *star)
{
    const char *at = memchr (name.p, '*', name.n);
    size_t head = at ? (size_t)(at - name.p) : name.n, tail = at ? name.n - head - 1 : 0;
    *star = (struct fid_span){"", 0};
    if (at ? title.n <= head + tail : title.n != head)
        return false;
    if (memcmp (title.p, name.p, head) != 0 ||
        (tail && memcmp (title.p + title.n - tail, at + 1, tail) != 0))
        return false;
    *star = (struct fid_span){title.p + head, title.n - head - tail};
    return true;
}

bool fid_column_of_gpu (const struct fid_row_column *c)
{
    return c->take == FID_TAKE_GAUGE && c->which >= FID_CH_GPU_SM && c->which <= FID_CH_GPU_FB;
}

/* The column of a title. */
static struct fid_place place_of (const struct fid_rows *rows, struct fid_span title)
{
    for (const struct fid_row_column *c = rows->column; c->name && title.n; c++) {
        struct fid_span names = fid_span_of (c->name), name, star;
        while (fid_span_field (&names, '|', &name)) {
            struct fid_place p = {c, {"", 0}, fid_column_of_gpu (c) ? 0 : -1};
            if (!fid_title_is (title, name, &star))
                continue;
            if (star.n && fid_column_of_gpu (c) && !fid_gpu_number (star, &p.gpu))
                continue;
            if (star.n && !fid_column_of_gpu (c))
                p.key = star;
            return p;
        }
    }
    return (struct fid_place){NULL, {"", 0}, -1};
}

/* Writes the titles of a line to t->text, tabs between them, each behind its group where the
 * format has groups; false if they are too long. */
static bool write_titles (struct fid_titles *t, const struct fid_rows *rows,
                          struct fid_span line, struct fid_span above)
{
    struct fid_span name[FID_ROW_FIELDS], group[FID_ROW_FIELDS], of = {"", 0};
    size_t n = fid_row_split (rows->split, line, name), at = 0;
    size_t group_n = rows->grouped ? fid_row_split (rows->split, above, group) : 0;
    t->n = n;
    if (n > FID_ROW_FIELDS || group_n > FID_ROW_FIELDS)
        return false;
    for (size_t i = 0; i < n; i++) {
        of = i < group_n && group[i].n ? group[i] : of;
        bool whole = !of.n || memchr (name[i].p, ':', name[i].n);
        if (at + of.n + name[i].n + 3 > sizeof t->text)
            return false;
        at +=
            (size_t)sprintf (t->text + at, "%s%.*s%s%.*s", i ? "\t" : "", whole ? 0 : (int)of.n,
                             of.p, whole ? "" : ":", (int)name[i].n, name[i].p);
    }
    t->text[at] = '\0';
    return true;
}

/* A total beside its parts is left out. */
static void drop_totals (struct fid_titles *t)
{
    for (size_t i = 0; i < t->n; i++) {
        struct fid_place *p = &t->at[i];
        if (!p->column || !fid_span_is (p->key, "total"))
            continue;
        p->key.n = 0;
        for (size_t k = 0; k < t->n; k++)
            if (k != i && t->at[k].column == p->column && t->at[k].key.n &&
                !fid_span_is (t->at[k].key, "total")) {
                p->column = NULL;
                break;
            }
    }
}

bool fid_titles_read (struct fid_titles *t, const struct fid_rows *rows, struct fid_span line,
                      struct fid_span above)
{
    struct fid_span rest, name;
    t->takes = 0;
    if (rows->stamped && !fid_span_starts (line, "#"))
        return false;
    line =
        (struct fid_span){line.p + (rows->stamped != NULL), line.n - (rows->stamped != NULL)};
    if (!write_titles (t, rows, line, above))
        return false;
    rest = fid_span_of (t->text);
    for (size_t i = 0; i < t->n && fid_span_field (&rest, '\t', &name); i++) {
        t->at[i] = place_of (rows, name);
        if (!t->at[i].column && i + 1 == t->n)
            t->at[i] = place_of (rows, fid_span_of ("$"));
    }
    drop_totals (t);
    for (size_t i = 0; i < t->n; i++)
        t->takes |= t->at[i].column ? FID_TAKES (t->at[i].column->take) : 0;
    for (const struct fid_row_column *c = rows->column; c->name; c++) {
        bool there = !c->must;
        for (size_t i = 0; i < t->n && !there; i++)
            there = t->at[i].column == c;
        if (!there)
            return false;
    }
    bool first = t->n && t->at[0].column && t->at[0].column->take == FID_TAKE_STAMP;
    const unsigned values =
        FID_TAKES (FID_TAKE_GAUGE) | FID_TAKES (FID_TAKE_CPU) | FID_TAKES (FID_TAKE_OP);
    const unsigned span = FID_TAKES (FID_TAKE_PHASE) | FID_TAKES (FID_TAKE_END);
    bool useful = rows->stamped || t->takes & values || (t->takes & span) == span;
    return useful && (!rows->first || first);
}

void fid_titles_fixed (struct fid_titles *t, const struct fid_rows *rows)
{
    t->n = t->takes = 0;
    for (const struct fid_row_column *c = rows->column; c->take || c->name; c++) {
        t->at[t->n++] = (struct fid_place){c, {"", 0}, fid_column_of_gpu (c) ? 0 : -1};
        t->takes |= FID_TAKES (c->take);
    }
}
