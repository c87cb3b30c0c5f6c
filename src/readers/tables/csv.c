/* csv.c - tables for anything that has no reader of its own
 *
 * The first line names the columns; the first column is time.  Its name says which
 * clock: seconds from some zero (reader csv), or UTC (reader csv_utc).  The other names
 * say what the table holds: gauges, events or phases (doc/formats.md lists them). */
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "readers/tables/csv_columns.h"
#include "readers/phase_log.h"

#define UTC_MIN (3652 * FID_DAY) /* 1980: earlier stamps are no epoch seconds */

struct csv_table {
    enum fid_clock clock;
    enum fid_csv_kind kind;
    size_t column_n;
    struct fid_csv_column column[FID_CSV_COLUMNS_MAX];
    struct fid_span field[FID_CSV_COLUMNS_MAX]; /* of the row */
    const struct fid_sink *sink;                /* borrowed */
    struct fid_error *err;                      /* borrowed */
    bool failed;                                /* the sink did */
};

/* A stamp in the table's clock. */
static bool
read_stamp (const struct csv_table *t, struct fid_span s, int64_t *ns)
{
    int64_t zone_s;
    if (t->clock != FID_CLOCK_UTC)
        return fid_time_seconds (s, ns);
    if (fid_time_iso (s, ns, &zone_s, NULL)) {
        *ns -= zone_s * FID_S;
        return true;
    }
    return fid_time_seconds (s, ns) && *ns >= UTC_MIN;
}

/* The field of the column `what`; n 0 if the column is missing or the field empty. */
static struct fid_span
field_of (const struct csv_table *t, enum fid_csv_what what)
{
    for (size_t i = 0; i < t->column_n; i++)
        if (t->column[i].what == what)
            return t->field[i];
    return (struct fid_span){"", 0};
}

static enum fid_remark_code
put_gauges (struct csv_table *t, int64_t t_ns)
{
    double v;
    /* all or nothing: half a malformed row is not used */
    for (size_t i = 1; i < t->column_n; i++)
        if (t->column[i].what == FID_CSV_GAUGE && t->field[i].n &&
            (!fid_span_f64 (t->field[i], &v) || v < 0 || v > FID_GAUGE_MAX))
            return FID_REMARK_VALUE_ABSURD;
    for (size_t i = 1; i < t->column_n && !t->failed; i++) {
        const struct fid_csv_column *c = &t->column[i];
        if (c->what != FID_CSV_GAUGE || !fid_span_f64 (t->field[i], &v))
            continue;
        struct fid_sample s = {.t_ns = t_ns,
                               .channel = c->channel,
                               .value = v,
                               .index = c->index,
                               .pid = -1,
                               .key = c->key};
        t->failed = fid_put_sample (t->sink, &s, t->err) != 0;
    }
    return FID_REMARK_NONE;
}

static enum fid_remark_code
put_event (struct csv_table *t, int64_t t_ns)
{
    static const char *const ops[FID_OP_N] = {
        [FID_OP_BLOCK_READ] = "block_read",
        [FID_OP_BLOCK_WRITE] = "block_write",
        [FID_OP_READ] = "read",
        [FID_OP_WRITE] = "write",
        [FID_OP_OPEN] = "open",
        [FID_OP_CLOSE] = "close",
        [FID_OP_META] = "meta",
    };
    struct fid_event ev = {.start_ns = t_ns, .pid = -1, .offset = FID_NO_OFFSET};
    struct fid_span op = field_of (t, FID_CSV_OP), bytes = field_of (t, FID_CSV_BYTES);
    struct fid_span latency = field_of (t, FID_CSV_LATENCY), pid = field_of (t, FID_CSV_PID);
    int code = 0;
    int64_t i = 0;
    while (code < FID_OP_N && !fid_span_is (op, ops[code]))
        code++;
    if (code == FID_OP_N)
        return FID_REMARK_OP_UNKNOWN;
    ev.op = (enum fid_op)code;
    if (!bytes.n)
        ev.flags |= FID_EVENT_NO_BYTES;
    else if (!fid_span_i64 (bytes, &i) && !fid_span_u64 (bytes, &ev.bytes))
        return FID_REMARK_SIZE_NOT_WHOLE;
    else if (ev.bytes || i < 0) { /* what a failed call returns, with a sign or without */
        ev.flags |= FID_EVENT_ERROR;
        ev.bytes = 0;
    } else if ((uint64_t)i > FID_BYTES_MAX)
        return FID_REMARK_SIZE_TOO_LARGE;
    else
        ev.bytes = (uint64_t)i;
    if (!latency.n)
        ev.flags |= FID_EVENT_NO_DUR;
    else if (!fid_time_seconds (latency, &ev.dur_ns) || ev.dur_ns < 0)
        return FID_REMARK_LATENCY_NOT_NUMBER;
    if (pid.n && (!fid_span_i64 (pid, &ev.pid) || ev.pid < 0))
        return FID_REMARK_GPU_PID_NOT_NUMBER;
    ev.path = field_of (t, FID_CSV_FILE);
    ev.file = fid_span_last_part (ev.path);
    ev.device = field_of (t, FID_CSV_DEVICE);
    ev.comm = (struct fid_span){"", 0};
    t->failed = fid_put_event (t->sink, &ev, t->err) != 0;
    return FID_REMARK_NONE;
}

static enum fid_remark_code
put_phase (struct csv_table *t, int64_t t_ns)
{
    struct fid_phase p = {.start_ns = t_ns, .epoch = -1, .block = -1};
    struct fid_span phase = field_of (t, FID_CSV_PHASE), end = field_of (t, FID_CSV_END);
    struct fid_span epoch = field_of (t, FID_CSV_EPOCH);
    int64_t number;
    if (!fid_phase_by_text (phase, true, &p.name))
        return FID_REMARK_PHASE_UNKNOWN;
    p.kind = fid_phase_kind_of (p.name);
    if (!read_stamp (t, end, &p.end_ns) || p.end_ns < p.start_ns)
        return FID_REMARK_PHASE_END_BAD;
    if (epoch.n) {
        if (!fid_span_i64 (epoch, &number) || number < 0 || number > INT32_MAX)
            return FID_REMARK_EPOCH_NOT_WHOLE;
        p.epoch = (int)number;
    }
    t->failed = fid_put_phase (t->sink, &p, t->err) != 0;
    return FID_REMARK_NONE;
}

/* Takes one row.  Returns FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code
put_row (struct csv_table *t, struct fid_span line)
{
    struct fid_span f;
    int64_t t_ns;
    size_t n = 0;
    for (; fid_csv_field (&line, &f); n++)
        if (n < t->column_n)
            t->field[n] = f;
    if (n != t->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    if (!read_stamp (t, t->field[0], &t_ns))
        return t->clock == FID_CLOCK_UTC ? FID_REMARK_TIME_NOT_UTC_NOR_EPOCH
                                         : FID_REMARK_TIME_NOT_SECONDS;
    return t->kind == FID_CSV_GAUGES   ? put_gauges (t, t_ns)
           : t->kind == FID_CSV_EVENTS ? put_event (t, t_ns)
                                       : put_phase (t, t_ns);
}

static int
probe_table (const struct fid_head *head, enum fid_clock clock)
{
    struct fid_csv_column column[FID_CSV_COLUMNS_MAX];
    struct fid_span text = head->text, line;
    enum fid_csv_kind kind = FID_CSV_NOTHING;
    if (!text.n || !fid_span_field (&text, '\n', &line))
        return 0;
    if (fid_span_ends (line, "\r"))
        line.n--;
    return fid_csv_header (line, clock, column, &kind) && kind != FID_CSV_NOTHING ? 60 : 0;
}

static int
read_table (struct fid_input *in, enum fid_clock clock, const struct fid_sink *sink,
            struct fid_error *err)
{
    struct fid_span line;
    char *header = NULL; /* keys of columns point into it */
    int rc = fid_text_next (in->text, &line, err);
    if (rc <= 0)
        return rc;
    struct csv_table *t = calloc (1, sizeof *t);
    header = fid_strndup (line.p, line.n, err);
    if (!t || !header) {
        rc = fid_error_nomem (err);
        goto done;
    }
    t->clock = clock;
    t->sink = sink;
    t->err = err;
    t->column_n =
        fid_csv_header ((struct fid_span){header, line.n}, clock, t->column, &t->kind);
    if (!t->column_n || t->kind == FID_CSV_NOTHING) {
        rc = fid_errorf (err, FID_EINPUT, "%s:1: no known columns", in->text->path);
        goto done;
    }
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        if (!fid_span_trim (line).n)
            continue;
        enum fid_remark_code why = put_row (t, line);
        if (t->failed) {
            rc = -1;
            goto done;
        }
        if (why)
            fid_put_reject (sink, in->text->line_n, why);
    }
done:
    free (header);
    free (t);
    return rc;
}

#define CSV_READER(NAME, DOC, CLOCK)                                                           \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return probe_table (head, CLOCK);                                                      \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, const struct fid_sink *sink,                 \
                            struct fid_error *err)                                             \
    {                                                                                          \
        return read_table (in, CLOCK, sink, err);                                              \
    }                                                                                          \
    const struct fid_reader reader_##NAME = {.name = #NAME,                                    \
                                             .doc = DOC,                                       \
                                             .clock = CLOCK,                                   \
                                             .gives = FID_GIVES_EVENTS | FID_GIVES_CPU |       \
                                                      FID_GIVES_GPU | FID_GIVES_DISK |         \
                                                      FID_GIVES_PHASES,                        \
                                             .rank = 1,                                        \
                                             .probe = probe_##NAME,                            \
                                             .read = read_##NAME};

CSV_READER (csv, "a table of gauges, events or phases, in seconds", FID_CLOCK_RELATIVE)
CSV_READER (csv_utc, "a table of gauges, events or phases, in UTC", FID_CLOCK_UTC)
