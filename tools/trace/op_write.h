/* op_write.h - parts of trace events as JSON */
#ifndef FID_OP_WRITE_H
#define FID_OP_WRITE_H

#include <stdint.h>
#include <stdio.h>
#include "base/span.h"

/* A text as written in another JSON document, without quotes; raw control characters become
 * blanks. */
void fid_op_put_written (FILE *f, struct fid_span s);

/* A value of another document that was a number or a text. */
void fid_op_put_value (FILE *f, struct fid_span s);

/* us of ns, exactly. */
void fid_op_put_us (FILE *f, int64_t ns);

/* A text as a string with its quotes. */
void fid_op_put_text (FILE *f, struct fid_span s);

#endif
