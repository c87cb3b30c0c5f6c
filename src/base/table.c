/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - see table.h */
#include "base/jsonbuild.h"
#include "base/plain.h"
#include "base/table.h"
#include "base/wrap.h"

#define WIDTH       80
#define WRAP_BEFORE 60 /* a last column that starts later is not wrapped */

void fid_cells_begin (struct fid_cells *c, const char *columns)
{
    size_t n = 1, length = strlen (columns) + 1;
    for (const char *p = columns; *p; p++)
        n += *p == '|';
    *c = (struct fid_cells){.own = malloc (n * sizeof *c->own + length)};
    if (!c->own) {
        c->failed = true;
        return;
    }
    char *rest = memcpy (c->own + n, columns, length);
    for (size_t i = 0; i < n; i++) {
        const char *name = strsep (&rest, "|");
        c->own[i] = (struct fid_column){name + (*name == '#'), *name == '#'};
    }
    c->column = c->own;
    c->column_n = n;
}

void fid_cells_init (struct fid_cells *c, const struct fid_column *column, size_t column_n)
{
    *c = (struct fid_cells){.column = column, .column_n = column_n};
}

void fid_cells_clear (struct fid_cells *c)
{
    for (size_t i = 0; i < c->cell_n; i++)
        free (c->cell[i]);
    FID_FREE (c->cell, c->own);
    *c = (struct fid_cells){0};
}

/* Take over text (NULL: a missing cell). */
static void append_cell (struct fid_cells *c, char *text)
{
    if (fid_array_grow (&c->cell, &c->cell_cap, c->cell_n + 1, sizeof *c->cell, NULL)) {
        c->failed = true;
        free (text);
        return;
    }
    c->cell[c->cell_n++] = text;
}

void fid_cells_add (struct fid_cells *c, const char *fmt, ...)
{
    va_list ap;
    char *text = NULL;
    va_start (ap, fmt);
    if (vasprintf (&text, fmt, ap) < 0) {
        text = NULL;
        c->failed = true;
    }
    va_end (ap);
    append_cell (c, text);
}

void fid_cells_number (struct fid_cells *c, double x, int digits)
{
    if (x < 0)
        append_cell (c, NULL);
    else
        fid_cells_add (c, "%.*f", digits, x);
}

void fid_cells_range (struct fid_cells *c, double low, double high, int digits)
{
    if (low < 0 || high < 0)
        append_cell (c, NULL);
    else
        fid_cells_add (c, "%.*f-%.*f", digits, low, digits, high);
}

bool fid_format_for_people (enum fid_format format)
{
    return format == FID_FORMAT_TABLE || format == FID_FORMAT_MD;
}

void fid_cells_figure (struct fid_cells *c, double x, int digits, enum fid_format format)
{
    if (fid_format_for_people (format))
        fid_cells_add (c, "%.*f", digits, x);
    else
        fid_cells_add (c, "%.12g", x);
}

void fid_cells_missing (struct fid_cells *c)
{
    append_cell (c, NULL);
}

void fid_cells_text (struct fid_cells *c, const char *s)
{
    if (s)
        fid_cells_add (c, "%s", s);
    else
        fid_cells_missing (c);
}

/* The cell of a conversion, behind its '%'. */
static void add_conversion (struct fid_cells *c, const char *conversion, va_list *ap)
{
    const char *text;
    double x;
    int digits = 0;
    if (*conversion == '.') {
        digits = conversion[1] - '0';
        conversion += 2;
    }
    switch (*conversion) {
    case 's':
        text = va_arg (*ap, const char *);
        fid_cells_text (c, text && *text ? text : NULL);
        break;
    case 'd':
        fid_cells_add (c, "%d", va_arg (*ap, int));
        break;
    case 'z':
        fid_cells_add (c, "%zu", va_arg (*ap, size_t));
        break;
    case 'j':
        fid_cells_add (c, "%ju", va_arg (*ap, uintmax_t));
        break;
    case 'l':
        x = va_arg (*ap, double);
        if (x == FID_GAP)
            fid_cells_missing (c);
        else
            fid_cells_add (c, "%.*f", digits, x);
        break;
    default:
        fid_cells_number (c, va_arg (*ap, double), digits);
    }
}

void fid_cells_row (struct fid_cells *c, const char *cells, ...)
{
    va_list ap;
    va_start (ap, cells);
    while ((cells = strchr (cells, '%')))
        add_conversion (c, ++cells, &ap);
    va_end (ap);
}

/* The colour of a grade, and the byte that marks a cell of it. */
static const struct {
    double below;
    const char *colour;
} tints[] = {{0.5, "\033[31m"}, {0.8, "\033[33m"}, {HUGE_VAL, "\033[32m"}};

static size_t tint_of (double grade)
{
    size_t i = 0;
    while (grade >= tints[i].below)
        i++;
    return i;
}

void fid_cells_tint (struct fid_cells *c, double grade)
{
    char **cell = c->cell_n ? &c->cell[c->cell_n - 1] : NULL;
    char *marked =
        cell && *cell ? fid_format (NULL, "%c%s", (int)tint_of (grade) + 1, *cell) : NULL;
    if (!marked) {
        c->failed |= cell && *cell;
        return;
    }
    free (*cell);
    *cell = marked;
}

void fid_put_tinted (FILE *f, const char *s, size_t most, bool colour, double grade)
{
    fputs (colour ? tints[tint_of (grade)].colour : "", f);
    fid_put_clipped (f, s, most);
    fputs (colour ? "\033[0m" : "", f);
}

/* The colour of a cell, 0: none; *s becomes its text. */
static size_t take_tint (const char **s)
{
    size_t tint = **s > 0 && (size_t) * *s <= sizeof tints / sizeof *tints ? (size_t) * *s : 0;
    *s += tint > 0;
    return tint;
}

static void put_padded (FILE *f, const char *s, size_t width, bool right, bool last,
                        size_t tint)
{
    size_t n = fid_text_width (s), pad = width > n ? width - n : 0;
    if (right)
        fprintf (f, "%*s", (int)pad, "");
    fputs (tint ? tints[tint - 1].colour : "", f);
    fid_put_clipped (f, s, width);
    fputs (tint ? "\033[0m" : "", f);
    if (!right && !last)
        fprintf (f, "%*s", (int)pad, "");
}

#define LEAST 8      /* columns of a text that stay where numbers need room */
#define MORE  "  .." /* behind the head where columns are missing */

/* The widest column; of texts only while one has more than LEAST columns. */
static size_t widest_of (const struct fid_cells *c, const size_t *width)
{
    size_t widest[2] = {0, c->column_n}; /* of all, of texts */
    for (size_t j = 0; j < c->column_n; j++) {
        size_t *text = &widest[1];
        widest[0] = width[j] > width[widest[0]] ? j : widest[0];
        if (!c->column[j].number && width[j] > LEAST &&
            (*text == c->column_n || width[j] > width[*text]))
            *text = j;
    }
    return widest[1] < c->column_n ? widest[1] : widest[0];
}

/* The columns of text that the first n need; texts as narrow as they may be. */
static size_t least_width (const struct fid_cells *c, const size_t *width, size_t n)
{
    size_t all = 2 * (n - 1) + (n < c->column_n ? sizeof MORE - 1 : 0);
    for (size_t j = 0; j < n; j++)
        all += !c->column[j].number && width[j] > LEAST ? LEAST : width[j];
    return all;
}

/* Drops the last columns, then narrows texts, until the table fits; returns how many stay. */
static size_t fit_columns (const struct fid_cells *c, size_t *width)
{
    size_t n = c->column_n;
    while (c->width && n > 2 && least_width (c, width, n) > c->width)
        width[--n] = 0;
    size_t all = 2 * (n - 1) + (n < c->column_n ? sizeof MORE - 1 : 0);
    for (size_t j = 0; j < n; j++)
        all += width[j];
    for (size_t j; c->width && all > c->width && width[j = widest_of (c, width)] > 1; all--)
        width[j]--;
    return n;
}

/* Aligned columns; md with bars around them and a rule below the head. */
static int write_aligned (const struct fid_cells *c, bool md, FILE *f, struct fid_error *err)
{
    size_t n = c->column_n, row_n = c->cell_n / n;
    FID_FREED size_t *width = calloc (n, sizeof *width);
    FID_FREED char **text = calloc (c->cell_n + 1, sizeof *text);
    int rc = width && text ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < c->cell_n; i++) {
        const char *s = c->cell[i] ? c->cell[i] : "-";
        take_tint (&s);
        text[i] = md ? fid_cell_md (s, err) : fid_cell_plain (s, err);
        if (!text[i])
            rc = -1;
        else if (fid_text_width (text[i]) > width[i % n])
            width[i % n] = fid_text_width (text[i]);
    }
    if (rc)
        goto done;
    for (size_t j = 0; j < n; j++)
        if (fid_text_width (c->column[j].name) > width[j])
            width[j] = fid_text_width (c->column[j].name);
    const size_t shown = md ? n : fit_columns (c, width);
    size_t before = 2 * (n - 1); /* columns left of the last one */
    for (size_t j = 0; j + 1 < n; j++)
        before += width[j];
    bool wrap = !md && !c->width && !c->column[n - 1].number && before < WRAP_BEFORE;
    for (size_t i = 0; i < row_n + 1; i++) {
        for (size_t j = 0; j < shown; j++) {
            const char *s = i == 0 ? c->column[j].name : text[(i - 1) * n + j];
            const char *marked = i && c->colour ? c->cell[(i - 1) * n + j] : NULL;
            fputs (md ? j ? " | " : "| " : j ? "  " : "", f);
            if (!wrap || j + 1 < n)
                put_padded (f, s, width[j], c->column[j].number, !md && j + 1 == shown,
                            marked && !md ? take_tint (&marked) : 0);
            else if ((rc = fid_wrap_from (f, before, s, WIDTH, err)))
                goto done;
        }
        fputs (md ? " |\n" : wrap ? "" : i || shown == n ? "\n" : MORE "\n", f);
        for (size_t j = 0; md && i == 0 && j < n; j++) {
            fputc ('|', f);
            for (size_t k = 0; k < width[j] + 1; k++)
                fputc ('-', f);
            fputc (c->column[j].number ? ':' : '-', f);
        }
        if (md && i == 0)
            fputs ("|\n", f);
    }
done:
    for (size_t i = 0; text && i < c->cell_n; i++)
        free (text[i]);
    return rc;
}

/* A text that a spreadsheet would take for a formula has a quotation mark before it. */
static void guard_formula (FILE *f, const char *s)
{
    char *end;
    strtod (s, &end);
    if (strchr ("=+-@\t\r", *s) && *s && s[1] && *end)
        fputc ('\'', f);
}

static void put_csv (FILE *f, const char *s)
{
    if (!s)
        return;
    bool quoted = strpbrk (s, ",\"\r\n\t");
    if (quoted)
        fputc ('"', f);
    guard_formula (f, s);
    for (size_t n; *s; s += n) {
        n = strchr ("\r\n\t", *s) ? 1 : fid_plain_n (s);
        if (n) {
            fwrite (s, 1, n, f);
            if (*s == '"')
                fputc ('"', f);
        } else {
            fputc ('?', f);
            n = fid_utf8_step (s);
        }
    }
    if (quoted)
        fputc ('"', f);
}

static void put_tsv (FILE *f, const char *s)
{
    if (s)
        guard_formula (f, s);
    fid_put_plain (f, s ? s : "NA");
}

static void write_separated (const struct fid_cells *c, bool tsv, FILE *f)
{
    size_t n = c->column_n;
    for (size_t j = 0; j < n; j++)
        fprintf (f, "%s%s", j ? tsv ? "\t" : "," : "", c->column[j].name);
    fputs (tsv ? "\n" : "\r\n", f);
    for (size_t i = 0; i < c->cell_n; i++) {
        if (i % n)
            fputc (tsv ? '\t' : ',', f);
        (tsv ? put_tsv : put_csv) (f, c->cell[i]);
        if (i % n == n - 1)
            fputs (tsv ? "\n" : "\r\n", f);
    }
}

cJSON *fid_cells_json (const struct fid_cells *c, struct fid_error *err)
{
    cJSON *list = cJSON_CreateArray (), *row = NULL;
    bool good = list && !c->failed;
    for (size_t i = 0; good && i < c->cell_n; i++) {
        const struct fid_column *column = &c->column[i % c->column_n];
        const char *s = c->cell[i];
        if (i % c->column_n == 0) {
            row = cJSON_CreateObject ();
            good = row && cJSON_AddItemToArray (list, row);
        }
        if (good)
            good = !s               ? cJSON_AddNullToObject (row, column->name)
                   : column->number ? cJSON_AddNumberToObject (row, column->name, atof (s))
                                    : cJSON_AddStringToObject (row, column->name, s);
    }
    if (good)
        return list;
    fid_error_nomem (err);
    cJSON_Delete (list);
    return NULL;
}

int fid_cells_write (const struct fid_cells *c, enum fid_format format, FILE *f,
                     struct fid_error *err)
{
    if (c->failed)
        return fid_error_nomem (err);
    switch (format) {
    case FID_FORMAT_JSON:
        return fid_json_print (fid_cells_json (c, err), f, err);
    case FID_FORMAT_CSV:
    case FID_FORMAT_TSV:
        write_separated (c, format == FID_FORMAT_TSV, f);
        return 0;
    case FID_FORMAT_XLSX:
    case FID_FORMAT_SQLITE:
        return fid_errorf (err, FID_EUSAGE, "a single table is not a workbook");
    case FID_FORMAT_TABLE:
    case FID_FORMAT_MD:
        break;
    }
    return write_aligned (c, format == FID_FORMAT_MD, f, err);
}

int fid_format_of (const char *name, enum fid_format *format, struct fid_error *err)
{
    static const char *const names[] = {"table", "json", "csv", "md", "tsv", "xlsx", "sqlite"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp (name, names[i]) == 0) {
            *format = (enum fid_format)i;
            return 0;
        }
    return fid_errorf (err, FID_EUSAGE,
                       "unknown format '%s': choose table, json, csv, md or tsv", name);
}

int fid_cells_end (struct fid_cells *c, enum fid_format format, FILE *f, struct fid_error *err)
{
    int rc = fid_cells_write (c, format, f, err);
    fid_cells_clear (c);
    return rc;
}
