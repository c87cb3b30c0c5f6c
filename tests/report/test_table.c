/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table.c - tables for people and programs */
#include "tests/tap.h"
#include "base/jsonread.h"
#include "base/wrap.h"
#include "report/breakdown.h"
#include "report/screen.h"
#include "tests/report/made_results.h"

static char *text;
static size_t text_n;

static FILE *start (void)
{
    free (text);
    text = NULL;
    return open_memstream (&text, &text_n);
}

static void cells (void)
{
    static const struct fid_column columns[] = {{"name", false}, {"n", true}, {"why", false}};
    static const struct {
        const char *what;
        enum fid_format format;
        const char *want;
    } cases[] = {
        {"table", FID_FORMAT_TABLE,
         "name       n  why\na|b     1.50  x, \"y\"\n\xC3\xA4?[31m     -  -\n"},
        {"md", FID_FORMAT_MD,
         "| name   |    n | why    |\n|--------|-----:|--------|\n"
         "| a\\|b   | 1.50 | x, \"y\" |\n| \xC3\xA4?[31m |    - | -      |\n"},
        {"csv", FID_FORMAT_CSV,
         "name,n,why\r\na|b,1.50,\"x, \"\"y\"\"\"\r\n\xC3\xA4?[31m,,\r\n"},
        {"tsv", FID_FORMAT_TSV, "name\tn\twhy\na|b\t1.50\tx, \"y\"\n\xC3\xA4?[31m\tNA\tNA\n"},
        {"json", FID_FORMAT_JSON,
         "[{\"name\": \"a|b\", \"n\": 1.5, \"why\": \"x, \\\"y\\\"\"}, "
         "{\"name\": \"\xC3\xA4\\u001b[31m\", \"n\": null, \"why\": null}]\n"},
    };
    struct fid_cells c;
    struct fid_error err;
    fid_cells_init (&c, columns, 3);
    fid_cells_add (&c, "a|b");
    fid_cells_number (&c, 1.5, 2);
    fid_cells_add (&c, "x, \"y\"");
    fid_cells_row (&c, "%s %.2f %s", "\xC3\xA4\x1b[31m", -1., "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *f = start ();
        int rc = fid_cells_write (&c, cases[i].format, f, &err);
        fclose (f);
        ok (rc == 0, "writes %s", cases[i].what);
        ok_str (text, cases[i].want, cases[i].what);
    }
    fid_cells_clear (&c);
    fid_cells_clear (&c);
    enum fid_format format = FID_FORMAT_TABLE;
    ok (fid_format_of ("csv", &format, &err) == 0 && format == FID_FORMAT_CSV,
        "a format by name");
    ok (fid_format_of ("TSV", &format, &err) == 0 && format == FID_FORMAT_TSV, "in capitals");
    ok (fid_format_of ("cvs", &format, &err) && err.status == FID_EUSAGE, "an unknown one");
}

/* A row in one call. */
static void rows (void)
{
    static const struct fid_column columns[] = {{"s", false}, {"d", true}, {"z", true},
                                                {"j", true},  {"f", true}, {"lf", true}};
    struct fid_error err;
    struct fid_cells c;
    fid_cells_init (&c, columns, 6);
    fid_cells_row (&c, "%s %d %zu %ju %.1f %.2lf", "x", -3, (size_t)4, UINT64_C (5), .25,
                   -.125);
    FILE *f = start ();
    int rc = fid_cells_end (&c, FID_FORMAT_CSV, f, &err);
    fclose (f);
    ok_int (rc, 0, "writes a row");
    ok_str (text, "s,d,z,j,f,lf\r\nx,-3,4,5,0.2,-0.12\r\n", "with a cell for each conversion");
}

static void wraps (void)
{
    struct fid_error err;
    FILE *f = start ();
    fid_wrap (f, "a: ", "one two three  four", 11, &err);
    fid_wrap (f, "b: ", "averyveryverylongword x", 10, &err);
    fid_wrap (f, "c: ", "", 10, &err);
    fclose (f);
    ok_str (text, "a: one two\n   three\n   four\nb: averyveryverylongword\n   x\nc: \n",
            "lines of at most 11 columns, long words whole");
}

/* The longest line, counted in characters without colour. */
static size_t longest (void)
{
    size_t max = 0, n = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '\033')
            p += strcspn (p, "m");
        else if (*p == '\n')
            n = 0;
        else if (++n > max)
            max = n;
    }
    return max;
}

/* The screen of n results in `text'. */
static void show (const struct fid_result *const *r, size_t n, size_t width, bool whole,
                  bool colour)
{
    struct fid_error err;
    FILE *f = start ();
    const struct fid_screen screen = {f, &err, FID_FORMAT_TABLE, width, whole, colour};
    ok (r[0] && fid_compared_write (&screen, r, n, NULL) == 0, "a screen");
    fclose (f);
}

static void one_pair (void)
{
    struct fid_error err;
    struct fid_result *r = fid_result_load (made_result ("good/U_real__U_dlio_2.json"), &err);
    const struct fid_result *const one[] = {r};
    show (one, 1, 80, true, false);
    ok (longest () <= 80, "at most 80 columns");
    ok (!strchr (text, '\033'), "no colour unless asked for");
    ok (strncmp (text, "U_dlio_2 against U_real; ", 25) == 0, "both names stand first");
    ok (strstr (text, "\nblock.read        0.79   x0.80 ") != NULL,
        "the row of block.read in the breakdown");
    ok (strstr (text, "\nblock.read   0.79  bytes          0.80   \xC3\x97"
                      "1.25    \xC3\x97"
                      "1.10") != NULL,
        "with its worst clause");
    ok (strstr (text, "\ngpu.sm not compared: the emulation has no GPU trace") != NULL,
        "a resource not compared, with the reason");
    ok (strstr (text, "\nnoise: not known, taken as 0") != NULL, "unknown noise is said");
    ok (strstr (text, "\nserious  block.write, CHECKPOINT: block.write is silent") != NULL,
        "findings");
    ok (strstr (text, "warning  8 lines") != NULL, "warnings");
    const char *last = strstr (text, "\nsystem YES: 4 of 4 clauses met");
    ok (last && !strchr (last + 1, '\n')[1], "the verdict stands last");
    show (one, 1, 40, false, false);
    ok (longest () <= 40, "a narrow terminal clips");
    show (one, 1, 80, false, false);
    ok (strstr (text, "\nserious (1 of 2, -v: all)  block.write, CHECKPOINT: ") != NULL,
        "a serious finding is in the short form");
    char *plain = text;
    text = NULL;
    show (one, 1, 80, false, true);
    ok (strstr (text, "\033[33m0.79\033[0m") != NULL, "colour if asked for");
    /* without its colours it is the same */
    char *to = text;
    for (const char *p = text; *p; p++)
        if (*p == '\033')
            p += strcspn (p, "m");
        else
            *to++ = *p;
    *to = '\0';
    ok_str (text, plain, "and nothing is told by colour alone");
    free (plain);
    FILE *f = start ();
    fid_measures_write (one, 1, FID_FORMAT_CSV, f, &err);
    fclose (f);
    size_t line_n = 0;
    for (const char *p = text; *p; p++)
        line_n += *p == '\n';
    ok_int ((long long)line_n, 1 + 5 + 1 + 1 + 1, "csv: a row a facet, one for what has none");
    fid_result_destroy (r);
}

/* What is not met, the most expensive first, and the causes with their settings. */
static void clauses (void)
{
    struct fid_error err;
    cJSON *doc = fid_json_load (made_result ("good/B_real__U_dlio_2.json"), &err), *p;
    cJSON_ArrayForEach (p, cJSON_GetObjectItem (doc, "profiles"))
    {
        cJSON *c = cJSON_GetObjectItem (p, "clauses");
        for (int i = 0; i < 2 && i < cJSON_GetArraySize (c); i++) {
            cJSON *one = cJSON_GetArrayItem (c, i);
            cJSON_ReplaceItemInObject (one, "status", cJSON_CreateString ("not met"));
            cJSON_ReplaceItemInObject (one, "text",
                                       cJSON_CreateString (i ? "second" : "first"));
            cJSON_ReplaceItemInObject (one, "share", cJSON_CreateNumber (i ? 0.7 : 0.2));
            cJSON_ReplaceItemInObject (one, "key", cJSON_CreateBool (i == 0));
        }
    }
    struct fid_result *r = fid_result_of (doc, "changed", &err);
    const struct fid_result *const both[] = {r, r};
    show (both, 1, 80, true, false);
    ok (strstr (text, "clause):\n    70 %  second\n    20 %* first\n") != NULL,
        "the largest share first; key clauses are marked");
    ok (strstr (text, "\n* files of data: 7 instead of 42; "
                      "workload.dataset.num_files_train: 7 -> 42;\n"
                      "  similarity then 0.61 at best\n") != NULL,
        "the cause, its setting, and the similarity after");
    show (both, 2, 80, false, false);
    ok (longest () <= 80, "at most 80 columns");
    ok (strncmp (text, "2 emulations against B_real; ", 29) == 0, "several: how many of what");
    const char *verdict = strstr (text, "\nU_dlio_2  NO");
    ok (verdict && strstr (verdict + 1, "\nU_dlio_2  NO"), "a verdict a line");
    fid_result_destroy (r);
}

int main (void)
{
    cells ();
    rows ();
    wraps ();
    make_results ();
    one_pair ();
    clauses ();
    remove_results ();
    free (text);
    return tap_done ();
}
