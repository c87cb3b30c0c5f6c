/* phase_log.c - see phase_log.h */
#include "readers/phase_log.h"

void
fid_phase_note (const struct fid_sink *sink, size_t line, enum fid_remark_code code,
                enum fid_phase_name name)
{
    static const char *const names[FID_NAME_N] = {
        [FID_NAME_INIT] = "init",
        [FID_NAME_RUN] = "run",
        [FID_NAME_EPOCH] = "epoch",
        [FID_NAME_TRAINING] = "training",
        [FID_NAME_BLOCK] = "block",
        [FID_NAME_EVAL] = "eval",
        [FID_NAME_CHECKPOINT] = "checkpoint",
        [FID_NAME_CHECKPOINT_LOAD] = "checkpoint load",
    };
    struct fid_remark r = {.code = code, .line = line, .name = names[name]};
    if (sink->note)
        sink->note (sink->self, &r);
}

bool
fid_phase_by_text (struct fid_span text, enum fid_phase_name *name)
{
    static const struct {
        const char *text;
        enum fid_phase_name name;
    } names[] = {
        {"INIT", FID_NAME_INIT},   {"TRAINING", FID_NAME_TRAINING},
        {"EVAL", FID_NAME_EVAL},   {"CHECKPOINT", FID_NAME_CHECKPOINT},
        {"RUN", FID_NAME_RUN},     {"EPOCH", FID_NAME_EPOCH},
        {"BLOCK", FID_NAME_BLOCK},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (text, names[i].text)) {
            *name = names[i].name;
            return true;
        }
    return false;
}

enum fid_phase_kind
fid_phase_kind_of (enum fid_phase_name name)
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

void
fid_phase_log_init (struct fid_phase_log *iv, const struct fid_sink *sink)
{
    *iv = (struct fid_phase_log){.sink = sink};
}

void
fid_phase_log_see (struct fid_phase_log *iv, int64_t t_ns)
{
    if (!iv->any || t_ns < iv->first_ns)
        iv->first_ns = t_ns;
    if (!iv->any || t_ns > iv->last_ns)
        iv->last_ns = t_ns;
    iv->any = true;
}

void
fid_phase_log_start (struct fid_phase_log *iv, enum fid_phase_name name, int64_t t_ns,
                     int epoch, int block, size_t line)
{
    if (iv->at[name].open && !iv->at[name].renewed) {
        fid_phase_note (iv->sink, line, FID_REMARK_PHASE_AGAIN, name);
        iv->at[name].renewed = true;
    }
    if (name == FID_NAME_INIT) {
        iv->beyond_init = false;
    } else if (iv->at[FID_NAME_INIT].open && !iv->beyond_init) {
        iv->beyond_init = true;
        iv->beyond_init_ns = t_ns;
    }
    iv->at[name].open = true;
    iv->at[name].start_ns = t_ns;
    iv->at[name].epoch = epoch;
    iv->at[name].block = block;
}

static int
close_at (struct fid_phase_log *iv, enum fid_phase_name name, int64_t end_ns, unsigned flags,
          struct fid_error *err)
{
    struct fid_phase p = {.kind = fid_phase_kind_of (name),
                          .name = name,
                          .start_ns = iv->at[name].start_ns,
                          .end_ns = end_ns,
                          .epoch = iv->at[name].epoch,
                          .block = iv->at[name].block,
                          .flags = flags};
    iv->at[name].open = false;
    iv->at[name].closed = true;
    return fid_put_phase (iv->sink, &p, err);
}

int
fid_phase_log_stop (struct fid_phase_log *iv, enum fid_phase_name name, int64_t t_ns,
                    size_t line, struct fid_error *err)
{
    if (!iv->at[name].open) {
        fid_phase_note (iv->sink, line, FID_REMARK_PHASE_ORPHAN, name);
        return 0;
    }
    if (t_ns < iv->at[name].start_ns) {
        fid_phase_note (iv->sink, line, FID_REMARK_PHASE_ENDS_EARLY, name);
        iv->at[name].open = false;
        return 0;
    }
    return close_at (iv, name, t_ns, 0, err);
}

int
fid_phase_log_cut (struct fid_phase_log *iv, enum fid_phase_name name, struct fid_error *err)
{
    if (!iv->at[name].open)
        return 0;
    fid_phase_note (iv->sink, 0, FID_REMARK_PHASE_OPEN, name);
    /* the start is a stamp of the log, so the latest one is not before it */
    return close_at (iv, name, iv->last_ns, FID_PHASE_TRUNCATED, err);
}

/* An INIT without an end must not swallow the run. */
static int
finish_init (struct fid_phase_log *iv, struct fid_error *err)
{
    if (!iv->at[FID_NAME_INIT].open)
        return 0;
    if (iv->at[FID_NAME_INIT].closed) {
        fid_put_note (iv->sink, 0, FID_REMARK_INIT_AGAIN);
        iv->at[FID_NAME_INIT].open = false;
        return 0;
    }
    if (!iv->beyond_init || iv->beyond_init_ns < iv->at[FID_NAME_INIT].start_ns)
        return 0;
    fid_put_note (iv->sink, 0, FID_REMARK_INIT_OPEN);
    return close_at (iv, FID_NAME_INIT, iv->beyond_init_ns, FID_PHASE_TRUNCATED, err);
}

int
fid_phase_log_finish (struct fid_phase_log *iv, struct fid_error *err)
{
    if (finish_init (iv, err))
        return -1;
    for (;;) {
        int last = -1;
        for (int i = 0; i < FID_NAME_N; i++)
            /* of two that start together the one named later is the inner */
            if (iv->at[i].open && (last < 0 || iv->at[i].start_ns >= iv->at[last].start_ns))
                last = i;
        if (last < 0)
            return 0;
        if (fid_phase_log_cut (iv, (enum fid_phase_name)last, err))
            return -1;
    }
}

int
fid_put_text_line (const struct fid_sink *sink, const struct fid_text *text, int64_t t_ns,
                   int64_t quantum_ns, struct fid_error *err)
{
    /* the next line begins where this one ends, whatever its line end is */
    struct fid_logline l = {.t_ns = t_ns,
                            .quantum_ns = quantum_ns,
                            .offset = text->at,
                            .len_n = text->base + text->from - text->at};
    return fid_put_logline (sink, &l, err);
}
