/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html_page.h - many pictures on one page of HTML
 *
 *   fid_page_begin (f, "all experiments");
 *   fid_page_add (f, "p2-1 / 256 / e1", &figure, 642, &err);   each
 *   fid_page_end (f);
 *
 * One file that loads nothing: the pictures are SVG in it, a heading each, and
 * prints one or two of them a sheet. */
#pragma once

#include "plot/figure.h"

void fid_page_begin (FILE *f, const char *title);

/* A figure of its natural height under a heading, which replaces the figure's
 * title.  -1 with FID_EINTERNAL if memory runs out. */
int fid_page_add (FILE *f, const char *heading, struct fid_figure *fig, double width,
                  struct fid_error *err);

/* Whether all of it was written is the caller's to see (ferror). */
void fid_page_end (FILE *f);
