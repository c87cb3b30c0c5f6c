/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_report.c - a report over a directory of results (fuzz.h: files in one)
 *
 *     tables                          what else is made of them, a line each: see `extras'
 *     %% A__B.json
 *     ...
 *     %% A__B.series.json
 *     ...
 *     %% history/1/A__B.json          stored results, for a history
 *     ...
 *     %% thresholds
 *     ...
 *
 * The index is JSON, a page has no elements but its own, tables have as many cells in each
 * line, and the second report is the same bytes.  The gate reads the same folder. */
#include <stdlib.h>
#include <string.h>
#include "check/check.h"
#include "report/screen.h"
#include "report/report.h"
#include "report/tables.h"
#include "tests/fuzz/fuzz.h"

static int write_html (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_html (what, f, err);
}

static int write_tsv (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_tsv (what, f, err);
}

static int write_md (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_md (what, f, err);
}

static int write_index (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_index (what, f, err);
}

static int write_ranking (const void *what, FILE *f, struct fid_error *err)
{
    return fid_report_ranking (what, FID_FORMAT_JSON, f, err);
}

static size_t count (const char *text, const char *what)
{
    size_t n = 0;
    for (const char *p = text; (p = strstr (p, what)); p += strlen (what))
        n++;
    return n;
}

/* Equal numbers of tabs in all lines. */
static void want_tsv (const char *text)
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

static void check_text (int kind, const char *text, size_t n)
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

static const enum fid_format formats[] = {FID_FORMAT_TABLE, FID_FORMAT_JSON, FID_FORMAT_CSV,
                                          FID_FORMAT_MD, FID_FORMAT_TSV};

/* What more is made of a report, in all formats. */
struct extra {
    const struct fid_report *report;
    enum fid_format format;
    enum fid_table table;
    size_t at; /* of a result */
};

static int write_table (const void *what, FILE *f, struct fid_error *err)
{
    const struct extra *x = what;
    return fid_table_write_one (x->report, x->table, x->format, f, err);
}

static int write_list (const void *what, FILE *f, struct fid_error *err)
{
    const struct extra *x = what;
    return fid_report_ranking (x->report, x->format, f, err);
}

static int write_brief (const void *what, FILE *f, struct fid_error *err)
{
    const struct fid_screen screen = {f, err, FID_FORMAT_TABLE, 80, false, true};
    return fid_report_brief (((const struct extra *)what)->report, &screen);
}

/* A result read as a whole, with its series, and beside itself. */
static int write_result (const void *what, FILE *f, struct fid_error *err)
{
    const struct extra *x = what;
    struct fid_result *r = fid_result_load (x->report->all.result[x->at].path, err);
    struct fid_series *series = NULL;
    int rc = r ? 0 : -1;
    if (rc == 0 && fid_series_beside (&r->head, &series, err))
        fuzz_want_error (err);
    if (rc == 0)
        rc = fid_compared_write (&(struct fid_screen){f, err, x->format, 80, true, true},
                                 (const struct fid_result *const *)&r, 1, series);
    fid_series_destroy (series);
    fid_result_destroy (r);
    return rc;
}

static int write_sides (const void *what, FILE *f, struct fid_error *err)
{
    const struct extra *x = what;
    struct fid_result *r[2] = {NULL, NULL};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < 2; i++)
        rc = (r[i] = fid_result_load (x->report->all.result[i].path, err)) ? 0 : -1;
    if (rc == 0)
        rc = fid_compared_write (&(struct fid_screen){f, err, x->format, 60, false, true},
                                 (const struct fid_result *const *)r, 2, NULL);
    fid_result_destroy (r[0]);
    fid_result_destroy (r[1]);
    return rc;
}

static void try_write (int (*writer) (const void *, FILE *, struct fid_error *),
                       const struct extra *x)
{
    size_t n;
    int rc;
    char *text = fuzz_text (writer, x, &n, &rc);
    if (rc == 0 && x->format == FID_FORMAT_JSON && writer != write_brief)
        fuzz_want_json (text, n);
    free (text);
}

static void make_tables (const struct fid_report *report)
{
    struct extra x = {.report = report};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        x.format = formats[i];
        for (int t = 0; t < FID_TABLE_N; t++) {
            x.table = (enum fid_table)t;
            try_write (write_table, &x);
        }
        try_write (write_list, &x);
    }
}

static void make_pairs (const struct fid_report *report)
{
    struct extra x = {.report = report};
    try_write (write_brief, &x);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        x.format = formats[i];
        for (x.at = 0; x.at < report->all.result_n && x.at < 3; x.at++)
            try_write (write_result, &x);
        if (report->all.result_n > 1)
            try_write (write_sides, &x);
    }
}

static void check_pairs (const struct fid_report *report)
{
    static const struct fid_limits limits[] = {{0.5, 0.1, NULL, NULL, false},
                                               {0.9, FID_ABSENT, "disk", NULL, true},
                                               {0.9, 0.2, NULL, "data.read", false}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct fid_check check = {0};
        struct fid_error err = {0};
        if (fid_check_limits (&limits[i], &report->all, &check, &err))
            fuzz_want_error (&err);
        fid_check_clear (&check);
    }
}

/* The list of pairs that failed, written and read. */
static void check_failed (const struct fid_results *all)
{
    struct fid_results again = {0};
    struct fid_error err = {0};
    size_t pair_n = 0;
    for (size_t i = 0; i < all->failure_n; i++)
        pair_n += all->failure[i].real != NULL;
    fuzz_want (fid_results_write_failed (all, fuzz_dir (), &err) == 0 &&
                   fid_results_load_failed (&again, fuzz_dir (), &err) == 0,
               err.text);
    fuzz_want (again.failure_n == pair_n, "a pair that failed is lost");
    fid_results_clear (&again);
}

/* All files of a report, in a folder of their own. */
static void make_files (const struct fid_report *report)
{
    struct fid_error err = {0};
    if (fid_report_write (report, fuzz_dir (), &err))
        fuzz_want_error (&err);
    check_failed (&report->all);
}

static void make_history (struct fid_report *report, struct fid_history *history)
{
    const struct fid_history_opts opts = {
        .seed = FID_HISTORY_SEED, .clauses = true, .latest = fuzz_dir ()};
    struct fid_error err = {0};
    char path[700];
    snprintf (path, sizeof path, "%s/history", fuzz_dir ());
    if (fid_history_search (path, &opts, history, &err)) {
        fuzz_want_error (&err);
        return;
    }
    if (fid_report_write_history (history, path, false, &err))
        fuzz_want_error (&err);
    report->history = history;
}

static const struct {
    const char *name;
    void (*make) (const struct fid_report *report);
} extras[] = {{"tables", make_tables},
              {"pairs", make_pairs},
              {"gates", check_pairs},
              {"files", make_files}};

static bool has_option (struct fid_span head, const char *name)
{
    struct fid_span value;
    while (head.n)
        if (fuzz_option (fuzz_line (&head), name, &value))
            return true;
    return false;
}

/* All outputs of a report; freed by the caller, NULL where one fails.  extra: and more, as the
 * input's head wants it. */
static void make (char *text[5], struct fid_span head, bool extra)
{
    static int (*const writer[5]) (const void *, FILE *, struct fid_error *) = {
        write_html, write_tsv, write_md, write_index, write_ranking};
    struct fid_report report;
    struct fid_error err = {0};
    struct fid_notes notes = {0};
    struct fid_history history = {0};
    for (int i = 0; i < 5; i++)
        text[i] = NULL;
    if (fid_report_load (&report, fuzz_dir (), 1, false, &err)) {
        fuzz_want_error (&err);
        fid_report_clear (&report);
        return;
    }
    report.notes = &notes;
    if (has_option (head, "history"))
        make_history (&report, &history);
    for (int i = 0; i < 5; i++) {
        size_t n;
        int rc;
        text[i] = fuzz_text (writer[i], &report, &n, &rc);
        if (rc == 0)
            check_text (i, text[i], n);
    }
    for (size_t i = 0; extra && i < sizeof extras / sizeof *extras; i++)
        if (has_option (head, extras[i].name))
            extras[i].make (&report);
    fid_history_clear (&history);
    fid_notes_clear (&notes);
    fid_report_clear (&report);
}

static void check_gate (void)
{
    struct fid_error err = {0};
    struct fid_gate_input input;
    struct fid_check check = {0};
    const struct fid_check_opts opts = FID_CHECK_DEFAULTS;
    if (fid_gate_load (fuzz_dir (), FID_BY_CONFIG, &input, &err)) {
        fuzz_want_error (&err);
        return;
    }
    char path[700];
    struct fid_thresholds thresholds = {0};
    snprintf (path, sizeof path, "%s/thresholds", fuzz_dir ());
    if (fid_check_run (&input, &input, &opts, &check, &err))
        fuzz_want_error (&err);
    else if (fid_thresholds_load (path, &thresholds, &err) ||
             fid_check_thresholds (&thresholds, &input, &check, &err))
        fuzz_want_error (&err);
    fid_thresholds_clear (&thresholds);
    fid_check_clear (&check);
    check = (struct fid_check){0};
    if (fid_check_self (&input, &opts, &check, &err))
        fuzz_want_error (&err);
    fid_check_clear (&check);
    fid_gate_clear (&input);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    char *text[2][5];
    struct fid_span input = {(const char *)data, n}, head = fuzz_head (input);
    if (!fuzz_unpack (input))
        return 0;
    make (text[0], head, true);
    if (n % 4 == 0)
        make (text[1], head, false);
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
