/* SPDX-License-Identifier: GPL-3.0-or-later */
/* template.c - copy me: the files that SOMETHING writes
 *
 *     TIMESTAMP PID ...           <- the columns, their units and the clock
 *
 * Then add FID_READER (foo) to src/readers/readers.def, the file to src/readers/local.mk,
 * fixtures (good, odd, broken)
 * under tests/data/<name>/ with a README line each, a test of values worked
 * out by hand and a row in doc/formats.md. */
#include "readers/reader.h"

static int probe_template (const struct fid_head *head)
{
    return fid_span_starts (head->text, "TEMPLATE") ? 90 : 0;
}

static int read_template (struct fid_input *in, struct fid_error *err)
{
    struct fid_span line, word;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_event ev = {.pid = -1, .op = FID_OP_READ, .offset = FID_NO_OFFSET};
        if (!fid_span_word (&line, &word) || !fid_span_i64 (word, &ev.start_ns)) {
            fid_put_reject (in->sink, in->text->line_n, FID_REMARK_TIMESTAMP_NOT_NUMBER);
            continue;
        }
        FID_TRY (fid_put_event (in->sink, &ev, err));
    }
    return rc;
}

FID_READER_IS (template, BOOT, FID_GIVES_READ, 20, "the format, in one line")
