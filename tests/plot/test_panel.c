/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_panel.c - the frame around data: places, labels, legends */
#include "tests/tap.h"
#include "plot/panel.h"

static struct fid_panel panel (void)
{
    return (struct fid_panel){
        .box = {10, 20, 300, 120},
        .title = "title",
        .x = {.label = "time", .lo = 0, .hi = 60, .unit = FID_UNIT_SECONDS},
        .y = {.label = "MiB/s", .lo = 1, .hi = 1000, .log = true}};
}

/* The panel as SVG, owned by the caller. */
static char *drawn (struct fid_panel *p)
{
    struct fid_canvas_opts opts = {.width = 400, .height = 200};
    struct fid_error err;
    size_t n;
    struct fid_canvas *c = fid_canvas_svg (&opts, &err);
    fid_panel_begin (p, c);
    fid_panel_end (p, c);
    return fid_canvas_finish (c, &n, &err);
}

/* Check that no text leaves the box and no two of one baseline overlap. */
static void texts_apart (const char *svg, struct fid_box box, const char *what)
{
    double left[100], right[100], base[100];
    int n = 0, bad = 0;
    for (const char *s = svg; (s = strstr (s, "<text x=\"")) && n < 100; s++) {
        double x, y, size = FID_TYPE_SIZE;
        char text[100];
        const char *end = strchr (s, '>'), *font = strstr (s, "font-size=\"");
        if (sscanf (s, "<text x=\"%lf\" y=\"%lf", &x, &y) != 2 ||
            sscanf (end, ">%99[^<]", text) != 1 || memmem (s, (size_t)(end - s), "rotate", 6))
            continue;
        if (font && font < end)
            sscanf (font, "font-size=\"%lf", &size);
        double w = fid_type_width (text, (struct fid_type){.size = size});
        if (memmem (s, (size_t)(end - s), "\"middle\"", 8))
            x -= w / 2;
        else if (memmem (s, (size_t)(end - s), "\"end\"", 5))
            x -= w;
        bad +=
            x < box.x - .6 || x + w > box.x + box.w + .6 || y > box.y + box.h || y < box.y + 5;
        for (int i = 0; i < n; i++)
            bad += fabs (base[i] - y) < 3 && x < right[i] && left[i] < x + w;
        left[n] = x;
        right[n] = x + w;
        base[n++] = y;
    }
    ok (n > 3 && bad == 0, "%s: %d texts inside the panel, none over another", what, n);
}

static void places (void)
{
    struct fid_panel p = panel ();
    char *svg = drawn (&p);
    struct fid_box b = p.inner;
    ok (b.x > 10 && b.x + b.w < 310 && b.y > 20 && b.y + b.h < 140, "data lie inside");
    ok_close (fid_panel_x (&p, 0), b.x, 1e-9, "left end");
    ok_close (fid_panel_x (&p, 60), b.x + b.w, 1e-9, "right end");
    ok_close (fid_panel_x (&p, -30), b.x - b.w / 2, 1e-9, "before it");
    ok_close (fid_panel_y (&p, 1), b.y + b.h, 1e-9, "low end");
    ok_close (fid_panel_y (&p, 10), b.y + b.h * 2 / 3, 1e-9, "a third of three decades");
    ok_close (fid_panel_y (&p, 0), b.y + b.h, 1e-9, "0 on a log axis lies at its end");
    ok (strstr (svg, ">time (s)<") && strstr (svg, ">MiB/s<"), "labels with units");
    texts_apart (svg, p.box, "plain");
    free (svg);

    p.left = 80;
    free (drawn (&p));
    ok_close (p.inner.x, 90, 1e-9, "a left margin that is asked for");
    p.x.bare = true;
    svg = drawn (&p);
    ok (!strstr (svg, "time") && p.inner.h > b.h, "a bare axis leaves its room to the data");
    free (svg);
}

static void legends (void)
{
    static const char *const name[] = {"real run", "emulation", "another long name of a series",
                                       "and one more"};
    struct fid_panel p = panel ();
    double head[5];
    for (p.key_n = 0; p.key_n < 5; p.key_n++) {
        char *svg = drawn (&p);
        char what[40];
        snprintf (what, sizeof what, "%zu keys", p.key_n);
        texts_apart (svg, p.box, what);
        free (svg);
        head[p.key_n] = fid_panel_head (&p);
        if (p.key_n < 4)
            p.key[p.key_n] = (struct fid_key){.label = name[p.key_n], .filled = p.key_n & 1};
    }
    ok (head[0] == head[2] && head[4] > head[2], "a legend too long goes below the title");
}

static void names (void)
{
    static const char *const row[] = {"block.read", "a",
                                      "a name of a row that is much too long"};
    static const char *const column[] = {"volume",   "marginal", "timing", "shape", "rhythm",
                                         "coupling", "phases",   "steps",  "one",   "two"};
    struct fid_panel p = panel ();
    p.y = (struct fid_axis){.name = row, .name_n = 3};
    p.x = (struct fid_axis){.name = column, .name_n = 3};
    char *svg = drawn (&p);
    texts_apart (svg, p.box, "rows and columns");
    ok (strstr (svg, ">volume<") && !strstr (svg, "rotate"), "names of columns lie");
    ok (strstr (svg, "a name of a row") && strstr (svg, "\xE2\x80\xA6<"), "long ones are cut");
    struct fid_box r = fid_panel_row (&p, 1), k = fid_panel_column (&p, 2);
    ok_close (r.y, p.inner.y + p.inner.h / 3, 1e-9, "the second row");
    ok_close (k.x + k.w, p.inner.x + p.inner.w, 1e-9, "the last column");
    free (svg);
    p.x.name_n = 10;
    svg = drawn (&p);
    ok (strstr (svg, "rotate") && p.inner.h > 10, "many stand upright");
    free (svg);
}

static void fitting (void)
{
    struct fid_type type = {.size = 10};
    char out[40];
    fid_text_fit ("short", type, 100, out, sizeof out);
    ok_str (out, "short", "what fits stays");
    fid_text_fit ("\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", type, 20, out, sizeof out);
    ok_str (out, "\xC3\xA4\xC3\xA4\xE2\x80\xA6", "letters are not cut in two");
    fid_text_fit ("short", type, 1, out, sizeof out);
    ok_str (out, "", "no room, no text");
    char small[8];
    fid_text_fit ("0123456789", type, 1000, small, sizeof small);
    ok_str (small, "0123\xE2\x80\xA6", "nor more than the array holds");
}

int main (void)
{
    places ();
    legends ();
    names ();
    fitting ();
    return tap_done ();
}
