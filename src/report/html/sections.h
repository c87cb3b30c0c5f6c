/* sections.h - the sections of report.html, each in its own file
 *
 * They show the numbers of result files; nothing is computed here. */
#ifndef FID_HTML_PARTS_H
#define FID_HTML_PARTS_H

#include "base/html.h"
#include "charts/pair_charts.h"
#include "report/report.h"
#include "results/series.h"

/* What the page has of a pair, HTML. */
struct fid_page_part {
    size_t n;        /* bytes of text and pictures */
    char *section;   /* owned; text.  NULL: the pair has a page of its own */
    size_t lead_n;   /* bytes of it above the causes, */
    size_t upper_n;  /* above the pictures, */
    size_t middle_n; /* and between the pictures and the measures */
    char *measures;  /* owned; the table of every measure */
    char *pictures;  /* owned; NULL: none */
    size_t time_n;   /* bytes of them that show series over time */
    char *fine;      /* owned; finer values of these (fid_page_levels) */
    char *why;       /* owned; why its series file cannot be used; NULL: it can, or
                        there is none */
};

/* One page being written. */
struct fid_side;
struct fid_page {
    const struct fid_report *report;
    FILE *f;
    struct fid_error *err;
    struct fid_page_part *part; /* owned; by pair */
    struct fid_side **side;     /* owned; by list of workloads; NULL: it has none (workload.h) */
    bool alone;                 /* the page of one pair, in the folder FID_PAGES */
    unsigned graded;            /* bit g: some pair has a grade for group g */
    size_t section_n, plot_n;   /* pairs with sections, with pictures */
};


/* Make the parts of as many pairs as fit beside an overview of that length.  Returns -1
 * with FID_EINTERNAL; call fid_page_empty even after a failure. */
int fid_page_fill (struct fid_page *page, size_t overview_n);
void fid_page_empty (struct fid_page *page);

/* All of one pair, for a page of its own that stays below the same size. */
int fid_page_fill_alone (const struct fid_page *page, const struct fid_result_head *r,
                         struct fid_page_part *part);
void fid_page_part_clear (struct fid_page_part *part);

/* Write that page. */
void fid_page_put_alone (const struct fid_page *page, const struct fid_result_head *r,
                         const struct fid_page_part *part);

/* Add why the series file of a pair cannot be used to the notes of the report. */
int fid_page_blame (const struct fid_page *page, const char *why);

/* elements.c: "NAME.html", the page of its own of a result "NAME.json"; freed by the caller. */
char *fid_page_file_name (const struct fid_result_head *r, struct fid_error *err);

/* Begin a link to the section of a pair or, without one, to its page; the caller writes its
 * text and "</a>". */
void fid_page_begin_link (const struct fid_page *page, const struct fid_result_head *r);

/* The same to its page, whether it has a section or not. */
void fid_page_begin_other (const struct fid_page *page, const struct fid_result_head *r);

/* A result's place on the page: its section is "#pair-N". */
size_t fid_page_pair (const struct fid_page *page, const struct fid_result_head *r);

/* A cell of a heat map: x from 0 (strong) to 1 (pale) as a number of two
 * digits, or a dash with the reason as a tip (NULL: "not compared"). */
void fid_page_heat (const struct fid_page *page, double x, const char *reason);

/* The shade of x from 0 to 1: 0 (pale, good) to 9 (strong, bad). */
int fid_page_shade (double x);

/* "0.63" or a dash. */
void fid_page_number (FILE *f, double x, int digits);

/* Whether that is the id of a real run. */
bool fid_page_is_real (const struct fid_page *page, const char *id);

/* Whether the second run of the pair is also a real run. */
bool fid_page_two_real (const struct fid_page *page, const struct fid_result_head *r);

/* Whether the overview has a row for an entry of a list of a workload: not for real runs, nor
 * for emulations of other workloads. */
bool fid_page_shows (const struct fid_page *page, const struct fid_list *list,
                     const struct fid_entry *e);

/* HTML in which [word] and [word|text] stand for a word of the glossary: what it means as a tip,
 * and a link to its row. */
void fid_page_prose (FILE *f, const char *html);

/* The same with a tip of its own: one facet of all, for example. */
void fid_page_tip (FILE *f, const char *word, const char *tip, const char *text);

/* The beginning of a page up to the first section, which is called id, and its end, with what
 * draws if there are pictures to zoom. */
void fid_report_begin (FILE *f, const char *title, const char *id);
void fid_report_end (FILE *f, bool pictures);

/* One picture of a pair; -1 with FID_EINTERNAL. */
int fid_page_picture (const struct fid_page *page, const struct fid_series *s,
                      enum fid_pair_chart what, size_t i, const char *title);

/* The cell of the overview with the course of a configuration's score (history.c). */
int fid_page_trend (const struct fid_page *page, const struct fid_entry *e);

/* Sections: of all pairs (summary.c, overview.c), ...  -1 with FID_EINTERNAL. */
void fid_page_answer (const struct fid_page *page);
int fid_page_summary (const struct fid_page *page);
int fid_page_ranking (const struct fid_page *page);
bool fid_page_has_ranking (const struct fid_page *page); /* pairs of one workload */
void fid_page_failures (const struct fid_page *page);

/* ... which workload each configuration resembles (identify.c), where pairs of different
 * workloads were compared; -1 with FID_EINTERNAL, ... */
int fid_page_identify (const struct fid_page *page);
bool fid_page_has_identify (const struct fid_page *page);

/* ... of each workload: its configurations side by side (workload.c), whose results are to be
 * loaded before; -1 with FID_EINPUT if a result cannot be read again, ... */
int fid_page_sides_load (struct fid_page *page);
void fid_page_sides_clear (struct fid_page *page);
int fid_page_workloads (const struct fid_page *page);
bool fid_page_has_workload (const struct fid_page *page, const struct fid_list *list);

/* ... and of one: its verdict and causes, who is compared, how sure the data
 * are (pair.c, validity.c), what was measured (scores.c),
 * parameters and the command (method.c).  -1 with FID_EINTERNAL. */
int fid_page_verdict (const struct fid_page *page, const struct fid_result *r);
int fid_page_change (const struct fid_page *page, const struct fid_result *r);
void fid_page_sides (const struct fid_page *page, const struct fid_result *r);
void fid_page_validity (const struct fid_page *page, const struct fid_result *r);
void fid_page_breakdown (const struct fid_page *page, const struct fid_result *r);
void fid_page_windows (const struct fid_page *page, const struct fid_result *r);
/* ... what operator traces say, if both have such (operators.c), ... */
void fid_page_operators (const struct fid_page *page, const struct fid_result *r);
/* ... its pictures: series over time, then the others (charts.c); -1 with
 * FID_EINTERNAL, ... */
int fid_page_times (const struct fid_page *page, const struct fid_series *s);
int fid_page_pictures (const struct fid_page *page, const struct fid_result *r,
                       const struct fid_series *s);

/* ... what files are used for, where they are read, and distributions (access.c); -1 with
 * FID_EINTERNAL, ... */
int fid_page_roles (const struct fid_page *page, const struct fid_series *s);
int fid_page_places (const struct fid_page *page, const struct fid_series *s);
int fid_page_spreads (const struct fid_page *page, const struct fid_series *s);

/* ... for the script: both runs' values of one series (series.c), what one
 * point of them stands for where it is more than one value, in words, and the
 * phases of the real run that stand out from training; */
void fid_page_numbers (FILE *f, const struct fid_series_time *t);
void fid_page_thinned (FILE *f, const struct fid_series_time *t);
void fid_page_stripes (FILE *f, const struct fid_series *s);

/* ... other axes of time (time_axes.c); -1 with FID_EINTERNAL; */
int fid_page_time_axes (const struct fid_page *page, const struct fid_series *s);

/* ... and finer values of the series over time, in so many bytes or a little more
 * (levels.c); nothing where there are none.  -1 with FID_EINTERNAL. */
int fid_page_levels (const struct fid_page *page, const struct fid_series *s, size_t room);

void fid_page_measures (const struct fid_page *page, const struct fid_result *r);
void fid_page_method (const struct fid_page *page, const struct fid_result *r);

/* The style sheet and the scripts of the page: bytes as in the source tree. */
void fid_html_style (FILE *f);
void fid_html_script (FILE *f);  /* sorting, filtering, pages */
void fid_html_plotter (FILE *f); /* uPlot with its licence, and what draws by it */

#endif
