/* processed_timeline.c - timeline.csv of a processed tree: what phase, when
 *
 *     2023-02-11T13:13:20.110,2023-02-11T13:13:29.874,INIT
 *
 * start, end (UTC), name; no title line; ordered by end. */
#include "readers/intervals.h"
#include "readers/tables/utc_rows.h"

static int
probe (const struct fid_head *head)
{
    struct fid_utc_row row;
    enum fid_phase_name name;
    int64_t end_ns;
    if (!fid_utc_first (head->text, ',', &row) || row.n != 3)
        return 0;
    return fid_utc_time (row.field[1], &end_ns) && fid_phase_by_text (row.field[2], &name) ? 95
                                                                                           : 0;
}

static enum fid_remark_code
take (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
      struct fid_error *err, int *rc)
{
    struct fid_phase p = {.start_ns = row->t_ns, .epoch = -1, .block = -1};
    (void)self;
    if (row->n != 3)
        return FID_REMARK_FIELDS_NOT_THREE;
    if (!fid_utc_time (row->field[1], &p.end_ns))
        return FID_REMARK_END_NOT_UTC;
    if (!fid_phase_by_text (row->field[2], &p.name))
        return FID_REMARK_PHASE_NAME_UNKNOWN;
    if (p.end_ns < p.start_ns)
        return FID_REMARK_PHASE_BACKWARD;
    p.kind = fid_phase_kind_of (p.name);
    *rc = fid_put_phase (sink, &p, err);
    return FID_REMARK_NONE;
}

static int
read_timeline (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .row = take};
    return fid_utc_rows (&format, NULL, in, sink, err);
}

const struct fid_reader reader_processed_timeline = {
    .name = "processed_timeline",
    .doc = "phases of a processed tree (timeline.csv)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_PHASES,
    .rank = 5,
    .probe = probe,
    .read = read_timeline,
};
