/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - what readers of lines, of JSON documents and of phases share (see reader.h) */
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
        FID_TRY (rc < 0);
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

/* --- phases */

static const char *const phase_names[FID_NAME_N] = {
    [FID_NAME_INIT] = "init",
    [FID_NAME_RUN] = "run",
    [FID_NAME_EPOCH] = "epoch",
    [FID_NAME_TRAINING] = "training",
    [FID_NAME_BLOCK] = "block",
    [FID_NAME_EVAL] = "eval",
    [FID_NAME_CHECKPOINT] = "checkpoint",
    [FID_NAME_CHECKPOINT_LOAD] = "checkpoint_load",
};

void fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                     enum fid_phase_name name)
{
    struct fid_remark r = {.code = code, .line = line, .name = phase_names[name]};
    if (sink->note)
        sink->note (sink->self, &r);
}

bool fid_phase_by_text (struct fid_span text, bool capitals, enum fid_phase_name *name)
{
    for (int i = 0; i < FID_NAME_N; i++) {
        size_t k = 0;
        while (k < text.n && phase_names[i][k] &&
               text.p[k] == (capitals ? phase_names[i][k] & ~0x20 : phase_names[i][k]))
            k++;
        if (k == text.n && k && !phase_names[i][k]) {
            *name = (enum fid_phase_name)i;
            return true;
        }
    }
    return false;
}

enum fid_phase_kind fid_phase_kind_of (enum fid_phase_name name)
{
    switch (name) {
    case FID_NAME_INIT:
        return FID_PHASE_INIT;
    case FID_NAME_EVAL:
        return FID_PHASE_EVAL;
    case FID_NAME_CHECKPOINT:
    case FID_NAME_CHECKPOINT_LOAD:
        return FID_PHASE_CHECKPOINT;
    default:
        return FID_PHASE_TRAINING;
    }
}

int fid_put_text_line (const struct fid_sink *sink, const struct fid_text *text, int64_t t_ns,
                       int64_t quantum_ns, struct fid_error *err)
{
    /* the next line begins where this one ends, whatever its line end is */
    struct fid_logline l = {.t_ns = t_ns,
                            .quantum_ns = quantum_ns,
                            .offset = text->at,
                            .len_n = text->base + text->from - text->at};
    return fid_put_logline (sink, &l, err);
}
