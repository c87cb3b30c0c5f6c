/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_scale.c - what a report of many pairs keeps in memory */
#include <stdlib.h>
#include "base/array.h"
#include "report/report.h"
#include "tests/json_bytes.h"
#include "tests/tap.h"

#define REAL      "DLRM_real_r4"
#define EMULATION "DLRM_dlio_r4"

static char *read_whole (const char *path, size_t *n)
{
    char *text = NULL;
    FILE *in = fopen (path, "r"), *out = open_memstream (&text, n);
    for (int c; in && (c = getc (in)) != EOF;)
        putc (c, out);
    fclose (out);
    if (in)
        fclose (in);
    return text;
}

/* Write copies from the i-th to the n-th, of emulations called X0 and so on. */
static void write_copies (const char *dir, const char *text, int i, int n)
{
    for (; i < n; i++) {
        char path[200];
        snprintf (path, sizeof path, "%s/" REAL "__X%d.json", dir, i);
        FILE *f = fopen (path, "w");
        for (const char *p = text, *at; f; p = at + strlen (EMULATION)) {
            at = strstr (p, EMULATION);
            if (!at) {
                fputs (p, f);
                break;
            }
            fwrite (p, 1, (size_t)(at - p), f);
            fprintf (f, "X%d", i);
        }
        if (!f || fclose (f))
            diag ("%s was not written", path);
    }
}

/* The most bytes of documents at a time while the results of dir are read and their index is
 * written. */
static size_t peak_of (const char *dir, size_t want_n)
{
    struct fid_report report;
    struct fid_error err;
    FILE *f = fopen ("/dev/null", "w");
    live = peak = 0;
    bool good = fid_report_load (&report, dir, 1, false, &err) == 0;
    ok (good && report.all.result_n == want_n, "%zu results", want_n);
    ok (good && fid_report_index (&report, f, &err) == 0, "their index");
    fclose (f);
    fid_report_clear (&report);
    ok (live == 0, "no document is left");
    return peak;
}

int main (void)
{
    char dir[] = "/tmp/fidlio-scale.XXXXXX", command[200];
    size_t n;
    char *path =
        fid_format (NULL, "%s/results/" REAL "__" EMULATION ".json", getenv ("srcdir"));
    char *text = read_whole (path, &n);
    ok (mkdtemp (dir) && n > 1000, "a result to copy");
    cJSON_InitHooks (&counted);
    write_copies (dir, text, 0, 4);
    size_t few = peak_of (dir, 4);
    write_copies (dir, text, 4, 40);
    size_t many = peak_of (dir, 40);
    cJSON_InitHooks (NULL);
    ok (many <= few + few / 20,
        "documents take as much of 40 results as of 4: %zu and %zu bytes", many, few);
    snprintf (command, sizeof command, "rm -r %s", dir);
    ok (system (command) == 0, "removed");
    free (text);
    free (path);
    return tap_done ();
}
