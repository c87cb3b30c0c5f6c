/* processed.c - see processed.h */
#include "config.h"
#include <string.h>
#include "readers/tables/processed.h"

int
fid_processed_probe (const struct fid_bpf_kind *kind, const struct fid_head *head)
{
    return fid_span_ends (head->name, ".bk") ? 0 : fid_bpf_probe (kind, head);
}

int64_t
fid_name_pid (struct fid_span name)
{
    const char *at = name.n ? memrchr (name.p, '_', name.n) : NULL;
    int64_t pid;
    if (!at ||
        !fid_span_i64 ((struct fid_span){at + 1, (size_t)(name.p + name.n - at - 1)}, &pid))
        return -1;
    return pid;
}

/* A sink that lets one process through. */
struct only_pid {
    const struct fid_sink *to;
    const struct fid_text *text;
    int64_t pid;
};

static int
event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct only_pid *o = self;
    if (ev->pid == o->pid)
        return fid_put_event (o->to, ev, err);
    fid_put_reject (o->to, o->text->line_n, FID_REMARK_OTHER_PROCESS);
    return 0;
}

static void
reject (void *self, const struct fid_remark *r)
{
    struct only_pid *o = self;
    if (o->to->reject)
        o->to->reject (o->to->self, r);
}

static void
note (void *self, const struct fid_remark *r)
{
    struct only_pid *o = self;
    if (o->to->note)
        o->to->note (o->to->self, r);
}

int
fid_processed_read (const struct fid_bpf_kind *kind, struct fid_input *in,
                    const struct fid_sink *sink, struct fid_error *err)
{
    struct only_pid only = {sink, in->text, fid_name_pid (in->head.name)};
    struct fid_sink filter = {.self = &only, .event = event, .reject = reject, .note = note};
    return fid_bpf_read (kind, in, only.pid >= 0 ? &filter : sink, err);
}
