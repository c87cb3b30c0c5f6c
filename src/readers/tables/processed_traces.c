/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processed_traces.c - traces in the trees that the earlier tools made of raw ones
 *
 * The columns are those of the raw tracer (bpf_line.h).  The stamp is in UTC, still
 * that of completion.  Older trees have files of one process: bio_PID. */
#include "readers/bpftrace/bpf_line.h"
#include "readers/tables/row_fields.h"

/* Copies from before a filter (read.out.bk) are not read. */
static int probe_processed (const struct fid_bpf_kind *kind, const struct fid_head *head)
{
    return fid_span_ends (head->name, ".bk") ? 0 : fid_bpf_probe (kind, head);
}

/* A sink that lets one process through. */
struct only_pid {
    const struct fid_sink *to;
    int64_t pid;
    uint64_t other_n; /* events of others */
};

static int take_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct only_pid *o = self;
    if (ev->pid == o->pid)
        return fid_put_event (o->to, ev, err);
    o->other_n++;
    return 0;
}

static void reject_line (void *self, const struct fid_remark *r)
{
    struct only_pid *o = self;
    if (o->to->reject)
        o->to->reject (o->to->self, r);
}

static void take_note (void *self, const struct fid_remark *r)
{
    struct only_pid *o = self;
    if (o->to->note)
        o->to->note (o->to->self, r);
}

/* A file of one process ("bio_1234") was cut out by searching for its number anywhere
 * in a line.  Lines of other processes in it are also in the files of those, so they
 * are left out here. */
static int read_processed (const struct fid_bpf_kind *kind, struct fid_input *in,
                           struct fid_error *err)
{
    struct only_pid only = {in->sink, fid_name_pid (in->head.name), 0};
    struct fid_sink filter = {
        .self = &only, .event = take_event, .reject = reject_line, .note = take_note};
    in->sink = only.pid >= 0 ? &filter : in->sink;
    int rc = fid_bpf_read (kind, in, err);
    fid_put_count (only.to, FID_REMARK_OTHER_PROCESSES, only.other_n);
    return rc;
}

#define PROCESSED_READER(NAME, DOC, GIVES, KIND, WORD, OP, ...)                                \
    FID_BPF_READER_OF (NAME, DOC, GIVES, KIND, WORD, OP, fid_bpf_utc_columns, true,            \
                       probe_processed, read_processed, FID_CLOCK_UTC, 5, __VA_ARGS__)

/*     UTC PID COMM DISK T BYTES SECTOR LAT   bio.out, and the raw layouts of other years
 *     UTC PID T BYTES LAT                    bio_data/bio_PID */
PROCESSED_READER (processed_bio, "block requests of a processed tree", FID_GIVES_BLOCK,
                  FID_BPF_BIO, "bio", FID_OP_BLOCK_READ, "pcdtbsl", "pcixdtbl", "pcdtbl",
                  "ptbl")

/*     UTC PID OFFSET RET LAT FILENAME        read.out, and the raw layouts of other years
 *     UTC PID RET LAT FILENAME               read_data/read_PID */
PROCESSED_READER (processed_read, "read calls of a processed tree", FID_GIVES_READ,
                  FID_BPF_READ, "read", FID_OP_READ, "pobln", "pfbln", "pcobn", "picln", "pbln")

/*     UTC PID OFFSET SIZE LAT FILENAME       write.out, and the raw layouts of other years
 *     UTC PID BUFFERADDR LAT FILENAME        write_data/write_PID, without size */
PROCESSED_READER (processed_write, "write calls of a processed tree", FID_GIVES_WRITE,
                  FID_BPF_WRITE, "write", FID_OP_WRITE, "pobln", "pfaosbln", "picln", "paln")

/*     UTC PID COMM LAT FULLPATH FILENAME     openat.out, and the raw layouts of other years
 *     UTC PID LAT FULLPATH FILENAME          open_data/open_PID */
PROCESSED_READER (processed_openat, "openat calls of a processed tree", FID_GIVES_OPEN,
                  FID_BPF_OPENAT, "open", FID_OP_OPEN, "pclP", "pflP", "piclF", "plP")
