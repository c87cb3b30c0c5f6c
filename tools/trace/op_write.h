/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_write.h - events of traces as JSON */
#pragma once

#include "base/base.h"

/* A text as written in another JSON document, without quotes; raw control characters become
 * blanks. */
void fid_op_put_written (FILE *f, struct fid_span s);

/* us of ns, exactly. */
void fid_op_put_us (FILE *f, int64_t ns);

/* A text as a string with its quotes. */
void fid_op_put_text (FILE *f, struct fid_span s);

/* A further member whose value was a number or a text in another document; none if it is
 * empty. */
void fid_op_put_member (FILE *f, const char *key, struct fid_span value);

/* A further member whose value was a text there, and one of any kind; none if it is empty. */
void fid_op_put_string (FILE *f, const char *key, struct fid_span written);
void fid_op_put_raw (FILE *f, const char *key, struct fid_span written);
