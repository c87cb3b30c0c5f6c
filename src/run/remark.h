/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remark.h - what a reader says about a line or a file it reads
 *
 * A remark is a code with fields.  Programs decide by the code; the text is for
 * people, and fid_remark_text makes it where it is shown.  A *reject* is a remark
 * about a malformed line that was skipped, a *note* any other. */
#pragma once

#include "base/base.h"

enum fid_remark_code {
    FID_REMARK_NONE, /* nothing is wrong */
#define FID_REMARK(code, ...) FID_REMARK_##code,
#include "run/remarks.def"
#undef FID_REMARK
    FID_REMARK_N
};

struct fid_remark {
    enum fid_remark_code code;
    size_t line;      /* in the file, from 1; 0: the whole file */
    uint64_t number;  /* what the code counts, or 0 */
    const char *name; /* static; what the code names, or NULL */
};

#define FID_REMARK_TEXT 160

/* Writes the text of a remark to buf and returns buf. */
const char *fid_remark_text (const struct fid_remark *r, char *buf, size_t size);

/* Returns the name of a code for programs: "last_line_cut". */
const char *fid_remark_name (enum fid_remark_code code);
