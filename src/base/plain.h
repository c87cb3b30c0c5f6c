/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.h - names and texts from outside, made harmless
 *
 * Names of directories and words in traces may hold any byte: control characters that terminals
 * obey (ESC, and U+0080 to U+009F), marks that turn the order of characters round (U+202E), bytes
 * that are not UTF-8. */
#pragma once

#include "base/base.h"

/* Returns the length in bytes of the first character of s; 0 if the bytes are not UTF-8, or the
 * character is a control character, changes the direction of writing or ends a line (U+2028).
 */
size_t fid_plain_n (const char *s);

/* Writes s to a terminal or a table: line ends and tabs become blanks, other bytes for which
 * fid_plain_n is 0 become '?'. */
void fid_put_plain (FILE *f, const char *s);

/* s made safe for a Markdown table, or for a terminal (bars unchanged); freed by the
 * caller. */
char *fid_cell_md (const char *s, struct fid_error *err);
char *fid_cell_plain (const char *s, struct fid_error *err);

/* Opens a stream that passes Markdown on to f, with each '<' as "&lt;": no HTML begins in it.  To
 * be closed before f is written to again; what f does not take, ferror (f) tells.  NULL with
 * FID_EINTERNAL. */
FILE *fid_markdown_open (FILE *f, struct fid_error *err);

/* s as one word of a shell: in quotes, unless it is plain; freed by the caller. */
char *fid_shell_word (const char *s, struct fid_error *err);

/* Columns that s takes: characters, not bytes. */
size_t fid_text_width (const char *s);

/* Writes s in at most so many columns: what is longer ends with "..".  Returns the columns. */
size_t fid_put_clipped (FILE *f, const char *s, size_t most);

/* The name of a run whose directory has this name: what is not plain, and '/', become %XX byte by
 * byte, and the '%' before two hexadecimal digits %25, so that different names stay different.
 * Freed by the caller; NULL without memory. */
char *fid_plain_name (const char *name, struct fid_error *err);
