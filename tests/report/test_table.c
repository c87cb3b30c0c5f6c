/* test_table.c - tables for people and programs */
#include "config.h"
#include "tests/tap.h"
#include "report/breakdown.h"
#include "base/wrap.h"

static char *text;
static size_t text_n;

static FILE *
start (void)
{
    free (text);
    text = NULL;
    return open_memstream (&text, &text_n);
}

static void
cells (void)
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
         "name,n,why\r\na|b,1.50,\"x, \"\"y\"\"\"\r\n\xC3\xA4\x1b[31m,,\r\n"},
        {"tsv", FID_FORMAT_TSV,
         "name\tn\twhy\na|b\t1.50\tx, \"y\"\n\xC3\xA4\x1b[31m\tNA\tNA\n"},
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
    fid_cells_add (&c, "\xC3\xA4\x1b[31m");
    fid_cells_number (&c, -1, 2);
    fid_cells_missing (&c);
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
    ok (fid_format_of ("CSV", &format, &err) && err.status == FID_EUSAGE, "an unknown one");
}

static void
wraps (void)
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
static size_t
longest (void)
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

static void
breakdown (void)
{
    char path[4096];
    struct fid_error err;
    snprintf (path, sizeof path, "%s/tests/data/result/good/U_real__U_dlio_2.json",
              getenv ("srcdir"));
    struct fid_result *r = fid_result_load (path, &err);
    FILE *f = start ();
    ok (r && fid_breakdown_write (r, NULL, FID_FORMAT_TABLE, false, f, &err) == 0,
        "the table is written");
    fclose (f);
    ok (longest () <= 80, "at most 80 columns");
    ok (!strchr (text, '\033'), "no colour unless asked for");
    ok (strstr (text, "\nblock.read   0.79   0.80     0.67   0.90     -      -\n") != NULL,
        "the row of block.read: marginal is sqrt (0.9 * 0.5), no rhythm");
    ok (strstr (text, "\nblock.write  idle in both runs\n") != NULL, "an idle resource");
    ok (strstr (text, "\ngpu.sm       not compared: the emulation has no GPU trace") != NULL,
        "a resource not compared, with the reason");
    ok (strstr (text, "worst:  marginal of block.read, 0.50\n") != NULL, "the worst facet");
    ok (strstr (text, "\nserious  block.write, CHECKPOINT: block.write is silent") != NULL,
        "findings");
    ok (strstr (text, "warning  8 lines") != NULL, "warnings");
    char *plain = text;
    text = NULL;
    f = start ();
    fid_breakdown_write (r, NULL, FID_FORMAT_TABLE, true, f, &err);
    fclose (f);
    ok (strstr (text, "\033[33m0.67\033[0m") != NULL, "colour if asked for");
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
    f = start ();
    fid_breakdown_write (r, NULL, FID_FORMAT_CSV, false, f, &err);
    fclose (f);
    size_t line_n = 0;
    for (const char *p = text; *p; p++)
        line_n += *p == '\n';
    ok_int ((long long)line_n, 1 + 5 + 1 + 1 + 1, "csv: a row a facet, one for what has none");
    fid_result_destroy (r);
}

int
main (void)
{
    cells ();
    wraps ();
    breakdown ();
    free (text);
    return tap_done ();
}
