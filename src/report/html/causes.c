/* causes.c - where the difference of a pair comes from, in words and shares */
#include "config.h"
#include "report/html/sections.h"
#include "results/words.h"

#define CAUSES_SHOWN 3
#define SHARES_SHOWN 6

static void
put_causes (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution"), *o;
    const cJSON *causes = cJSON_GetObjectItemCaseSensitive (attribution, "causes");
    FILE *f = page->f;
    int n = 0;
    fid_html (f,
              "<h2>Main causes of the difference</h2>\n<p>Compared with the real run, <b "
              "class=\"emulation\">%s</b>",
              r->head.emulation.id);
    cJSON_ArrayForEach (o, causes)
    {
        const char *text = fid_html_member (o, "text"), *key = fid_html_member (o, "key");
        const char *from = fid_html_member (o, "from"), *to = fid_html_member (o, "to");
        if (!text || n == CAUSES_SHOWN)
            break;
        fid_html (f, n ? "<li>%s." : "</p>\n<ol class=\"causes\">\n<li>%s.", text);
        if (key)
            fid_html (
                f,
                "<br><small>DLIO's setting for this is <code>%s</code>: change <code>%s</code> "
                "to <code>%s</code>.</small>",
                key, from ? from : "?", to ? to : "?");
        fputs ("</li>\n", f);
        n++;
    }
    fputs (n ? "</ol>\n"
             : " differs in nothing that a rule has words for by more than a tenth.</p>\n",
           f);
}

/* The largest shares as bars of text and colour. */
static void
put_shares (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution"), *o;
    const cJSON *shares = cJSON_GetObjectItemCaseSensitive (attribution, "shares");
    FILE *f = page->f;
    int n = 0;
    double rest = 1;
    cJSON_ArrayForEach (o, shares)
    {
        double share = fid_html_number (o, "share", 0);
        const char *resource = fid_html_member (o, "resource");
        const char *facet = fid_html_member (o, "facet");
        if (!resource || !facet || share < 0.005 || n == SHARES_SHOWN)
            break;
        int r_id = fid_resource_find (resource), f_id = fid_facet_find (facet);
        if (r_id < 0 || f_id < 0)
            continue;
        const char *words =
            fid_facet_words ((enum fid_resource_id)r_id, (enum fid_facet_id)f_id);
        if (n == 0)
            fputs ("<h3>Where the difference comes from</h3>\n<div class=\"wide\"><table "
                   "class=\"shares\"><caption>"
                   "What keeps the overall number from 1; all parts together are 100 %"
                   "</caption><tbody>\n",
                   f);
        fid_html (f,
                  "<tr><th scope=\"row\">%s%s%s%s%s%s</th><td class=\"n\">%.0f %%</td><td "
                  "class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                  fid_resources[r_id].words, words ? ": " : "", words ? facet : "",
                  words ? " (" : "", words ? words : "", words ? ")" : "", 100 * share,
                  100 * share);
        rest -= share;
        n++;
    }
    if (n && rest >= 0.005)
        fid_html (f,
                  "<tr><th scope=\"row\">all others</th><td class=\"n\">%.0f %%</td><td "
                  "class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                  100 * rest, 100 * rest);
    if (n)
        fputs ("</tbody></table></div>\n", f);
}

void
fid_page_causes (const struct fid_page *page, const struct fid_result *r)
{
    put_causes (page, r);
    put_shares (page, r);
}
