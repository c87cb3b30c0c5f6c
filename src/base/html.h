/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.h - writing HTML safely: all text is escaped
 *
 * %s escapes its string, so only formats can contain markup. */
#pragma once

#include "base/base.h"
#include <cjson/cJSON.h>

/* Like fprintf, for %s %d %zu, %f and %g (with a precision) and %%.  Strings
 * are escaped for elements and quoted attributes; control characters and bytes that are
 * not UTF-8 become U+FFFD.  Numbers have a decimal point in every locale.  The caller
 * checks ferror (f). */
void fid_html (FILE *f, const char *fmt, ...) FID_PRINTF (2, 3);

/* A link to a file, whatever its name, in a folder ("", "pairs/", "../") beside the page. */
void fid_html_file (FILE *f, const char *folder, const char *name);
