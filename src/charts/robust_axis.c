/* robust_axis.c - see robust_axis.h */
#include <math.h>
#include <stdlib.h>
#include "base/order.h"
#include "charts/robust_axis.h"

static bool
is_shown (const struct fid_line *line, size_t i, const struct fid_axis *x)
{
    double at = fid_line_x (line, i);
    return isfinite (line->y[i]) && at >= x->lo && at <= x->hi;
}

struct fid_robust
fid_robust_end (struct fid_figure *fig, const struct fid_line *line, size_t line_n,
                const struct fid_axis *x)
{
    struct fid_robust r = {0, 0, 0};
    size_t all_n = 0, n = 0;
    for (size_t k = 0; k < line_n; k++)
        all_n += line[k].n;
    double *above = fid_figure_numbers (fig, all_n);
    if (!above)
        return r;
    for (size_t k = 0; k < line_n; k++)
        for (size_t i = 0; i < line[k].n; i++)
            if (is_shown (&line[k], i, x) && line[k].y[i] > 0) {
                above[n++] = line[k].y[i];
                r.highest = fmax (r.highest, line[k].y[i]);
            }
    r.hi = r.highest;
    if (n < FID_SPIKE_LEAST)
        return r;
    qsort (above, n, sizeof *above, fid_order_doubles);
    double usual = above[(size_t)(.99 * (double)(n - 1))];
    if (r.highest <= FID_SPIKE * usual)
        return r;
    r.hi = 2 * usual;
    for (size_t i = 0; i < n; i++)
        r.cut_n += above[i] > r.hi;
    return r;
}

struct fid_line
fid_robust_marks (struct fid_figure *fig, const struct fid_line *line, const struct fid_axis *x,
                  double hi)
{
    double *at = fid_figure_numbers (fig, 2 * line->n), *y = fid_figure_numbers (fig, 2 * line->n);
    struct fid_line marks = {.x = at, .y = y, .pen = line->pen, .mark = FID_MARK_UP};
    for (size_t i = 0; at && y && i < line->n; i++)
        if (is_shown (line, i, x) && line->y[i] > hi) {
            at[marks.n] = fid_line_x (line, i);
            y[marks.n++] = hi;
            at[marks.n] = y[marks.n] = NAN; /* no line between them */
            marks.n++;
        }
    return marks;
}
