/* wrap.h - sentences broken into lines */
#ifndef FID_WRAP_H
#define FID_WRAP_H

#include <stdio.h>
#include "base/error.h"

/* Write s in lines of at most width columns: the first after first (already
 * counted), the others after as many blanks.  Words longer than a line stay
 * whole.  Control characters become '?'.  -1 if memory runs out. */
int fid_wrap (FILE *f, const char *first, const char *s, size_t width, struct fid_error *err);

/* The same where indent columns of the first line are written already. */
int fid_wrap_from (FILE *f, size_t indent, const char *s, size_t width, struct fid_error *err);

#endif
