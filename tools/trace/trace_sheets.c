/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_sheets.c - see trace.h */
#include "base/plain.h"
#include "program/cmd.h"
#include "tools/trace/trace.h"
#include "report/tables.h"

#define NAME_MAX_N 60

/* --- verbs */

const struct fid_option fid_trace_options[] = {
    FID_OPTION_HEADING ("Verbs that print tables:", 80),
    FID_OPTION_TEXT (struct fid_trace_output, path, "output", 'o', "FILE",
                     "Print to FILE; with --format=xlsx a workbook with all tables"),
    FID_OPTION_TEXT (struct fid_trace_output, table, "table", 0, "NAME",
                     "Print this table only (csv and tsv: the first one by default)"),
    {0},
};

static void check_output (struct argp_state *state, void *input)
{
    const struct fid_trace_output *out = input;
    if (out->common.format == FID_FORMAT_XLSX && !out->path)
        argp_error (state, "--format=xlsx needs -o FILE");
    if (out->common.format == FID_FORMAT_XLSX && out->table)
        argp_error (state, "a workbook has all tables: --table is for other formats");
    if (out->verb->check)
        out->verb->check (state, input);
}

static int run_verb (void *input)
{
    struct fid_trace_output *out = input;
    const struct fid_trace_verb *verb = out->verb;
    struct fid_sheet sheet[FID_TRACE_TABLES_MAX] = {{0}};
    size_t n = 0;
    for (const struct fid_trace_table *t = verb->table; n < FID_TRACE_TABLES_MAX && t->name;
         t = &verb->table[n]) {
        sheet[n] = (struct fid_sheet){.name = t->name, .title = t->title};
        if (t->columns)
            fid_cells_begin (&sheet[n].cells, t->columns);
        n++;
    }
    verb->run (out, sheet);
    if (!out->done)
        fid_trace_write (out, sheet, n);
    for (size_t i = 0; i < n; i++)
        fid_cells_clear (&sheet[i].cells);
    return 0;
}

int fid_trace_run (const struct fid_trace_verb *verb, int argc, char **argv,
                   const struct fid_trace_output *given)
{
    static const struct fid_option none[] = {{0}};
    const struct fid_syntax syntax = {
        .usage = verb->usage,
        .about = verb->about,
        .set = {{verb->options ? verb->options : none, 0, 0},
                {fid_trace_options, 0, 0},
                {fid_common_options, offsetof (struct fid_trace_output, common), 0}},
        .plain = verb->plain,
        .missing = verb->missing,
        .check = check_output};
    struct fid_trace_output *defaults = fid_take (1, verb->size);
    if (verb->defaults)
        memcpy (defaults, verb->defaults, verb->size);
    *defaults = *given;
    defaults->verb = verb;
    const struct fid_cmd cmd = {verb->name, NULL, &syntax, verb->size, defaults, run_verb};
    return fid_cmd_run (&cmd, argc, argv, &given->common);
}

bool fid_trace_lines (const struct fid_trace_output *out)
{
    return out->common.format == FID_FORMAT_TABLE && !out->table && !out->path;
}

/* --- writing */

static void write_to (const struct fid_trace_output *out, const struct fid_sheet *sheet,
                      size_t n, FILE *f)
{
    enum fid_format format = out->common.format;
    bool one = out->table || format == FID_FORMAT_CSV || format == FID_FORMAT_TSV;
    if (format == FID_FORMAT_JSON && !out->table) {
        struct fid_doc d;
        fid_doc_begin (&d);
        for (size_t i = 0; i < n; i++)
            fid_doc_take (&d, d.root, sheet[i].name,
                          fid_have (fid_cells_json (&sheet[i].cells, &fid_why)));
        fid_must (fid_json_print (fid_doc_end (&d, &fid_why), f, &fid_why));
        return;
    }
    for (size_t i = 0, shown_n = 0; i < n; i++) {
        if (out->table ? strcmp (out->table, sheet[i].name) != 0 : one && i > 0)
            continue;
        if (!one && sheet[i].title)
            fprintf (f, "%s%s\n\n", shown_n++ ? "\n" : "", sheet[i].title);
        fid_must (fid_cells_write (&sheet[i].cells, format, f, &fid_why));
    }
}

/* Lends the sheets that are there already. */
static int fill_sheet (void *self, size_t i, struct fid_sheet *sheet, struct fid_error *err)
{
    struct fid_sheet *from = (struct fid_sheet *)self + i;
    *sheet = *from;
    from->cells = (struct fid_cells){0};
    return sheet->cells.failed ? fid_error_nomem (err) : 0;
}

void fid_trace_write (const struct fid_trace_output *out, struct fid_sheet *sheet, size_t n)
{
    size_t i = 0;
    while (out->table && i < n && strcmp (out->table, sheet[i].name) != 0)
        i++;
    if (i == n)
        fid_fail (FID_EUSAGE, "unknown table '%s'", out->table);
    if (!out->path) {
        write_to (out, sheet, n, stdout);
    } else if (out->common.format == FID_FORMAT_XLSX) {
        fid_must (
            fid_workbook_write (out->path, "fidlio trace", n, fill_sheet, sheet, &fid_why));
    } else {
        FILE *f = fid_file_begin (out->path, NULL);
        write_to (out, sheet, n, f);
        fid_file_end (f);
    }
}

/* --- cells */

static void add_double (struct fid_cells *c, double x, int digits, enum fid_format format)
{
    if (isnan (x))
        fid_cells_missing (c);
    else
        fid_cells_figure (c, x, digits, format);
}

void fid_trace_row (struct fid_cells *c, enum fid_format format, const char *kinds, ...)
{
    const char *name;
    va_list ap;
    va_start (ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 's':
            fid_cells_text (c, va_arg (ap, const char *));
            break;
        case 'o':
            name = va_arg (ap, const char *);
            if (fid_format_for_people (format) && fid_text_width (name) > NAME_MAX_N) {
                size_t n = NAME_MAX_N - 3;
                const char *p = name;
                while (n-- > 0 && *p)
                    for (p++; (*p & 0xC0) == 0x80; p++)
                        ;
                fid_cells_add (c, "%.*s...", (int)(p - name), name);
            } else {
                fid_cells_add (c, "%s", name);
            }
            break;
        case 'n':
            fid_cells_add (c, "%zu", va_arg (ap, size_t));
            break;
        case 'u':
            fid_cells_add (c, "%" PRIu64, va_arg (ap, uint64_t));
            break;
        case 'd':
            fid_cells_add (c, "%d", va_arg (ap, int));
            break;
        case 'f':
            add_double (c, va_arg (ap, double), 4, format);
            break;
        default:
            add_double (c, va_arg (ap, double) / 1000, *kinds == 'M' ? 6 : 4, format);
        }
    va_end (ap);
}

void fid_op_stats_cells (const struct fid_op_stats *s, size_t head, enum fid_format format,
                         struct fid_cells *c)
{
    fid_cells_begin (c, "name|#count|#time_ms|#min_ms|#max_ms|#avg_ms|#variance_ms2|category");
    for (size_t i = 0; i < s->n && (!head || i < head); i++) {
        const struct fid_op_stat *o = &s->at[i];
        fid_trace_row (c, format, "oummmmms", o->name, o->n, o->total_us, o->min_us, o->max_us,
                       o->mean_us, o->m2 / (double)o->n / 1000, s->category[o->category].name);
    }
}

/* --- messages */

struct fid_op_stats *fid_op_stats_load (const char *path, const struct fid_op_stats_opts *opts,
                                        const struct fid_common *common)
{
    struct fid_op_stats *s = fid_take (1, sizeof *s);
    fid_must (fid_op_stats_read (s, path, opts, &fid_why));
    for (size_t i = 0; i < s->source_n; i++)
        fid_say_trace (common, s->source[i].path, &s->source[i].found);
    return s;
}

void fid_say_trace (const struct fid_common *common, const char *path,
                    const struct fid_trace_findings *found)
{
    char text[160];
    for (size_t i = 0; fid_trace_finding (found, i, text, sizeof text); i++)
        fid_say (common, "%s: %s", path, text);
}
