/* fuzz_report.c - a report over a directory of results (fuzz.h: files in one)
 *
 *     %% A__B.json
 *     ...
 *     %% A__B.series.json
 *     ...
 *
 * The index is JSON, a page has no elements but its own, tables have as many cells in each
 * line, and the second report is the same bytes.  The gate reads the same folder. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "check/check.h"
#include "report/report.h"
#include "tests/fuzz/fuzz.h"

struct page {
    const struct fid_report *report;
    bool *alone;
};

static int
write_html (const void *what, FILE *f, struct fid_error *err)
{
    const struct page *p = what;
    return fid_report_html (p->report, f, p->alone, err);
}

static int
write_tsv (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_tsv (((const struct page *)what)->report, f, err);
}

static int
write_md (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_md (((const struct page *)what)->report, f, err);
}

static int
write_index (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_index (((const struct page *)what)->report, f, err);
}

static int
write_ranking (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_ranking (((const struct page *)what)->report, FID_FORMAT_JSON, f, err);
}

static size_t
count (const char *text, const char *what)
{
    size_t n = 0;
    for (const char *p = text; (p = strstr (p, what)); p += strlen (what))
        n++;
    return n;
}

/* Equal numbers of tabs in all lines. */
static void
want_tsv (const char *text)
{
    size_t tabs = 0, at = 0;
    bool first = true;
    for (; *text; text++) {
        at += *text == '\t';
        if (*text == '\n') {
            fuzz_want (first || at == tabs, "a line of ranking.tsv has more or less cells");
            tabs = at;
            at = 0;
            first = false;
        }
    }
}

static void
check_text (int kind, const char *text, size_t n)
{
    fuzz_want (strlen (text) == n, "an output holds a NUL");
    if (kind == 0) {
        fuzz_want (count (text, "<table") == count (text, "</table>") &&
                       count (text, "<section") == count (text, "</section>") &&
                       count (text, "<script") == count (text, "</script>"),
                   "the page's elements do not end");
        fuzz_want (!strstr (text, "<x-fuzz"), "text becomes markup");
    } else if (kind == 1) {
        want_tsv (text);
    } else if (kind >= 3) {
        fuzz_want_json (text, n);
    }
}

/* All outputs of a report; freed by the caller, NULL where one fails. */
static void
make (char *text[5])
{
    static int (*const writer[5]) (const void *, FILE *, struct fid_error *) = {
        write_html, write_tsv, write_md, write_index, write_ranking};
    struct fid_report report;
    struct fid_error err = {0};
    struct fid_notes notes = {0};
    for (int i = 0; i < 5; i++)
        text[i] = NULL;
    if (fid_report_load (&report, fuzz_dir (), 1, &err)) {
        fuzz_want_error (&err);
        return;
    }
    report.notes = &notes;
    bool *alone = calloc (report.all.result_n + 1, sizeof *alone);
    const struct page page = {&report, alone};
    for (int i = 0; i < 5; i++) {
        size_t n;
        int rc;
        text[i] = fuzz_text (writer[i], &page, &n, &rc);
        if (rc == 0)
            check_text (i, text[i], n);
    }
    free (alone);
    fid_notes_clear (&notes);
    fid_report_clear (&report);
}

static void
check_gate (void)
{
    struct fid_error err = {0};
    struct fid_gate_input input;
    struct fid_check check = {0};
    const struct fid_check_opts opts = FID_CHECK_DEFAULTS;
    if (fid_gate_load (fuzz_dir (), FID_BY_CONFIG, &input, &err)) {
        fuzz_want_error (&err);
        return;
    }
    if (fid_check_run (&input, &input, &opts, &check, &err))
        fuzz_want_error (&err);
    fid_check_clear (&check);
    fid_gate_clear (&input);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    char *text[2][5];
    if (!fuzz_unpack ((struct fid_span){(const char *)data, n}))
        return 0;
    make (text[0]);
    if (n % 4 == 0)
        make (text[1]);
    for (int i = 0; i < 5; i++) {
        if (n % 4 == 0) {
            fuzz_want (!text[0][i] == !text[1][i] &&
                           (!text[0][i] || strcmp (text[0][i], text[1][i]) == 0),
                       "the second report differs");
            free (text[1][i]);
        }
        free (text[0][i]);
    }
    check_gate ();
    return 0;
}
