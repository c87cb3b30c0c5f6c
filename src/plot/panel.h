/* panel.h - one diagram: title, legend, axes, and the place where data go
 *
 *   struct fid_panel p = {.box = ..., .title = "read", .x = ..., .y = ...};
 *   fid_panel_begin (&p, canvas);     draws all but the data, starts a clip
 *   ... fid_panel_x (&p, t) ...       data to px
 *   fid_panel_end (&p, canvas);
 *
 * The plots of plot.h do that themselves; their panel is given, not drawn. */
#ifndef FID_PANEL_H
#define FID_PANEL_H

#include "plot/canvas.h"
#include "plot/mark.h"
#include "plot/ticks.h"

struct fid_axis {
    const char *label; /* "time"; its unit is added; NULL: none */
    double lo, hi;     /* equal: taken from the data, by plots that can */
    enum fid_unit unit;
    bool log;
    bool bare;               /* no labels: the panel below has the same axis */
    bool none;               /* nothing at all */
    const char *const *name; /* names of rows from above (of columns), instead of values */
    size_t name_n;
    const struct fid_tick *tick; /* the only values that are marked; NULL: what is fit */
    size_t tick_n;
};

/* One entry of a legend. */
struct fid_key {
    const char *label; /* NULL or "": none */
    struct fid_pen pen;
    bool filled;        /* a patch, not a line */
    enum fid_mark mark; /* on the line */
};

#define FID_KEYS_MAX 12

struct fid_panel {
    struct fid_box box; /* all of it */
    const char *title;  /* NULL: none */
    struct fid_axis x, y;
    struct fid_key key[FID_KEYS_MAX];
    size_t key_n;
    bool gridless;        /* no lines behind the data */
    double left;          /* px kept free for the labels of y; 0: what they need */
    struct fid_box inner; /* where data go; set by fid_panel_begin */
};

/* px the labels of y need. */
double fid_panel_left (const struct fid_panel *p);

/* px of the head that the title takes, from the left of the box. */
double fid_title_width (const struct fid_panel *p);

/* px a panel needs above and below its data: title and legend, labels of x. */
double fid_panel_head (const struct fid_panel *p);
double fid_panel_foot (const struct fid_panel *p);

/* Set .inner, as fid_panel_begin does. */
void fid_panel_layout (struct fid_panel *p);

/* "time (s)": the label of an axis with its unit. */
void fid_axis_label (const struct fid_axis *a, char *out, size_t out_n);

/* About how many ticks an axis has. */
size_t fid_panel_want_x (const struct fid_panel *p);
size_t fid_panel_want_y (const struct fid_panel *p);

/* Whether a value can stand on an axis. */
bool fid_axis_takes (const struct fid_axis *a, double v);

/* The marks of an axis about so many; its own if it has some. */
size_t fid_axis_ticks (const struct fid_axis *a, size_t want_n,
                       struct fid_tick out[FID_TICKS_MAX]);

/* Title and legend, or only the legend, as fid_panel_begin draws them. */
void fid_panel_title (const struct fid_panel *p, struct fid_canvas *c);
void fid_panel_legend (const struct fid_panel *p, struct fid_canvas *c);

void fid_panel_begin (struct fid_panel *p, struct fid_canvas *c);
void fid_panel_end (const struct fid_panel *p, struct fid_canvas *c);

/* The part of the panel that belongs to one of the rows of y (columns of x). */
struct fid_box fid_panel_row (const struct fid_panel *p, size_t row);
struct fid_box fid_panel_column (const struct fid_panel *p, size_t column);

/* Data to px; on a log axis what is not above 0 lies at its low end. */
double fid_panel_x (const struct fid_panel *p, double x);
double fid_panel_y (const struct fid_panel *p, double y);

/* Instead of data: why there are none, in the middle of the panel. */
void fid_panel_say (const struct fid_panel *p, struct fid_canvas *c, const char *text);

/* As much of text as fits into width px, with an ellipsis if it is cut; "" if
 * nothing does.  out has room for out_n bytes. */
void fid_text_fit (const char *text, struct fid_type type, double width, char *out,
                   size_t out_n);

#endif
