/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html_page.c - see html_page.h */
#include "charts/html_page.h"
#include "base/html.h"

void fid_page_begin (FILE *f, const char *title)
{
    fid_html (f,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n"
              "<style>\n",
              title);
    fid_svg_style (f);
    fid_html (f,
              "body { font: 15px/1.4 sans-serif; color: #222; background: #fff; "
              "max-width: 46em; margin: 1.5em auto; padding: 0 1em; }\n"
              "h2 { font-size: 1.1em; margin: 2em 0 .4em; }\n"
              "section { break-inside: avoid; }\nsvg { max-width: 100%%; height: auto; }\n"
              "</style>\n</head>\n<body>\n<h1>%s</h1>\n",
              title);
}

int fid_page_add (FILE *f, const char *heading, struct fid_figure *fig, double width,
                  struct fid_error *err)
{
    struct fid_canvas_opts opts = {.width = width, .page = true, .title = heading};
    size_t n;
    fig->title = NULL;
    FID_FREED char *svg = fid_figure_bytes (fig, &opts, fid_canvas_svg, &n, err);
    FID_TRY (!svg);
    fid_html (f, "<section>\n<h2>%s</h2>\n", heading);
    fwrite (svg, 1, n, f);
    fputs ("</section>\n", f);
    return 0;
}

void fid_page_end (FILE *f)
{
    fputs ("</body>\n</html>\n", f);
}
