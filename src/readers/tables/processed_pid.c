/* processed_pid.c - events of a processed tree that kept only their times
 *
 *     2023-02-11T13:13:27.000808844,2023-02-11T13:13:27.001223344,BIOR
 *
 * start, end (UTC), operation; sizes, names, disks and (but for the older
 * st_end_data_PID) processes are lost.  The folders beside `all_combined` deal
 * the same events out again by worker, so they are left alone. */
#include "readers/tables/processed.h"
#include "readers/tables/utc_rows.h"

/* The operation of that name, or -1. */
static int
op_of (struct fid_span s)
{
    static const struct {
        const char *text;
        enum fid_op op;
    } ops[] = {
        {"BIOR", FID_OP_BLOCK_READ}, {"BIOW", FID_OP_BLOCK_WRITE}, {"READ", FID_OP_READ},
        {"WRITE", FID_OP_WRITE},     {"OPENAT", FID_OP_OPEN},      {"OPEN", FID_OP_OPEN},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (fid_span_is (s, ops[i].text))
            return (int)ops[i].op;
    return -1;
}

static int
probe (const struct fid_head *head)
{
    static const char *const again[] = {"each_parent", "parents_combined_loaders_combined",
                                        "each_parent_and_their_loaders"};
    struct fid_utc_row row;
    int64_t end_ns;
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        if (fid_span_is (head->dir, again[i]))
            return 0;
    if (!fid_utc_first (head->text, ',', &row) || row.n != 3)
        return 0;
    return fid_utc_time (row.field[1], &end_ns) && op_of (row.field[2]) >= 0 ? 95 : 0;
}

static enum fid_remark_code
take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
      struct fid_error *err, int *rc)
{
    const int64_t *pid = self;
    int64_t end_ns;
    if (row->n != 3)
        return FID_REMARK_FIELDS_NOT_THREE;
    if (!fid_utc_time (row->field[1], &end_ns))
        return FID_REMARK_END_NOT_UTC;
    int op = op_of (row->field[2]);
    if (op < 0)
        return FID_REMARK_OPERATION_UNKNOWN;
    if (end_ns < row->t_ns)
        return FID_REMARK_EVENT_BACKWARD;
    struct fid_event ev = {.start_ns = row->t_ns,
                           .dur_ns = end_ns - row->t_ns,
                           .offset = FID_NO_OFFSET,
                           .pid = *pid,
                           .op = (enum fid_op)op,
                           .flags = FID_EVENT_NO_BYTES};
    *rc = fid_put_event (sink, &ev, err);
    return FID_REMARK_NONE;
}

static int
read_pid (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .row = take};
    /* combined.log, parent_0.log: only the older files are named by process */
    int64_t pid =
        fid_span_starts (in->head.name, "st_end_data_") ? fid_name_pid (in->head.name) : -1;
    return fid_utc_rows (&format, &pid, in, sink, err);
}

const struct fid_reader reader_processed_pid = {
    .name = "processed_pid",
    .doc = "event times of a processed tree (timeline/pid/*/*.log)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_BLOCK,
    .rank = 3,
    .probe = probe,
    .read = read_pid,
};
