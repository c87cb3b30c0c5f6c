/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_titles.h - which column each field of a row belongs to */
#pragma once

#include "readers/tables/rows.h"

#define FID_TITLES_MAX 8192 /* bytes of titles and their groups */

#define FID_TAKES(take) (1U << (take))

/* What a field of the rows is. */
struct fid_place {
    const struct fid_row_column *column; /* NULL: it is not used */
    struct fid_span key;                 /* of a gauge: the device that its title names */
    int gpu;                             /* or the GPU; -1 */
};

struct fid_titles {
    struct fid_place at[FID_ROW_FIELDS];
    size_t n;                  /* 0: none yet */
    unsigned takes;            /* of all columns: FID_TAKES (enum fid_take) */
    char text[FID_TITLES_MAX]; /* of the titles: keys point into it */
};

/* Whether a title is `name`, in which '*' stands for anything: for *star. */
bool fid_title_is (struct fid_span title, struct fid_span name, struct fid_span *star);

/* Whether the column is a gauge of GPUs. */
bool fid_column_of_gpu (const struct fid_row_column *c);

/* Takes a line as titles, with the line above it; false if it has none of this format. */
bool fid_titles_read (struct fid_titles *t, const struct fid_rows *rows, struct fid_span line,
                      struct fid_span above);

/* The columns of a format without titles: one field after the other, or members. */
void fid_titles_fixed (struct fid_titles *t, const struct fid_rows *rows);
