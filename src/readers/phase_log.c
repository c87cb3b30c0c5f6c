/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase_log.c - see phase_log.h */
#include "readers/phase_log.h"

static const char *const names[FID_NAME_N] = {
    [FID_NAME_INIT] = "init",
    [FID_NAME_RUN] = "run",
    [FID_NAME_EPOCH] = "epoch",
    [FID_NAME_TRAINING] = "training",
    [FID_NAME_BLOCK] = "block",
    [FID_NAME_EVAL] = "eval",
    [FID_NAME_CHECKPOINT] = "checkpoint",
    [FID_NAME_CHECKPOINT_LOAD] = "checkpoint load", /* in no file */
};

void fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                     enum fid_phase_name name)
{
    struct fid_remark r = {.code = code, .line = line, .name = names[name]};
    if (sink->note)
        sink->note (sink->self, &r);
}

bool fid_phase_by_text (struct fid_span text, bool capitals, enum fid_phase_name *name)
{
    for (int i = 0; i < FID_NAME_CHECKPOINT_LOAD; i++) {
        size_t k = 0;
        while (k < text.n && names[i][k] &&
               text.p[k] == (capitals ? names[i][k] & ~0x20 : names[i][k]))
            k++;
        if (k == text.n && k && !names[i][k]) {
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
