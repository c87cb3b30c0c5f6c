/* mllog_copy.h - an MLLOG log as a JSON array
 *
 * The objects of rank 0, one a line, as they are but for time_ms, which becomes
 * the text "YYYY-MM-DDTHH:MM:SS.mmm" in UTC.  What is no object, or has no time, is
 * left out. */
#ifndef FID_MLLOG_COPY_H
#define FID_MLLOG_COPY_H

#include <stdio.h>
#include "base/text.h"

/* Write all of text to f, where an error shows when it is closed.  -1 if the text
 * cannot be read. */
int fid_mllog_copy (struct fid_text *text, FILE *f, struct fid_error *err);

#endif
