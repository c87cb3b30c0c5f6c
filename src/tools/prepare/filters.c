/* filters.c - see filters.h */
#include <string.h>
#include "tools/prepare/filters.h"

static bool
holds (struct fid_span s, const char *what)
{
    return fid_span_find (s, what) >= 0;
}

const char *
fid_filter_read (const struct fid_filters *f, const struct fid_event *ev)
{
    return !f->off && (ev->flags & FID_EVENT_ERROR) ? "failed calls" : NULL;
}

/* What the earlier tools could match as a file's name. */
static bool
plain_name (struct fid_span name)
{
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool alnum = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!alnum && (!c || !strchr ("_[].-", c)))
            return false;
    }
    return true;
}

const char *
fid_filter_write (const struct fid_filters *f, const struct fid_event *ev)
{
    struct fid_span name = ev->file;
    if (f->off)
        return NULL;
    if (f->compat) {
        if (!plain_name (name))
            return "names with odd characters";
        return fid_span_starts (name, "0") || holds (name, ".log") ? "logs and terminals"
                                                                   : NULL;
    }
    bool terminal = fid_span_is (name, "0") || fid_span_is (name, "1") ||
                    fid_span_is (name, "2") || fid_span_is (name, "ptmx") ||
                    fid_span_starts (name, "tty");
    return terminal || fid_span_ends (name, ".log") ? "logs and terminals" : NULL;
}

/* Whether comm is one of the workload's programs. */
static bool
program (const struct fid_filters *f, struct fid_span comm)
{
    static const char *const names[FID_WORKLOAD_N][4] = {
        [FID_UNET3D] = {"python"},
        [FID_DLRM] = {"python"},
        [FID_BERT] = {"python", "horovodrun", "run_pretraining"},
        [FID_DLIO] = {"python3", "mpirun", "horovodrun"},
    };
    for (int i = 0; i < 4 && names[f->workload][i]; i++)
        if (holds (comm, names[f->workload][i]))
            return true;
    return false;
}

bool
fid_filter_writeback (const struct fid_filters *f, const struct fid_event *ev)
{
    return holds (ev->comm, "kworker") && ev->op == FID_OP_BLOCK_WRITE &&
           fid_span_is (ev->device, f->checkpoint_disk);
}

const char *
fid_filter_bio (const struct fid_filters *f, const struct fid_event *ev)
{
    if (!(ev->flags & FID_EVENT_NO_DUR) && ev->dur_ns > f->slowest_ns)
        return "slower than the 99th percentile";
    if (f->off)
        return NULL;
    if (f->compat) {
        bool three = ev->device.n == 3;
        for (size_t i = 0; i < ev->device.n; i++)
            three &= ev->device.p[i] >= 'a' && ev->device.p[i] <= 'z';
        if (!three)
            return "disks not of three letters";
    }
    if (holds (ev->comm, "kworker"))
        return fid_filter_writeback (f, ev)
                   ? NULL
                   : "kernel workers, but writes to the checkpoint disk";
    return program (f, ev->comm) ? NULL : "other programs";
}
