/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_fields.h - the fields of one line, and the stamps in them */
#pragma once

#include "readers/tables/rows.h"

/* Takes a field that a comma ends off *rest, plain double quotes and blanks off; false at the
 * end.  Start as with fid_span_field. */
bool fid_row_comma (struct fid_span *rest, struct fid_span *field);

/* Splits a line that is no JSON into at most FID_ROW_FIELDS; returns how many there are. */
size_t fid_row_split (enum fid_split split, struct fid_span line, struct fid_span *field);

/* The members of a JSON object that the columns name, in their order; an absent one has n 0.
 * false if the line is no whole object. */
bool fid_row_members (struct fid_span line, const struct fid_row_column *column,
                      struct fid_span *field);

/* An instant in the clock.  UTC: ISO 8601 (without a zone it is UTC), "06/Feb/2019:00:00:38
 * +0000", or seconds, ms, us or ns since 1970, told apart by their size; from 1980 on.  Local
 * time: a date and a time as monitors write them, or "26-11 22:19:33" in that year.  Else
 * seconds. */
bool fid_row_stamp (struct fid_span s, enum fid_clock clock, bool day_first, int year,
                    int64_t *ns);

/* The number at the end of a file's name, after a '_' ("bio_1234"); -1 without one. */
int64_t fid_name_pid (struct fid_span name);

/* The year of a date like "26 Nov 2026" in a line; 0 without one. */
int fid_row_year (struct fid_span line);
