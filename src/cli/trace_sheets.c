/* trace_sheets.c - see trace.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "cli/trace.h"

#define NAME_MAX_N 60

static int
write_json (const struct fid_sheet *sheet, size_t n, struct fid_error *err)
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
    char *text = doc && !rc ? fid_json_text (doc, err) : NULL;
    if (text)
        fputs (text, stdout);
    cJSON_Delete (doc);
    free (text);
    return text ? 0 : -1;
}

int
fid_sheets_write (const struct fid_sheet *sheet, size_t n, const char *name,
                  enum fid_format format, struct fid_error *err)
{
    bool found = !name, one = name || format == FID_FORMAT_CSV || format == FID_FORMAT_TSV;
    if (format == FID_FORMAT_JSON && !name)
        return write_json (sheet, n, err);
    for (size_t i = 0, shown_n = 0; i < n; i++) {
        if (name ? strcmp (name, sheet[i].name) != 0 : one && i > 0)
            continue;
        found = true;
        if (!one && sheet[i].title)
            printf ("%s%s\n\n", shown_n++ ? "\n" : "", sheet[i].title);
        if (fid_cells_write (&sheet[i].cells, format, stdout, err))
            return -1;
    }
    return found ? 0 : fid_errorf (err, FID_EUSAGE, "there is no table '%s'", name);
}

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
    bool people = format == FID_FORMAT_TABLE || format == FID_FORMAT_MD;
    if (people && fid_text_width (name) > NAME_MAX_N)
        fid_cells_add (c, "%.*s...", head_n (name, NAME_MAX_N - 3), name);
    else
        fid_cells_add (c, "%s", name);
}

void
fid_cells_ms (struct fid_cells *c, double us, enum fid_format format)
{
    bool people = format == FID_FORMAT_TABLE || format == FID_FORMAT_MD;
    fid_cells_add (c, people ? "%.4f" : "%.12g", us / 1000);
}

void
fid_say_trace (const struct fid_common *common, const char *path,
               const struct fid_trace_findings *found)
{
    char text[160];
    for (size_t i = 0; fid_trace_finding (found, i, text, sizeof text); i++)
        fid_say (common, "%s: %s", path, text);
}
