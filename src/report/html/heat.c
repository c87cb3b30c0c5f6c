/* heat.c - the heat map of all pairs */
#include "config.h"
#include <string.h>
#include "report/html/sections.h"

/* A map of more cells than this is left out if so few of them have a pair. */
#define SMALL_MAP 5000
#define SPARSE    10

static void
put_cell (const struct fid_page *page, const struct fid_result_head *r, bool two_real)
{
    if (!r) {
        fputs ("<td class=\"none\">\xE2\x80\x93</td>", page->f); /* most of a wide map */
        return;
    }
    double x = fid_page_value (page, r);
    fid_html (page->f, "<td class=\"h h%d%s\" title=\"%s, %s\">", (int)(x >= 1 ? 9 : 10 * x),
              two_real ? " two-real" : "", r->real.id, r->emulation.id);
    fid_page_begin_link (page, r);
    fid_html (page->f, "%.2f</a></td>", x);
}

/* A run held against itself has no result: say why the cell is empty. */
static bool
is_real (const struct fid_page *page, const char *id)
{
    const struct fid_ranking *real = &page->report->real;
    for (size_t i = 0; i < real->list_n; i++)
        if (strcmp (real->list[i].run->id, id) == 0)
            return true;
    return false;
}

void
fid_page_all_pairs (const struct fid_page *page)
{
    FILE *f = page->f;
    const struct fid_ranking *real = &page->report->real, *other = &page->report->emulation;
    size_t cell_n = real->list_n * other->list_n;
    if (other->list_n == 0)
        return;
    if (cell_n > SMALL_MAP && cell_n > SPARSE * page->report->all.result_n) {
        fid_html (
            f,
            "<h2 id=\"heat\">All pairs at a glance</h2>\n<p class=\"note\">The map of all "
            "pairs, %zu rows by %zu columns, would be empty nearly everywhere: it is left "
            "out.</p>\n",
            real->list_n, other->list_n);
        return;
    }
    fid_html (f,
              "<h2 id=\"heat\">All pairs at a glance</h2>\n<p>%s of each real run (rows) with "
              "each other run (columns); the stronger the shade, the more alike. Cells with a "
              "frame are real runs held "
              "against real runs: what a perfect emulation would reach. A cell opens its "
              "pair; a dash: there is no result of it.</p>\n",
              page->scored ? "Score" : "Similarity");
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"All pairs\" tabindex=\"0\"><table "
           "class=\"heatmap\">\n<thead><tr><td></td>",
           f);
    for (size_t j = 0; j < other->list_n; j++)
        fid_html (f, "<th scope=\"col\"><span>%s</span></th>", other->list[j].run->id);
    fputs ("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < real->list_n; i++) {
        const char *id = real->list[i].run->id;
        fid_html (f, "<tr><th scope=\"row\">%s</th>", id);
        for (size_t j = 0; j < other->list_n; j++) {
            const char *with = other->list[j].run->id;
            if (strcmp (id, with) == 0)
                fputs ("<td class=\"none\" title=\"the run itself\">\xC2\xB7</td>", f);
            else
                put_cell (page, fid_report_pair (page->report, id, with), is_real (page, with));
        }
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n<ul class=\"scale\" aria-label=\"Shades\">", f);
    for (int k = 0; k < 10; k++)
        fid_html (
            f, k < 9 ? "<li class=\"h h%d\">%.1f</li>" : "<li class=\"h h%d\">%.1f to 1</li>",
            k, k / 10.0);
    fputs ("</ul>\n", f);
}
