/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_output.c - see figure_output.h */
#include "base/outfile.h"
#include "program/figure_output.h"

#define PX_MIN    100. /* smaller pictures show nothing */
#define PX_MAX    20000.
#define PIXEL_MAX 30000. /* of a PNG, each way; cairo ends at 32767 */

static const char *const ending[] = {".svg", ".png", ".pdf"};

/* "17cm", "170mm", "6.7in", "1200px" or "1200" (pixels); false for anything else. */
static bool length_of (const char *arg, struct fid_length *out)
{
    static const struct {
        const char *name;
        double cm; /* 0: pixels */
    } unit[] = {{"cm", 1}, {"mm", .1}, {"in", 2.54}, {"px", 0}, {"", 0}};
    struct fid_span s = fid_span_of (arg);
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        struct fid_span number = s;
        double x;
        if (!fid_span_ends (s, unit[i].name))
            continue;
        number.n -= strlen (unit[i].name);
        if (!fid_span_decimal (fid_span_trim (number), &x) || !(x > 0))
            return false;
        *out = (struct fid_length){unit[i].cm > 0 ? x * unit[i].cm : x, unit[i].cm <= 0};
        return true;
    }
    return false;
}

/* Sizes for papers: text of 7 to 8 pt, PNG of 300 dpi. */
static const struct preset {
    const char *name;
    double width_cm;
    size_t columns; /* of charts */
} presets[] = {{"one-column", 8.5, 1}, {"two-column", 17.8, 2}};

#define PRESET_N   (sizeof presets / sizeof *presets)
#define PRESET_DPI 300

static void use_preset (struct argp_state *state, const char *name, void *input)
{
    struct fid_figure_output *output = input;
    for (size_t i = 0; i < PRESET_N; i++)
        if (strcmp (presets[i].name, name) == 0) {
            output->width = (struct fid_length){presets[i].width_cm, false};
            output->columns = presets[i].columns;
            output->dpi = PRESET_DPI;
            output->paper = true;
            return;
        }
    argp_error (state, "--preset takes one-column, two-column, not '%s'", name);
}

static void read_length (struct argp_state *state, const char *arg, void *member)
{
    if (!length_of (arg, member))
        argp_error (state, "'%s' is not a length such as 17cm or 1200px", arg);
}

const struct fid_option fid_figure_output_options[] = {
    FID_OPTION_CALL (struct fid_figure_output, width, "width", 0, "LENGTH", read_length,
                     "Width: 17cm (default), 1200px ..."),
    FID_OPTION_CALL (struct fid_figure_output, height, "height", 0, "LENGTH", read_length,
                     "Height: 12cm ... (default: as needed)"),
    FID_OPTION_CALL_ALL ("preset", 0, "NAME", use_preset,
                         "For a paper: one-column (85 mm) or two-column (178 mm), 300 dpi, no "
                         "title"),
    FID_OPTION_NUMBER (struct fid_figure_output, dpi, "dpi", 0, "N", 30, 2400,
                       "Pixels per inch of a PNG (192)"),
    {0},
};

bool fid_figure_output_format_of (const char *path, enum fid_figure_output_format *out)
{
    const char *dot = strrchr (path, '.');
    for (int i = 0; dot && i < 3; i++)
        if (strcasecmp (dot, ending[i]) == 0) {
            *out = (enum fid_figure_output_format)i;
            return true;
        }
    return false;
}

const char *fid_figure_output_ending (enum fid_figure_output_format format)
{
    return ending[format];
}

/* px of 1/96 inch. */
static double px_of (const struct fid_figure_output *output, struct fid_length length)
{
    if (!length.pixels)
        return length.value / 2.54 * 96;
    return output->format == FID_FIGURE_PNG ? length.value * 96 / output->dpi : length.value;
}

static int check_size (const struct fid_figure_output *output, const char *what, double px,
                       struct fid_error *err)
{
    if (px < PX_MIN || px > PX_MAX)
        return fid_errorf (err, FID_EUSAGE, "a %s of %.4g cm: it must be from %.3g to %.3g cm",
                           what, px / 96 * 2.54, PX_MIN / 96 * 2.54, PX_MAX / 96 * 2.54);
    if (output->format == FID_FIGURE_PNG && px * output->dpi / 96 > PIXEL_MAX)
        return fid_errorf (err, FID_EUSAGE, "a %s of %.0f pixels: a PNG has at most %.0f", what,
                           px * output->dpi / 96, PIXEL_MAX);
    return 0;
}

char *fid_figure_output_name (const char *path, const char *name, struct fid_error *err)
{
    const char *dot = strrchr (path, '.'), *slash = strrchr (path, '/');
    if (!dot || (slash && dot < slash))
        dot = path + strlen (path);
    bool named = dot > path && (!slash || dot > slash + 1);
    return fid_format (err, "%.*s%s%s%s", (int)(dot - path), path, named ? "-" : "", name, dot);
}

int fid_figure_output_width (const struct fid_figure_output *output, double *px,
                             struct fid_error *err)
{
    *px = px_of (output, output->width);
    return check_size (output, "width", *px, err);
}

int fid_figure_output_write (const struct fid_figure_output *output, struct fid_figure *fig,
                             const char *name, struct fid_error *err)
{
    static struct fid_canvas *(*const create[]) (
        const struct fid_canvas_opts *, struct fid_error *) = {fid_canvas_svg, fid_canvas_png,
                                                               fid_canvas_pdf};
    double width, height;
    FID_TRY (fid_figure_output_width (output, &width, err));
    fig->columns = output->columns;
    height = output->height.value > 0
                 ? px_of (output, output->height)
                 : fmax (fid_figure_height (fig, width), PX_MIN); /* a row of phases is lower */
    FID_TRY (check_size (output, "height", height, err));
    struct fid_canvas_opts opts = {
        .width = width, .height = height, .title = fig->title, .scale = output->dpi / 96};
    size_t n;
    char *bytes = fid_figure_bytes (fig, &opts, create[output->format], &n, err), *path = NULL;
    int rc = -1;
    if (bytes && !output->path)
        rc = fwrite (bytes, 1, n, stdout) == n
                 ? 0
                 : fid_errorf (err, FID_EINTERNAL, "standard output: %s", strerror (errno));
    else if (bytes && (!name || (path = fid_figure_output_name (output->path, name, err))))
        rc = fid_outfile_write (path ? path : output->path, output->below, bytes, n, err);
    FID_FREE (path, bytes);
    return rc;
}
