/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsondoc.c - see jsondoc.h */
#include "readers/jsondoc.h"

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
