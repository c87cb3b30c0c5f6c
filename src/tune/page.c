/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c - fid_tune_page: the way of a tuning as a page of HTML (tune.h) */
#include "base/html.h"
#include "base/outfile.h"
#include "charts/html_page.h"
#include "tune/moves.h"
#include "tune/tune.h"

#define WIDTH  720
#define HEIGHT 260

/* Similarities by step, with what another run could get, and the best so far. */
static char *draw_similarities (const struct fid_tuning *h, size_t *n, struct fid_error *err)
{
    double *v = calloc (4 * h->n + 1, sizeof *v);
    if (!v)
        return fid_null_nomem (err);
    double *similarity = v, *low = v + h->n, *high = low + h->n, *top = high + h->n;
    for (size_t i = 0; i < h->n; i++) {
        const struct fid_tune_step *s = &h->step[i];
        double best = h->step[fid_tuning_best (h, i + 1)].similarity;
        similarity[i] = s->similarity >= 0 ? s->similarity : NAN;
        low[i] = s->low >= 0 ? s->low : similarity[i];
        high[i] = s->low >= 0 ? s->high : similarity[i];
        top[i] = best >= 0 ? best : NAN;
    }
    struct fid_canvas_opts opts = {
        .width = WIDTH, .height = HEIGHT, .page = true, .title = "similarity of each step"};
    struct fid_line line[] = {{.label = "of the best step so far",
                               .dx = 1,
                               .y = top,
                               .n = h->n,
                               .step = true,
                               .pen = {.colour = FID_GREEN, .dash = FID_DASHED}},
                              {.label = "measured, with the expected range of a further run",
                               .dx = 1,
                               .y = similarity,
                               .low = low,
                               .high = high,
                               .n = h->n,
                               .pen = {.colour = FID_COLOUR_REAL},
                               .mark = FID_MARK_DISC}};
    struct fid_lines plot = {.panel = {.box = {0, 0, WIDTH, HEIGHT},
                                       .x = {.label = "step", .hi = fmax (1, (double)h->n - 1)},
                                       .y = {.label = "similarity", .hi = 1}},
                             .line = line,
                             .line_n = sizeof line / sizeof *line};
    struct fid_canvas *c = fid_canvas_svg (&opts, err);
    char *svg = NULL;
    if (c) {
        fid_lines_draw (&plot, c);
        svg = fid_canvas_finish (c, n, err);
    }
    free (v);
    return svg;
}

static void put_step (FILE *f, const struct fid_tuning *h, size_t i, int best)
{
    const struct fid_tune_step *s = &h->step[i];
    fid_html (f, "<tr%s><td>%zu%s</td><td>", (int)i == best ? " class=\"best\"" : "", i,
              (int)i == best ? " (best)" : "");
    if (s->base >= 0)
        fid_html (f, "step %d, with %s<br><small>%s</small>", s->base, s->change, s->why);
    else
        fputs ("the configuration that was given", f);
    fputs ("</td><td>", f);
    if (s->predicted >= 0)
        fid_html (f, "%.0f %% off", 100 * expm1 (s->predicted));
    fputs ("</td><td>", f);
    if (s->answer >= 0)
        fid_html (f, "%.0f %% off", 100 * expm1 (s->answer));
    fputs ("</td><td>", f);
    if (s->similarity >= 0)
        fid_html (f, "%.3f", s->similarity);
    if (s->low >= 0)
        fid_html (f, " (%.3f to %.3f)", s->low, s->high);
    fputs ("</td><td>", f);
    fid_html_file (f, "results/", s->result);
    fputs ("</td></tr>\n", f);
}

static int put_page (FILE *f, const struct fid_tuning *h, const char *real, const char *ended,
                     struct fid_error *err)
{
    size_t n;
    int best = fid_tuning_best (h, h->n);
    char text[2][FID_TUNE_STEP_TEXT];
    struct fid_arena arena = {0};
    const char *all =
        fid_config_changes (&arena, &h->step[0].config, &h->step[best].config, err);
    FID_FREED char *svg = all ? draw_similarities (h, &n, err) : NULL;
    if (!svg) {
        fid_arena_clear (&arena);
        return -1;
    }
    fid_page_begin (f, "The way to the best configuration");
    fid_html (f,
              "<style>body { max-width: 60em } table { border-collapse: collapse } td, th { "
              "padding: .3em .6em; border-bottom: 1px solid #ccc; text-align: left; "
              "vertical-align: top } .best { background: #d9f0e8 }</style>\n"
              "<p>Held against <b>%s</b>: %zu run%s, and %s. The best one is step %d: "
              "<b>%s</b> (<a href=\"best.yaml\">best.yaml</a>); step 0: %s.",
              real, h->n, h->n == 1 ? "" : "s", ended, best,
              fid_tune_step_text (&h->step[best], text[0]),
              fid_tune_step_text (&h->step[0], text[1]));
    if (*all)
        fid_html (f, " Changed from the configuration that was given: <b>%s</b>.", all);
    fputs (" Each pair is in <a href=\"results/report.html\">the report</a>.</p>\n", f);
    fwrite (svg, 1, n, f);
    fputs ("<table>\n<tr><th>step</th><th>configuration</th><th>expected answer</th>"
           "<th>measured answer</th><th>similarity (range)</th><th>result</th></tr>\n",
           f);
    for (size_t i = 0; i < h->n; i++)
        put_step (f, h, i, best);
    fputs ("</table>\n", f);
    fid_page_end (f);
    fid_arena_clear (&arena);
    return 0;
}

int fid_tune_page (const struct fid_tuning *h, const char *real, const char *ended,
                   const char *path, struct fid_error *err)
{
    struct fid_outfile out;
    FID_TRY (fid_outfile_open (&out, path, h->dir, err));
    return fid_outfile_end (&out, put_page (out.f, h, real, ended, err), err);
}
