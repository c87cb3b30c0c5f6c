/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_ci.c - the results of a check for CI systems: JUnit, annotations (gate_text.h) */
#include "check/gate_text.h"

/* XML 1.0 text: control characters become blanks, invalid bytes U+FFFD. */
static void put_xml (FILE *f, const char *s)
{
    while (*s) {
        size_t n = fid_utf8_n (s);
        if (n == 0)
            fputs ("\xEF\xBF\xBD", f);
        else if (n > 1)
            fwrite (s, 1, n, f);
        else if ((unsigned char)*s < 0x20 || *s == 0x7F)
            fputc (' ', f);
        else if (strchr ("&<>\"'", *s))
            fprintf (f, "&#%d;", *s);
        else
            fputc (*s, f);
        s += n ? n : 1;
    }
}

static void put_attribute (FILE *f, const char *name, const char *s)
{
    fprintf (f, " %s=\"", name);
    put_xml (f, s);
    fputc ('"', f);
}

static bool row_fails (const struct fid_check_row *row, bool strict)
{
    return row->outcome == FID_FAIL ||
           (strict && row->outcome == FID_INCONCLUSIVE && !row->aside);
}

static void put_case (FILE *f, const struct fid_check_row *row, bool strict)
{
    bool trial = row->kind == FID_CHECK_TRIAL;
    fputs ("    <testcase", f);
    put_attribute (f, "classname", row->config);
    fputs (" name=\"", f);
    if (row->real) {
        put_xml (f, row->real);
        fputs (": ", f);
    }
    if (!trial)
        fprintf (f, "%s: ", fid_check_kind_name (row->kind));
    put_xml (f, row->what);
    if (row->outcome == FID_PASS) {
        fputs ("\"/>\n", f);
        return;
    }
    fprintf (f, "\">\n      <%s", row_fails (row, strict) ? "failure" : "skipped");
    put_attribute (f, "message", row->reason ? row->reason : fid_outcome_name (row->outcome));
    fputs ("/>\n    </testcase>\n", f);
}

int fid_check_junit (const struct fid_check *check, bool strict, FILE *f, struct fid_error *err)
{
    size_t failed_n = 0, skipped_n = 0;
    for (size_t i = 0; i < check->row_n; i++) {
        failed_n += row_fails (&check->row[i], strict);
        skipped_n += check->row[i].outcome != FID_PASS && !row_fails (&check->row[i], strict);
    }
    fprintf (f,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<testsuites name=\"fidlio check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n"
             "  <testsuite name=\"fidlio check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
             "skipped=\"%zu\">\n",
             check->row_n, failed_n, check->row_n, failed_n, skipped_n);
    for (size_t i = 0; i < check->row_n; i++)
        put_case (f, &check->row[i], strict);
    fputs ("  </testsuite>\n</testsuites>\n", f);
    return ferror (f) ? fid_errorf (err, FID_EINTERNAL, "JUnit: cannot be written") : 0;
}

int fid_check_annotations (const struct fid_check *check, bool strict, FILE *f,
                           struct fid_error *err)
{
    FID_EACH (const struct fid_check_row, row, check->row) {
        if (row->outcome == FID_PASS)
            continue;
        FID_FREED char *text = fid_check_row_text (row, err);
        FID_TRY (!text);
        fprintf (f,
                 "::%s title=fidlio check %s::", row_fails (row, strict) ? "error" : "warning",
                 fid_outcome_name (row->outcome));
        for (const char *s = text; *s; s++)
            if (*s == '%' || (unsigned char)*s < 0x20) /* a workflow command escapes these */
                fprintf (f, "%%%02X", (unsigned char)*s);
            else
                fputc (*s, f);
        fputc ('\n', f);
    }
    return 0;
}
