/* method.c - how the numbers of a pair were made, and the command for it */
#include "config.h"
#include <string.h>
#include "report/html/sections.h"
#include "results/words.h"

static const cJSON *
option_of (const struct fid_result *r, const char *key)
{
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive (r->doc, "tool");
    return cJSON_GetObjectItemCaseSensitive (cJSON_GetObjectItemCaseSensitive (tool, "options"),
                                             key);
}

static void
put_parameters (const struct fid_page *page, const struct fid_result *r)
{
    static const struct {
        const char *key, *words, *unit;
    } rows[] = {
        {"window", "compared part of the runs", ""},
        {"step_s", "median step of the real run", " s"},
        {"dt_s", "bins of reads, writes and opens over time", " s"},
        {"rhythm_dt_s", "bins for spectra (rhythm)", " s"},
        {"band_s", "most that moments are shifted to match (band)", " s"},
        {"penalty", "what shifting costs, so that it is not done for nothing", ""},
        {"tolerance_s", "slack where phases begin and end", " s"},
        {"profile", "profile: what is graded", ""},
        {"profile_hash", "profile (hash of its file)", ""},
        {"per", "amounts are taken per", ""},
        {"calibration", "calibration (hash of its file)", ""},
    };
    FILE *f = page->f;
    fid_html (f,
              "<div class=\"wide\"><table><caption>Parameters</caption><tbody>\n<tr><th "
              "scope=\"row\">version</th><td>"
              "fidlio %s</td></tr>\n",
              r->head.version);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cJSON *o = option_of (r, rows[i].key);
        if (cJSON_IsString (o))
            fid_html (f, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", rows[i].words,
                      o->valuestring);
        else if (cJSON_IsNumber (o))
            fid_html (f, "<tr><th scope=\"row\">%s</th><td>%.4g%s</td></tr>\n", rows[i].words,
                      o->valuedouble, rows[i].unit);
    }
    fputs ("</tbody></table></div>\n", f);
}

/* A name as one word of a shell: in quotes, unless it is plain. */
static void
put_shell_word (FILE *f, const char *s)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-.+/";
    if (*s && strspn (s, plain) == strlen (s)) {
        fid_html (f, "%s", s);
        return;
    }
    fid_html (f, "%s", "'");
    for (; *s; s++)
        if (*s == '\'')
            fid_html (f, "%s", "'\\''");
        else {
            size_t n = strcspn (s, "'");
            char part[256];
            n = n < sizeof part - 1 ? n : sizeof part - 1;
            memcpy (part, s, n);
            part[n] = '\0';
            fid_html (f, "%s", part);
            s += n - 1;
        }
    fid_html (f, "%s", "'");
}

static void
put_command (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    const cJSON *window = option_of (r, "window"), *zone = option_of (r, "utc_offset_s");
    const cJSON *profile = option_of (r, "profile"), *o;
    fputs ("<h3>The command to reproduce it</h3>\n<pre class=\"command\"><code>fidlio compare ",
           f);
    put_shell_word (f, r->head.real.id);
    fputs (" ", f);
    put_shell_word (f, r->head.emulation.id);
    if (cJSON_IsString (window) && fid_window_find (window->valuestring) != FID_WINDOW_JOB)
        fid_html (f, " --window %s", window->valuestring);
    if (cJSON_IsTrue (option_of (r, "all_processes")))
        fputs (" --all-processes", f);
    if (cJSON_IsTrue (option_of (r, "day_first")))
        fputs (" --day-first", f);
    if (cJSON_IsNumber (zone)) {
        int minutes = (int)(zone->valuedouble / 60), m = minutes < 0 ? -minutes : minutes;
        fid_html (f, " --utc-offset %s%d%d:%d%d", minutes < 0 ? "-" : "+", m / 600, m / 60 % 10,
                  m % 60 / 10, m % 10);
    }
    if (cJSON_IsString (profile)) {
        fputs (" --profile ", f);
        put_shell_word (f, profile->valuestring);
    }
    cJSON_ArrayForEach (o, option_of (r, "exclude_groups")) if (cJSON_IsString (o))
        fid_html (f, " --exclude-group %s", o->valuestring);
    if (cJSON_IsString (option_of (r, "calibration")))
        fputs (" --calibration calibration.json", f);
    fputs ("</code></pre>\n<p><small>Run it in the directory that holds both runs. ", f);
    if (cJSON_IsString (option_of (r, "calibration")))
        fputs ("calibration.json holds the noise of repeats; fidlio matrix leaves it "
               "beside "
               "this page. ",
               f);
    fputs ("Bins, band and penalty follow from the data; if they were given, the table "
           "above has them, and --dt, --band and --penalty set them.</small></p>\n",
           f);
}

void
fid_page_method (const struct fid_page *page, const struct fid_result *r)
{
    fputs (
        "<details class=\"chapter\"><summary><h2>How the numbers were made</h2></summary>\n<p>The traces of each run are laid on one time "
        "axis, both runs are laid over each other at the start of the compared window, and "
        "each resource is measured from several sides. Each distance becomes a grade by the "
        "noise of repeats and the tolerance of the profile; grades of measures make that of a "
        "resource, these that of a group, and these the score, by weighted geometric means: "
        "one part that differs wholly cannot be bought back by the others. The score is never "
        "above twice the worst grade of a key clause.</p>\n",
        page->f);
    put_parameters (page, r);
    put_command (page, r);
    fputs ("</details>\n<p>All numbers of this pair: ", page->f);
    fid_html_file (page->f, page->alone ? "../" : "", fid_base_name (r->head.path));
    fputs (".</p>\n", page->f);
}
