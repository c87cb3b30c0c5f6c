/* SPDX-License-Identifier: GPL-3.0-or-later */
/* darshan_dxt.c - reads and writes traced by Darshan DXT, as darshan-dxt-parser prints them
 *
 *     # DXT, file_id: 1645759872, file_name: /data/img_7.npz
 *     # DXT, rank: 0, hostname: node1
 *     # DXT, write_count: 0, read_count: 2
 *     # DXT, mnt_pt: /, fs_type: ext4
 *     # Module    Rank  Wt/Rd  Segment          Offset       Length    Start(s)      End(s)
 * [OST] X_POSIX       0   read        0               0       262144      0.0048      0.0049
 *
 * A record is one file and rank: its writes, then its reads.  Times count from the job's start.
 * X_MPIIO rows are the same bytes once more, as the MPI library was asked for them.  Records
 * are not in the order of time, so all operations are kept (40 bytes each) and sorted. */
#include <xxhash.h>
#include "readers/darshan/darshan_head.h"

struct operation {
    int64_t start_ns, dur_ns; /* from the job's start */
    uint64_t bytes, offset;
    uint32_t name;       /* place in the list of names */
    uint32_t rank_write; /* 2 rank + (1: a write) */
};

struct dxt {
    const struct fid_input *in;  /* borrowed */
    const struct fid_sink *sink; /* borrowed */
    struct fid_error *err;       /* borrowed */
    struct fid_darshan_head head;
    FID_LIST (struct operation, op); /* owned */
    char **name;                     /* owned; of each record */
    size_t name_n, name_cap;
    uint64_t wanted_n, row_n; /* of the record: rows that it has, and should have */
    bool mpiio_noted;
    size_t line_n;
};

/* The rows of a record are as many as it says, unless the text ends early. */
static void end_record (struct dxt *d)
{
    if (d->row_n < d->wanted_n)
        fid_put_reject (d->sink, d->line_n, FID_REMARK_ROWS_MISSING);
    d->wanted_n = d->row_n = 0;
}

/* The number behind "KEY: " in a comment, up to a comma. */
static bool number_after (struct fid_span line, const char *key, uint64_t *out)
{
    struct fid_span rest, word;
    ptrdiff_t at = fid_span_find (line, key);
    if (at < 0)
        return false;
    rest = (struct fid_span){line.p + at + strlen (key), line.n - (size_t)at - strlen (key)};
    fid_span_field (&rest, ',', &word);
    return fid_span_u64 (fid_span_trim (word), out);
}

static int take_comment (struct dxt *d, struct fid_span line)
{
    static const char name[] = "file_name: ";
    uint64_t write_n, read_n;
    if (fid_span_starts (line, "# DXT, file_id:")) {
        end_record (d);
        ptrdiff_t at = fid_span_find (line, name);
        struct fid_span file = {"", 0};
        if (at >= 0)
            file = (struct fid_span){line.p + at + sizeof name - 1,
                                     line.n - (size_t)at - (sizeof name - 1)};
        file = fid_span_trim (file);
        char *copy = fid_strndup (file.p, file.n, d->err);
        if (copy && !FID_PUSH (d->name, d->err, copy))
            return 0;
        free (copy);
        return -1;
    }
    if (fid_span_starts (line, "# DXT, write_count:")) {
        if (number_after (line, "write_count:", &write_n) &&
            number_after (line, "read_count:", &read_n) && write_n <= UINT32_MAX &&
            read_n <= UINT32_MAX)
            d->wanted_n = write_n + read_n;
        return 0;
    }
    if (fid_span_find (line, "*WARNING*") >= 0 && fid_span_find (line, "DXT_POSIX") >= 0)
        fid_put_reject (d->sink, d->line_n, FID_REMARK_MODULE_FULL);
    return fid_darshan_take (&d->head, line, d->sink, d->err);
}

#define DXT_WORDS 8

/* A row; FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code parse_row (const struct dxt *d, const struct fid_span *w,
                                       struct operation *op)
{
    int64_t end_ns;
    uint64_t rank;
    bool write = fid_span_is (w[2], "write");
    if (!fid_span_u64 (w[1], &rank) || rank > INT32_MAX)
        return FID_REMARK_RANK_NOT_NUMBER;
    if (!write && !fid_span_is (w[2], "read"))
        return FID_REMARK_OPERATION_UNKNOWN;
    if (!fid_span_u64 (w[4], &op->offset) || op->offset > INT64_MAX)
        return FID_REMARK_OFFSET_NOT_NUMBER;
    if (!fid_span_u64 (w[5], &op->bytes))
        return FID_REMARK_BYTES_NOT_NUMBER;
    if (op->bytes > FID_BYTES_MAX)
        return FID_REMARK_BYTES_TOO_LARGE;
    if (!fid_time_seconds (w[6], &op->start_ns) || op->start_ns < 0 ||
        op->start_ns > FID_TIME_MAX / 4 || !fid_time_seconds (w[7], &end_ns) ||
        end_ns > FID_TIME_MAX / 4)
        return FID_REMARK_TIME_NOT_SECONDS;
    if (end_ns < op->start_ns)
        return FID_REMARK_EVENT_BACKWARD;
    if (!d->name_n)
        return FID_REMARK_ROW_WITHOUT_FILE;
    op->dur_ns = end_ns - op->start_ns;
    op->name = (uint32_t)(d->name_n - 1);
    op->rank_write = (uint32_t)rank * 2 + write;
    return FID_REMARK_NONE;
}

static int take_line (void *self, struct fid_span line, struct fid_error *err)
{
    struct dxt *d = self;
    struct fid_span w[DXT_WORDS];
    struct operation op;
    d->line_n = d->in->text->line_n;
    if (line.p[0] == '#')
        return take_comment (d, line);
    size_t n = fid_span_words (line, w, DXT_WORDS);
    d->row_n++;
    if (fid_span_is (w[0], "X_MPIIO")) {
        if (!d->mpiio_noted)
            fid_note_line (d->in, FID_REMARK_MPIIO_LEFT_OUT);
        d->mpiio_noted = true;
        return 0;
    }
    enum fid_remark_code why = !fid_span_is (w[0], "X_POSIX") ? FID_REMARK_ROW_UNKNOWN
                               : !d->in->text->line_ended     ? FID_REMARK_LAST_LINE_CUT
                               : n < DXT_WORDS                ? FID_REMARK_FIELDS_TOO_FEW
                                                              : parse_row (d, w, &op);
    return why ? (int)why : FID_PUSH (d->op, err, op);
}

/* By start, then by anything that makes the order certain. */
FID_ORDER_BY (by_start, struct operation,
              FID_RISING (start_ns) FID_RISING (name) FID_RISING (offset)
                  FID_RISING (rank_write))

static int put_all (struct dxt *d, struct fid_span file)
{
    int64_t unsure_ns, zero_ns = fid_darshan_start (&d->head, &unsure_ns);
    /* logs of one process each (without MPI) all have rank 0: the name of the file tells the
     * processes apart */
    int64_t pid = d->head.nprocs > 1 ? FID_PID_OF_RANK (0)
                                     : FID_PID_OF_RANK (XXH3_64bits (file.p, file.n) >> 33);
    if (!d->op_n)
        return 0;
    fid_put_count (d->sink, FID_REMARK_START_UNSURE, (uint64_t)(unsure_ns / FID_MS));
    qsort (d->op, d->op_n, sizeof *d->op, by_start);
    FID_EACH (const struct operation, op, d->op) {
        struct fid_event ev = {.start_ns = zero_ns + op->start_ns,
                               .dur_ns = op->dur_ns,
                               .bytes = op->bytes,
                               .offset = op->offset,
                               .pid = pid + op->rank_write / 2,
                               .op = op->rank_write & 1 ? FID_OP_WRITE : FID_OP_READ,
                               .path = fid_span_of (d->name[op->name])};
        ev.file = fid_span_last_part (ev.path);
        FID_TRY (fid_put_event (d->sink, &ev, d->err));
    }
    return 0;
}

static int read_darshan_dxt (struct fid_input *in, struct fid_error *err)
{
    struct dxt d = {.in = in, .sink = in->sink, .err = err};
    int rc = fid_lines_read (in, take_line, &d, err);
    if (!rc)
        end_record (&d);
    if (!rc && d.op_n && !d.head.has_start)
        rc = fid_errorf (err, FID_EINPUT, "%s: no line '# start_time:' before the records",
                         in->text->path);
    if (!rc && d.head.has_start)
        rc = put_all (&d, in->head.name);
    for (size_t i = 0; i < d.name_n; i++)
        free (d.name[i]);
    FID_FREE (d.name, d.op);
    return rc;
}

static int probe_darshan_dxt (const struct fid_head *head)
{
    if (!fid_darshan_is (head->text))
        return 0;
    return fid_span_find (head->text, "# DXT_POSIX module data") >= 0 ||
                   fid_span_find (head->text, "# DXT, file_id:") >= 0 ||
                   fid_span_find (head->text, "# DXT_MPIIO module data") >= 0 ||
                   fid_span_find (head->text, "# no DXT module data") >= 0
               ? 90
           : fid_span_find (head->name, "dxt") >= 0 ? 85
                                                    : 0;
}

FID_READER_IS (darshan_dxt, UTC, FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_FACTS, 14,
               "reads and writes of Darshan DXT, printed by darshan-dxt-parser")
