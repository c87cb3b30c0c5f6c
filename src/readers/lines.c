/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - readers that get one line after the other (see reader.h) */
#include "readers/reader.h"

int fid_lines_read (struct fid_input *in,
                    int (*take) (void *self, struct fid_span line, struct fid_error *err),
                    void *self, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        line = fid_span_trim (line);
        rc = line.n ? take (self, line, err) : 0;
        if (rc < 0)
            return -1;
        if (rc > 0)
            fid_reject_line (in, (enum fid_remark_code)rc);
    }
    return rc;
}

int fid_jsondoc_open (struct fid_input *in, struct fid_json *j, struct fid_error *err)
{
    struct fid_span all;
    FID_TRY (fid_text_rest (in->text, &all, err));
    fid_json_init (j, all);
    if (!fid_json_enter (j, '{'))
        return fid_errorf (err, FID_EINPUT, "%s: not a JSON object", in->text->path);
    return 0;
}

int fid_jsondoc_end (const struct fid_input *in, const struct fid_json *j,
                     struct fid_error *err)
{
    if (j->bad)
        return fid_errorf (err, FID_EINPUT, "%s: not JSON to its end", in->text->path);
    if (j->cut)
        fid_put_note (in->sink, 0, FID_REMARK_CUT_IN_MIDDLE);
    return 0;
}

void fid_members_take (struct fid_json *j, const char *const *name, struct fid_span *field)
{
    struct fid_span key;
    for (size_t i = 0; name[i]; i++)
        field[i] = (struct fid_span){"", 0};
    while (fid_json_member (j, &key)) {
        size_t i = 0;
        while (name[i] && !fid_span_is (key, name[i]))
            i++;
        if (!name[i])
            fid_json_skip (j);
        else if (fid_json_peek (j) == '"')
            fid_json_string (j, &field[i]);
        else
            field[i] = fid_json_raw (j);
    }
}
