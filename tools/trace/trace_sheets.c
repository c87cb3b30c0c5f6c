/* trace_sheets.c - see trace.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "base/outfile.h"
#include "base/plain.h"
#include "cli/signals.h"
#include "tools/trace/trace.h"
#include "report/workbook.h"

#define NAME_MAX_N 60

/* --- options */

void
fid_trace_check (struct argp_state *state, void *input)
{
    const struct fid_trace_output *out = input;
    if (out->common.format == FID_FORMAT_XLSX && !out->path)
        argp_error (state, "--format=xlsx needs -o FILE");
    if (out->common.format == FID_FORMAT_XLSX && out->table)
        argp_error (state, "a workbook has all tables: --table is for other formats");
}

const struct fid_option fid_trace_options[] = {
    FID_OPTION_HEADING ("Verbs that print tables:", 80),
    FID_OPTION_TEXT (struct fid_trace_output, path, "output", 'o', "FILE",
                     "Print to FILE; with --format=xlsx a workbook with all tables"),
    FID_OPTION_TEXT (struct fid_trace_output, table, "table", 0, "NAME",
                     "Print this table only (csv and tsv: the first one by default)"),
    {0},
};

/* --- writing */

static int
write_json (const struct fid_sheet *sheet, size_t n, FILE *f, struct fid_error *err)
{
    struct fid_doc d;
    int rc = 0;
    fid_doc_begin (&d);
    for (size_t i = 0; i < n && !rc; i++) {
        cJSON *list = fid_cells_json (&sheet[i].cells, err);
        rc = list ? 0 : -1;
        if (list)
            fid_doc_take (&d, d.root, sheet[i].name, list);
    }
    cJSON *doc = fid_doc_end (&d, rc ? NULL : err);
    if (rc) {
        cJSON_Delete (doc);
        return -1;
    }
    return fid_json_print (doc, f, err);
}

static int
write_to (const struct fid_trace_output *out, const struct fid_sheet *sheet, size_t n, FILE *f,
          struct fid_error *err)
{
    enum fid_format format = out->common.format;
    bool one = out->table || format == FID_FORMAT_CSV || format == FID_FORMAT_TSV;
    if (format == FID_FORMAT_JSON && !out->table)
        return write_json (sheet, n, f, err);
    for (size_t i = 0, shown_n = 0; i < n; i++) {
        if (out->table ? strcmp (out->table, sheet[i].name) != 0 : one && i > 0)
            continue;
        if (!one && sheet[i].title)
            fprintf (f, "%s%s\n\n", shown_n++ ? "\n" : "", sheet[i].title);
        if (fid_cells_write (&sheet[i].cells, format, f, err))
            return -1;
    }
    return 0;
}

/* Lends the sheets that are there already. */
static int
fill (void *self, size_t i, struct fid_sheet *sheet, struct fid_error *err)
{
    struct fid_sheet *from = (struct fid_sheet *)self + i;
    *sheet = *from;
    fid_cells_init (&from->cells, sheet->cells.column, sheet->cells.column_n);
    return sheet->cells.failed ? fid_error_nomem (err) : 0;
}

static int
write_file (const struct fid_trace_output *out, const struct fid_sheet *sheet, size_t n,
            struct fid_error *err)
{
    struct fid_outfile o;
    if (fid_outfile_open (&o, out->path, err))
        return -1;
    return fid_outfile_end (&o, write_to (out, sheet, n, o.f, err), err);
}

int
fid_trace_write (const struct fid_trace_output *out, struct fid_sheet *sheet, size_t n,
                 struct fid_error *err)
{
    size_t i = 0;
    while (out->table && i < n && strcmp (out->table, sheet[i].name) != 0)
        i++;
    if (i == n)
        return fid_errorf (err, FID_EUSAGE, "there is no table '%s'", out->table);
    if (!out->path)
        return write_to (out, sheet, n, stdout, err);
    fid_writing_begin ();
    int rc = out->common.format == FID_FORMAT_XLSX
                 ? fid_workbook_write (out->path, "fidlio trace", n, fill, sheet, err)
                 : write_file (out, sheet, n, err);
    fid_writing_end ();
    return rc;
}

/* --- cells */

/* Bytes of the first n characters. */
static int
head_n (const char *s, size_t n)
{
    const char *p = s;
    while (n-- > 0 && *p)
        for (p++; (*p & 0xC0) == 0x80; p++)
            ;
    return (int)(p - s);
}

void
fid_cells_operator (struct fid_cells *c, const char *name, enum fid_format format)
{
    if (fid_format_for_people (format) && fid_text_width (name) > NAME_MAX_N)
        fid_cells_add (c, "%.*s...", head_n (name, NAME_MAX_N - 3), name);
    else
        fid_cells_add (c, "%s", name);
}

void
fid_cells_ms (struct fid_cells *c, double us, enum fid_format format)
{
    fid_cells_figure (c, us / 1000, 4, format);
}

void
fid_say_trace (const struct fid_common *common, const char *path,
               const struct fid_trace_findings *found)
{
    char text[160];
    for (size_t i = 0; fid_trace_finding (found, i, text, sizeof text); i++)
        fid_say (common, "%s: %s", path, text);
}
