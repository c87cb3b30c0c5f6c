/* pair_charts.h - the charts of report.html: one aspect of a pair each, from its series file
 *
 * The real run is blue and solid, the second run vermillion and dashed.  Time is seconds after
 * the start of the job of each run.  What `fidlio plot' draws of pairs is in pair_figure.h. */
#ifndef FID_PAIR_CHARTS_H
#define FID_PAIR_CHARTS_H

#include "plot/canvas.h"
#include "results/series.h"

enum fid_pair_chart {
    FID_CHART_TIME,     /* a resource over time, the difference below it; i: index of time[] */
    FID_CHART_PHASES,   /* phases of both runs, with links of the warp; i: index of warp[] */
    FID_CHART_OFFSET,   /* how far each warp shifts the second run, against time */
    FID_CHART_SPREAD,   /* CDF of a quantity; i: index of dist[] */
    FID_CHART_SPECTRUM, /* i: index of spectrum[] */
    FID_CHART_STEPS,    /* the parts of a mean training step */
    FID_CHART_STEP_TIMES, /* the length of each training step, in order */
    FID_CHART_SUM,        /* what a resource has moved until then; i: index of time[] */
    FID_CHART_SPREAD_BYTES, /* SPREAD of sizes, where each operation weighs what it moves */
    FID_CHART_ROLES,        /* I/O over time by the role of the file */
    FID_CHART_ROLE_BYTES,   /* bytes by role */
    FID_CHART_PLACES,       /* where in the data is read, over time */
    FID_CHART_SIZE_LATENCY  /* operations by size and latency; i: index of access.grid[] */
};

/* Whether there is anything to draw. */
bool fid_pair_chart_known (const struct fid_series *s, enum fid_pair_chart chart);

/* The size of a chart, px.  -1: out of memory. */
int fid_pair_chart_size (const struct fid_series *s, enum fid_pair_chart chart, double *width,
                         double *height);

/* Draw it on a canvas of that size.  Out of memory makes the canvas fail. */
void fid_pair_chart_draw (const struct fid_series *s, enum fid_pair_chart chart, size_t i,
                          struct fid_canvas *c);

/* Start and end of the job, s, over both runs; of everything traced if the job is not known. */
void fid_pair_job (const struct fid_series *s, double job[2]);

/* Whether time[i] is the series that represents its resource: the first of it, which is bytes
 * if there are any. */
bool fid_pair_chart_shows (const struct fid_series *s, size_t i);

/* Of how many places in the sample of a run one is drawn; page: in report.html. */
size_t fid_pair_each_place (const struct fid_series *s, int side, bool page);

/* Whether a value of either run is not 0. */
bool fid_pair_moves (const struct fid_series_time *t);

#endif
