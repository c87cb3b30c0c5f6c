/* method.c - how the numbers of a pair were made, and the command for it */
#include "config.h"
#include <string.h>
#include "report/html/sections.h"
#include "results/words.h"

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
    cJSON *options = fid_record_json (&fid_result_options_record, &r->options);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cJSON *o = cJSON_GetObjectItemCaseSensitive (options, rows[i].key);
        if (cJSON_IsString (o))
            fid_html (f, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", rows[i].words,
                      o->valuestring);
        else if (cJSON_IsNumber (o))
            fid_html (f, "<tr><th scope=\"row\">%s</th><td>%.4g%s</td></tr>\n", rows[i].words,
                      o->valuedouble, rows[i].unit);
    }
    cJSON_Delete (options);
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
    const struct fid_result_options *o = &r->options;
    fputs ("<h3>The command to reproduce it</h3>\n<pre class=\"command\"><code>fidlio compare ",
           f);
    put_shell_word (f, r->head.real.id);
    fputs (" ", f);
    put_shell_word (f, r->head.emulation.id);
    if (o->window != FID_WINDOW_JOB)
        fid_html (f, " --window %s", fid_windows[o->window].name);
    if (o->all_processes)
        fputs (" --all-processes", f);
    if (o->day_first)
        fputs (" --day-first", f);
    if (o->utc_offset_s != FID_GAP) {
        int minutes = (int)(o->utc_offset_s / 60), m = minutes < 0 ? -minutes : minutes;
        fid_html (f, " --utc-offset %s%d%d:%d%d", minutes < 0 ? "-" : "+", m / 600, m / 60 % 10,
                  m % 60 / 10, m % 10);
    }
    fputs (" --profile ", f);
    put_shell_word (f, o->profile);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (o->excluded >> g & 1)
            fid_html (f, " --exclude-group %s", fid_groups[g].name);
    if (o->calibration)
        fputs (" --calibration calibration.json", f);
    fputs ("</code></pre>\n<p><small>Run it in the directory that holds both runs. ", f);
    if (o->calibration)
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
        "one part that differs wholly cannot be bought back by the others.</p>\n",
        page->f);
    put_parameters (page, r);
    put_command (page, r);
    fputs ("</details>\n<p>All numbers of this pair: ", page->f);
    fid_html_file (page->f, page->alone ? "../" : "", fid_base_name (r->head.path));
    fputs (".</p>\n", page->f);
}
