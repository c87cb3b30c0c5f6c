/* operators.c - what both runs of a pair did by their operator traces (report.html) */
#include "config.h"
#include "base/jsonread.h"
#include "report/html/sections.h"

/* A cell of seconds and one of the share of them. */
static void
put_role (FILE *f, const cJSON *side)
{
    double busy_s = fid_html_number (side, "busy_s", FID_ABSENT);
    double share = fid_html_number (side, "share", FID_ABSENT);
    if (busy_s == FID_ABSENT)
        fputs ("<td class=\"none\">\xE2\x80\x93</td>", f);
    else
        fid_html (f, "<td class=\"n\">%.3f s</td>", busy_s);
    if (share == FID_ABSENT)
        fputs ("<td class=\"none\">\xE2\x80\x93</td>", f);
    else
        fid_html (f, "<td class=\"n\">%.1f %%</td>", 100 * share);
}

void
fid_page_operators (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    const cJSON *roles = fid_get (fid_get (r->doc, "operators"), "roles"), *row;
    if (!cJSON_GetArraySize (roles))
        return;
    fid_html (f,
              "<details class=\"chapter\"><summary><h2>By operator traces</h2></summary>\n"
              "<div class=\"wide\"><table class=\"operators\"><caption>Seconds in which each "
              "run was at it, and their share of the length of its traces; times count once "
              "where operators overlap. Not graded.</caption><thead><tr><td></td><th "
              "scope=\"col\" class=\"real\" colspan=\"2\">%s</th><th scope=\"col\" "
              "class=\"emulation\" colspan=\"2\">%s</th></tr></thead><tbody>\n",
              r->head.real.id, r->head.emulation.id);
    cJSON_ArrayForEach (row, roles)
    {
        fid_html (f, "<tr><th scope=\"row\">%s</th>", fid_html_member (row, "role"));
        put_role (f, fid_get (row, "real"));
        put_role (f, fid_get (row, "emulation"));
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n</details>\n", f);
}
