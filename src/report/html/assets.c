/* assets.c - the style sheet and scripts of report.html, built in
 *
 * The .inc files are made from src/report/html and third_party/uplot: numbers
 * of bytes, separated by commas. */
#include "config.h"
#include "report/html/sections.h"

static const unsigned char style[] = {
#include "src/report/html/report.css.inc"
};
static const unsigned char script[] = {
#include "src/report/html/report.js.inc"
};
static const unsigned char levels[] = {
#include "src/report/html/levels.js.inc"
};
static const unsigned char plots[] = {
#include "src/report/html/plots.js.inc"
};
static const unsigned char plotter_style[] = {
#include "src/report/html/uPlot.min.css.inc"
};
static const unsigned char plotter[] = {
#include "src/report/html/uPlot.iife.min.js.inc"
};
static const unsigned char plotter_licence[] = {
#include "src/report/html/LICENSE.inc"
};

static void
put_asset (FILE *f, const unsigned char *bytes, size_t n)
{
    fwrite (bytes, 1, n, f);
}

void
fid_html_style (FILE *f)
{
    fputs ("<style>\n", f);
    fid_svg_style (f);
    put_asset (f, style, sizeof style);
    fputs ("</style>\n", f);
}

void
fid_html_script (FILE *f)
{
    fputs ("<script>\n", f);
    put_asset (f, script, sizeof script);
    fputs ("</script>\n", f);
}

void
fid_html_plotter (FILE *f)
{
    fputs ("<style>", f);
    put_asset (f, plotter_style, sizeof plotter_style);
    fputs ("</style>\n<script>\n/* uPlot:\n\n", f);
    put_asset (f, plotter_licence, sizeof plotter_licence);
    fputs ("*/\n", f);
    put_asset (f, plotter, sizeof plotter);
    fputs ("</script>\n<script>\n", f);
    put_asset (f, levels, sizeof levels);
    put_asset (f, plots, sizeof plots);
    fputs ("</script>\n", f);
}
