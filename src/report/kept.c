/* kept.c - see kept.h
 *
 *     fidlio-report/1 VERSION MARK-OF-PROGRAM STATUS DIR
 *     in MARK NAME, out MARK NAME        a file
 *     say TEXT, table TEXT               a message, a line of the table
 *     end
 *
 * separated by tabs. */
#include "config.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "base/text.h"
#include "report/kept.h"
#include "report/report.h"
#include "results/series.h"

#define HEAD    "fidlio-report/1"
#define PROGRAM "/proc/self/exe"

static char *
path_of (const struct fid_kept *k, const char *name, struct fid_error *err)
{
    return fid_format (err, "%s/%s", k->dir, name);
}

static void
clear_files (struct fid_kept_file *file, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free (file[i].name);
    free (file);
}

void
fid_kept_clear (struct fid_kept *k)
{
    clear_files (k->input, k->input_n);
    clear_files (k->output, k->output_n);
    for (size_t i = 0; i < k->message_n; i++)
        free (k->message[i]);
    free (k->message);
    free (k->table);
    *k = (struct fid_kept){.dir = k->dir};
}

int
fid_kept_say (struct fid_kept *k, const char *text, struct fid_error *err)
{
    if (fid_array_grow (&k->message, &k->message_cap, k->message_n + 1, sizeof *k->message,
                        err) ||
        !(k->message[k->message_n] = fid_strdup (text, err)))
        return -1;
    k->message_n++;
    return 0;
}

/* Add a file; mark NULL: as it is now. */
static int
add_file (struct fid_kept *k, bool output, const char *name, const char *mark,
          struct fid_error *err)
{
    struct fid_kept_file **file = output ? &k->output : &k->input, f;
    size_t *n = output ? &k->output_n : &k->input_n;
    size_t *cap = output ? &k->output_cap : &k->input_cap;
    char *path = path_of (k, name, err);
    if (!path)
        return -1;
    if (mark)
        strcpy (f.mark, mark);
    else
        fid_file_mark (path, f.mark);
    free (path);
    if (fid_array_grow (file, cap, *n + 1, sizeof **file, err) ||
        !(f.name = fid_strdup (name, err)))
        return -1;
    (*file)[(*n)++] = f;
    k->young |= f.mark[0] == 'c';
    return 0;
}

/* --- inputs */

static int
add_result (struct fid_kept *k, const char *name, struct fid_error *err)
{
    char *series = fid_series_path (name, err);
    int rc = !series || add_file (k, false, name, NULL, err) ||
                     add_file (k, false, series, NULL, err)
                 ? -1
                 : 0;
    free (series);
    return rc;
}

static int
add_inputs (struct fid_kept *k, char *const *name, size_t n, struct fid_error *err)
{
    int rc = add_file (k, false, FID_FAILED_FILE, NULL, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        rc = add_result (k, name[i], err);
    return rc;
}

/* Whether all of these files have their marks. */
static bool
are_same (const struct fid_kept *k, const struct fid_kept_file *file, size_t n)
{
    struct fid_error unused;
    bool same = true;
    for (size_t i = 0; same && i < n; i++) {
        char *path = path_of (k, file[i].name, &unused);
        same = path && fid_file_has_mark (path, file[i].mark);
        free (path);
    }
    return same;
}

/* Whether the record is of these result files and no others. */
static bool
are_all (const struct fid_kept *k, char *const *name, size_t n)
{
    bool same = k->input_n == 2 * n + 1 && strcmp (k->input[0].name, FID_FAILED_FILE) == 0;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp (k->input[2 * i + 1].name, name[i]) == 0;
    return same;
}

/* --- the record */

static bool
take_mark (struct fid_span *line, char mark[FID_MARK_TEXT])
{
    struct fid_span field;
    if (!fid_span_field (line, '\t', &field) || !field.n || field.n >= FID_MARK_TEXT)
        return false;
    memcpy (mark, field.p, field.n);
    mark[field.n] = '\0';
    return true;
}

/* Whether this very program wrote it for a directory called like this. */
static bool
read_head (struct fid_kept *k, struct fid_span line)
{
    struct fid_span field;
    char mark[FID_MARK_TEXT];
    int64_t status;
    if (!fid_span_field (&line, '\t', &field) || !fid_span_is (field, HEAD) ||
        !fid_span_field (&line, '\t', &field) || !fid_span_is (field, PACKAGE_VERSION) ||
        !take_mark (&line, mark) || !fid_file_has_mark (PROGRAM, mark) ||
        !fid_span_field (&line, '\t', &field) || !fid_span_i64 (field, &status))
        return false;
    k->status = (int)status;
    k->young |= mark[0] == 'c';
    return fid_span_is (line, k->dir);
}

/* 1: more lines follow, 0: it is complete, -1: without memory; 2: no record. */
static int
read_line (struct fid_kept *k, struct fid_span line, FILE *table, struct fid_error *err)
{
    struct fid_span kind;
    char mark[FID_MARK_TEXT];
    if (!fid_span_field (&line, '\t', &kind))
        return 2;
    if (fid_span_is (kind, "end"))
        return 0;
    if (!line.p)
        return 2;
    if (fid_span_is (kind, "table")) {
        fwrite (line.p, 1, line.n, table);
        fputc ('\n', table);
        return 1;
    }
    bool say = fid_span_is (kind, "say"), output = fid_span_is (kind, "out");
    if (!say && !((output || fid_span_is (kind, "in")) && take_mark (&line, mark) && line.p))
        return 2;
    char *text = fid_strndup (line.p, line.n, err);
    int rc = !text ? -1
             : say ? fid_kept_say (k, text, err)
                   : add_file (k, output, text, mark, err);
    free (text);
    return rc ? -1 : 1;
}

/* Read the record; *whole: there is one that can be used. */
static int
read_record (struct fid_kept *k, bool *whole, struct fid_error *err)
{
    struct fid_text text;
    struct fid_span line;
    size_t size;
    char *path = path_of (k, FID_KEPT_FILE, err);
    *whole = false;
    if (!path)
        return -1;
    bool none;
    int rc = fid_file_missing (path, &none, err);
    if (!rc && !none)
        rc = fid_text_open (&text, path, err);
    free (path);
    if (none || rc)
        return rc;
    FILE *table = fid_memstream_open (&k->table, &size, err);
    rc = table ? 1 : -1;
    while (rc == 1 && (rc = fid_text_next (&text, &line, err)) > 0)
        rc = text.line_n > 1 ? read_line (k, line, table, err) : read_head (k, line) ? 1 : 2;
    *whole = rc == 0 && text.line_n > 1 && fid_span_is (line, "end");
    fid_text_close (&text);
    if (table && fid_memstream_end (table, 0, err))
        rc = -1;
    return rc < 0 ? -1 : 0;
}

static int
write_record (const struct fid_kept *k, struct fid_error *err)
{
    struct fid_outfile o;
    char program[FID_MARK_TEXT], *path = path_of (k, FID_KEPT_FILE, err);
    if (!path || fid_outfile_open (&o, path, err)) {
        free (path);
        return -1;
    }
    free (path);
    fid_file_mark (PROGRAM, program);
    fprintf (o.f, HEAD "\t" PACKAGE_VERSION "\t%s\t%d\t%s\n", program, k->status, k->dir);
    for (size_t i = 0; i < k->input_n; i++)
        fprintf (o.f, "in\t%s\t%s\n", k->input[i].mark, k->input[i].name);
    for (size_t i = 0; i < k->output_n; i++)
        fprintf (o.f, "out\t%s\t%s\n", k->output[i].mark, k->output[i].name);
    for (size_t i = 0; i < k->message_n; i++)
        fprintf (o.f, "say\t%s\n", k->message[i]);
    for (const char *p = k->table, *end; p && *p; p = end + (*end == '\n')) {
        end = strchrnul (p, '\n');
        fprintf (o.f, "table\t%.*s\n", (int)(end - p), p);
    }
    fputs ("end\n", o.f);
    return fid_outfile_commit (&o, err);
}

/* Whether it can be written line by line. */
static bool
has_lines (const struct fid_kept *k)
{
    bool good = !strchr (k->dir, '\n');
    for (size_t i = 0; i < k->input_n; i++)
        good &= !strchr (k->input[i].name, '\n');
    for (size_t i = 0; i < k->message_n; i++)
        good &= !strchr (k->message[i], '\n');
    return good;
}

static int
add_outputs (struct fid_kept *k, struct fid_error *err)
{
    static const char *const names[] = {"ranking.tsv", "report.md", "report.html", "index.json",
                                        FID_PAGES_MADE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (add_file (k, true, names[i], NULL, err))
            return -1;
    return 0;
}

int
fid_kept_store (struct fid_kept *k, struct fid_error *err)
{
    if (!has_lines (k) || !are_same (k, k->input, k->input_n))
        return 0;
    return add_outputs (k, err) ? -1 : write_record (k, err);
}

/* Replace marks of contents where files are old enough.  It only saves time later, so that a
 * directory that cannot be written to is no error. */
static void
refresh_marks (struct fid_kept *k, char *const *name, size_t n)
{
    struct fid_error ignored;
    struct fid_kept fresh = {.dir = k->dir, .status = k->status};
    fid_report_pages_refresh (k->dir);
    int rc = add_inputs (&fresh, name, n, &ignored) || add_outputs (&fresh, &ignored) ? -1 : 0;
    /* fresh marks first: what changes in between has neither these nor the old ones */
    if (rc == 0 && are_same (k, k->input, k->input_n)) {
        fresh.message = k->message;
        fresh.message_n = k->message_n;
        fresh.table = k->table;
        write_record (&fresh, &ignored);
        fresh.message = NULL;
        fresh.message_n = 0;
        fresh.table = NULL;
    }
    fid_kept_clear (&fresh);
}

int
fid_kept_check (struct fid_kept *k, const char *dir, bool *same, struct fid_error *err)
{
    char **name = NULL;
    size_t n = 0;
    *k = (struct fid_kept){.dir = dir};
    *same = false;
    int rc = fid_results_names (dir, &name, &n, err);
    if (rc == 0)
        rc = read_record (k, same, err);
    bool young = false;
    *same = rc == 0 && *same && are_all (k, name, n) && are_same (k, k->input, k->input_n) &&
            are_same (k, k->output, k->output_n) && fid_report_pages_same (dir, &young);
    if (*same && (young || k->young))
        refresh_marks (k, name, n);
    if (rc == 0 && !*same) {
        fid_kept_clear (k);
        rc = add_inputs (k, name, n, err);
    }
    for (size_t i = 0; i < n; i++)
        free (name[i]);
    free (name);
    if (rc)
        fid_kept_clear (k);
    return rc;
}
