/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrap.h - wrapping text at a number of columns */
#pragma once

#include "base/base.h"

/* Write s in lines of at most width columns, the first line after the text `first`, the
 * others after as many blanks.  Longer words are not broken; a number stays with its unit, an
 * arrow with what it leads to.  Control characters become '?'.  Returns -1 if memory runs out. */
int fid_wrap (FILE *f, const char *first, const char *s, size_t width, struct fid_error *err);

/* The same of a text that was made for it, which is freed; nothing if it is empty, -1 if it
 * is NULL. */
int fid_wrap_made (FILE *f, const char *first, char *text, size_t width, struct fid_error *err);

/* The same if the caller has already written indent columns of the first line. */
int fid_wrap_from (FILE *f, size_t indent, const char *s, size_t width, struct fid_error *err);
