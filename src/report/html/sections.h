/* sections.h - the sections of report.html, each in its own file
 *
 * All take the numbers from result files as they are: nothing is computed here. */
#ifndef FID_HTML_PARTS_H
#define FID_HTML_PARTS_H

#include "base/html.h"
#include "report/report.h"
#include "results/series.h"

/* What the page has of a pair, HTML. */
struct fid_page_part {
    char *section;   /* owned; its text.  NULL: no room, links lead to the result file */
    size_t upper_n;  /* bytes of it that stand above the pictures, */
    size_t middle_n; /* and between these and the measures */
    char *measures;  /* owned; the table of every measure, NULL: left out */
    char *pictures;  /* owned; NULL: none */
    size_t time_n;   /* bytes of them that show series over time */
    char *fine;      /* owned; finer values of these (fid_page_levels) */
    bool no_room;    /* for pictures */
    char *why;       /* owned; why the file of its series is of no use, NULL: it is, or
                        is not there */
};

/* One page being written. */
struct fid_page {
    const struct fid_report *report;
    FILE *f;
    struct fid_error *err;
    bool scored; /* every pair has a score: lists show scores, else similarities */
    struct fid_page_part *part; /* owned; by pair */
    bool full;                  /* while parts are made: the next has no room */
    size_t section_n, plot_n;   /* pairs with sections, with pictures */
};

/* Make the parts of as many pairs as there is room for beside an overview of that
 * length.  -1 with FID_EINTERNAL; freed by fid_page_empty all the same. */
int fid_page_fill (struct fid_page *page, size_t overview_n);
void fid_page_empty (struct fid_page *page);

/* The beginning of a link to the section of a pair or, without one, to its result
 * file: its text and "</a>" are the caller's. */
void fid_page_begin_link (const struct fid_page *page, const struct fid_result_head *r);

/* A result's place on the page: its section is "#pair-N". */
size_t fid_page_pair (const struct fid_page *page, const struct fid_result_head *r);

/* A cell of a heat map: x from 0 (pale) to 1 (dark blue) as a number of two
 * digits; a dash and why where there is none (reason NULL: "not compared"). */
void fid_page_heat (const struct fid_page *page, double x, const char *reason);

/* "0.63" or a dash. */
void fid_page_number (FILE *f, double x, int digits);

/* The number pairs are ordered by: score, else similarity. */
double fid_page_value (const struct fid_page *page, const struct fid_result_head *r);

/* Is the second run of the pair a real run, too (a repeat or another workload)? */
bool fid_page_two_real (const struct fid_page *page, const struct fid_result_head *r);

/* Sections: of all pairs (html_overview.c, html_matrix.c, html_heat.c), ... */
void fid_page_answer (const struct fid_page *page);
void fid_page_counts (const struct fid_page *page);
void fid_page_ranking (const struct fid_page *page);
void fid_page_nearest (const struct fid_page *page);
void fid_page_failures (const struct fid_page *page);
void fid_page_all_pairs (const struct fid_page *page);
void fid_page_words (const struct fid_page *page);

/* ... and of one: its verdict and causes, who is compared, how sure the data
 * are (html_pair.c, html_validity.c), what was measured (html_scores.c),
 * parameters and the command (html_method.c).  -1 with FID_EINTERNAL. */
int fid_page_verdict (const struct fid_page *page, const struct fid_result *r);
void fid_page_causes (const struct fid_page *page, const struct fid_result *r);
void fid_page_sides (const struct fid_page *page, const struct fid_result *r);
void fid_page_validity (const struct fid_page *page, const struct fid_result *r);
void fid_page_breakdown (const struct fid_page *page, const struct fid_result *r);
void fid_page_windows (const struct fid_page *page, const struct fid_result *r);
/* ... its pictures: series over time, then the others (html_pictures.c); -1 with
 * FID_EINTERNAL, ... */
int fid_page_times (const struct fid_page *page, const struct fid_series *s);
int fid_page_pictures (const struct fid_page *page, const struct fid_result *r,
                       const struct fid_series *s);

/* ... for the script: both runs' values of one series (html_series.c), what one
 * point of them stands for where it is more than one value, in words, and the
 * phases of the real run that stand out from training; */
void fid_page_numbers (FILE *f, const struct fid_series_time *t);
void fid_page_thinned (FILE *f, const struct fid_series_time *t);
void fid_page_stripes (FILE *f, const struct fid_series *s);

/* ... and finer values of the series over time, in so many bytes or a little more
 * (html_levels.c); nothing where there are none.  -1 with FID_EINTERNAL. */
int fid_page_levels (const struct fid_page *page, const struct fid_series *s, size_t room);

void fid_page_measures (const struct fid_page *page, const struct fid_result *r);
void fid_page_method (const struct fid_page *page, const struct fid_result *r);

/* The style sheet and the scripts of the page: bytes as in the source tree. */
void fid_html_style (FILE *f);
void fid_html_script (FILE *f);  /* sorting, filtering, pages */
void fid_html_plotter (FILE *f); /* uPlot with its licence, and what draws by it */

#endif
