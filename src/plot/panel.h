/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel.h - the frame of a diagram: title, legend, axes, and the area of the data
 *
 *   struct fid_panel p = {.box = ..., .title = "read", .x = ..., .y = ...};
 *   fid_panel_begin (&p, canvas);     draws all but the data, starts a clip
 *   ... fid_panel_x (&p, t) ...       data to px
 *   fid_panel_end (&p, canvas);
 *
 * The plots of plot.h call these functions themselves; their caller only fills in the panel. */
#pragma once

#include "plot/canvas.h"

/* --- ticks: linear ones are 1, 2, 2.5 or 5 times a power of ten, of seconds also 15, 30, 60 ...;
 * logarithmic ones are decades, with 2 and 5 where there is room; of bytes powers of two */

enum fid_unit {
    FID_UNIT_NUMBER,  /* 0.5, 20, 1.5k, 3M */
    FID_UNIT_SECONDS, /* 30, min:s or h:min on long linear axes; log: 10 ms */
    FID_UNIT_BYTES,   /* 64 KiB */
    FID_UNIT_COUNT    /* ticks at whole numbers only, perhaps none */
};

struct fid_tick {
    double at;
    char label[24];
};

#define FID_TICKS_MAX 32

/* Ticks of lo..hi (lo < hi; log: 0 < lo) into out, about want_n of them and at
 * least one unless want_n is 0.  Returns how many. */
size_t fid_ticks (double lo, double hi, bool log, enum fid_unit unit, size_t want_n,
                  struct fid_tick out[FID_TICKS_MAX]);

/* The unit to write after the name of an axis: "s", "min:s" or "h:min"; "" if the labels have
 * units. */
const char *fid_ticks_suffix (double lo, double hi, bool log, enum fid_unit unit);

/* The step of linear ticks. */
double fid_ticks_step (double lo, double hi, enum fid_unit unit, size_t want_n);

/* Widen lo..hi so that both ends are ticks (linear), or powers of ten or two
 * (log); equal ends are moved apart first. */
void fid_ticks_round (double *lo, double *hi, bool log, enum fid_unit unit, size_t want_n);

/* A number with its unit, to three digits. */
void fid_ticks_label (double x, enum fid_unit unit, char *out, size_t out_n);

/* --- panels */

struct fid_axis {
    const char *label; /* "time"; the unit is added; NULL: none */
    double lo, hi;     /* equal: taken from the data */
    enum fid_unit unit;
    bool log;
    bool bare;               /* no labels: the panel below has the same axis */
    bool none;               /* no axis at all */
    const char *const *name; /* names of rows (from above) or columns, instead of values */
    size_t name_n;
    const struct fid_tick *tick; /* the ticks; NULL: chosen to fit */
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
    struct fid_box box; /* of the whole panel */
    const char *title;  /* NULL: none */
    struct fid_axis x, y;
    struct fid_key key[FID_KEYS_MAX];
    size_t key_n;
    bool gridless;        /* no lines behind the data */
    double left;          /* px reserved for the labels of y; 0: as needed */
    struct fid_box inner; /* area of the data; set by fid_panel_begin */
};

/* Width of the labels of y, px. */
double fid_panel_left (const struct fid_panel *p);

/* Height above (title, legend) and below (labels of x) the data, px. */
double fid_panel_head (const struct fid_panel *p);
double fid_panel_foot (const struct fid_panel *p);

/* About how many ticks the y axis has. */
size_t fid_panel_want_y (const struct fid_panel *p);

/* Whether an axis can show a value: finite, and above 0 on a log axis. */
bool fid_axis_shows (const struct fid_axis *a, double v);

/* About want_n ticks of an axis, or its own. */
size_t fid_axis_ticks (const struct fid_axis *a, size_t want_n,
                       struct fid_tick out[FID_TICKS_MAX]);

/* Draw the legend, like fid_panel_begin. */
void fid_panel_legend (const struct fid_panel *p, struct fid_canvas *c);

void fid_panel_begin (struct fid_panel *p, struct fid_canvas *c);
void fid_panel_end (const struct fid_panel *p, struct fid_canvas *c);

/* The area of one of the rows of y, or columns of x. */
struct fid_box fid_panel_row (const struct fid_panel *p, size_t row);
struct fid_box fid_panel_column (const struct fid_panel *p, size_t column);

/* Data to px; on a log axis, values of 0 or less are at the low end. */
double fid_panel_x (const struct fid_panel *p, double x);
double fid_panel_y (const struct fid_panel *p, double y);

/* Write why there are no data into the middle of the panel. */
void fid_panel_say (const struct fid_panel *p, struct fid_canvas *c, const char *text);
