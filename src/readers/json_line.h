/* json_line.h - arrays written with one element a line, read line by line */
#ifndef FID_JSON_LINE_H
#define FID_JSON_LINE_H

#include "base/json.h"

/* Stand before the elements on this line, the array's first bracket dropped:
 * fid_json_element tells whether there is one. */
static inline void
fid_json_line (struct fid_json *j, struct fid_span line)
{
    line = fid_span_trim (line);
    if (fid_span_starts (line, "["))
        line = (struct fid_span){line.p + 1, line.n - 1};
    fid_json_init (j, line);
}

#endif
