/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h - report.html: a shell with a style sheet and a script, and the data that it draws
 *
 *   <main>                      the script fills it
 *   <noscript>                  the ranking as a table, and three pictures
 *   <script id="d-all">         what all pairs have: lists, answers, the ranking
 *   <script> ... </script>      uPlot and page.js
 *   <script id="d-7">           what the 7th pair has
 *
 * Data are JSON, deflated (RFC 1950), in base64; page.js has the other end of each. */
#pragma once

#include "report/report.h"
#include "results/series.h"

/* Like fprintf for JSON: %s a string in quotes (NULL or "": null), %d and %zu, %g a number of 5
 * digits (null: FID_ABSENT, or not finite), %f the same of a number that may be FID_ABSENT's, -1. */
void fid_put_json (FILE *f, const char *fmt, ...) FID_PRINTF (2, 3);

void fid_put_answer (FILE *f, const struct fid_result_head *r);

/* The first n causes of a result, as a list. */
void fid_put_causes (FILE *f, const struct fid_result_head *r, size_t n);

/* What all pairs have; what a history has. */
int fid_put_overview (FILE *f, const struct fid_report *report, struct fid_error *err);
void fid_put_history (FILE *f, const struct fid_history *h, bool beside);

/* The course of a configuration's similarity; null without one. */
void fid_put_trend (FILE *f, const struct fid_history *h, const struct fid_history_series *s);

/* How much of a pair is on the page. */
struct fid_page_detail {
    size_t point_n; /* of a series, at most; 0: no series */
    bool measures;  /* those that no clause asks for, too */
};

/* [[resource, similarity]], the lowest first; with the cells, [text, grade, why not] of each
 * column behind these. */
void fid_put_breakdown (FILE *f, const struct fid_result *r, bool cells);

/* All of a pair; s: NULL: there are no series, or they cannot be used (why). */
int fid_put_pair (FILE *f, const struct fid_result *r, const struct fid_series *s,
                  const char *why, const struct fid_page_detail *detail, struct fid_error *err);

/* What a script element of text[n], which is freed, holds; NULL with FID_EINTERNAL.  The element,
 * and its bytes. */
char *fid_page_data (char *text, size_t n, struct fid_error *err);
size_t fid_page_put (FILE *f, const char *id, const char *data);

#define FID_PAGE_ROWS 2000 /* of the ranking; of more, the first places of each list */
