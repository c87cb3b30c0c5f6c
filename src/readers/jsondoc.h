/* jsondoc.h - files that are one JSON object, or an array with one element a line */
#ifndef FID_JSONDOC_H
#define FID_JSONDOC_H

#include "base/json.h"
#include "readers/reader.h"

/* Enters the object that is the file; -1 with FID_EINPUT if it is not one.  Read its
 * members with fid_json_member.  Memory: the file (at most 1 GiB). */
int fid_jsondoc_open (struct fid_input *in, struct fid_json *j, struct fid_error *err);

/* After the last member: -1 if something in it was no JSON; a file that ends
 * in the middle is noted. */
int fid_jsondoc_end (const struct fid_input *in, const struct fid_json *j,
                     const struct fid_sink *sink, struct fid_error *err);

/* Starts reading the elements on this line of an array that has one element a line;
 * the first bracket is skipped.  fid_json_element says whether there is one. */
static inline void
fid_json_line (struct fid_json *j, struct fid_span line)
{
    line = fid_span_trim (line);
    if (fid_span_starts (line, "["))
        line = (struct fid_span){line.p + 1, line.n - 1};
    fid_json_init (j, line);
}

#endif
