/* operators.c - what both runs of a pair did by their operator traces (report.html) */
#include "config.h"
#include "report/html/sections.h"

/* A cell of seconds and one of the share of them. */
static void
put_role (FILE *f, const struct fid_result_role_time *side)
{
    static const char none[] = "<td class=\"none\">\xE2\x80\x93</td>";
    if (side->n)
        fid_html (f, "<td class=\"n\">%.3f s</td>", side->busy_s);
    else
        fputs (none, f);
    if (side->n && side->share != FID_ABSENT)
        fid_html (f, "<td class=\"n\">%.1f %%</td>", 100 * side->share);
    else
        fputs (none, f);
}

void
fid_page_operators (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    if (!r->role_n)
        return;
    fid_html (f,
              "<details class=\"chapter\"><summary><h2>By operator traces</h2></summary>\n"
              "<div class=\"wide\"><table class=\"operators\"><caption>Seconds in which each "
              "run was at it, and their share of the length of its traces; times count once "
              "where operators overlap. Not graded.</caption><thead><tr><td></td><th "
              "scope=\"col\" class=\"real\" colspan=\"2\">%s</th><th scope=\"col\" "
              "class=\"emulation\" colspan=\"2\">%s</th></tr></thead><tbody>\n",
              r->head.real.id, r->head.emulation.id);
    for (size_t i = 0; i < r->role_n; i++) {
        fid_html (f, "<tr><th scope=\"row\">%s</th>", r->role[i].role);
        put_role (f, &r->role[i].side[0]);
        put_role (f, &r->role[i].side[1]);
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n</details>\n", f);
}
