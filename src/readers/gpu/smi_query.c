/* smi_query.c - use of GPUs, as `nvidia-smi --query-gpu=... --format=csv -l 1` prints it
 *
 *     timestamp, index, utilization.gpu [%], utilization.memory [%], memory.used [MiB]
 *     2023/02/11 08:11:19.123, 0, 61 %, 22 %, 13086 MiB
 *
 * Host local time to the millisecond, a row for each GPU.  The GPUs of a round
 * are read a few ms after each other; they share the stamp of the first, so that
 * they are readings of one instant.  Columns may come in any order, with units or
 * without (nounits).  A value in brackets, "[N/A]", is a missing reading. */
#include <string.h>
#include "base/timeparse.h"
#include "readers/gpu/gpu_use.h"
#include "readers/reader.h"

#define COLUMNS   64
#define GPUS_MAX  256
#define STAMP_LEN 19 /* "YYYY/MM/DD HH:MM:SS" */

/* Without a column that names the GPU: rows this near belong to one round. */
#define SAME_ROUND_NS (50 * FID_MS)

/* What a column is: the gauges first. */
enum { STAMP = FID_GPU_GAUGES_N, INDEX, UUID, BUS, COLUMN_N };

struct query {
    const struct fid_input *in;
    const struct fid_sink *sink;
    int at[COLUMN_N]; /* the column's place, -1: not there */
    size_t column_n;  /* 0: no names yet */
    uint64_t missing_n;
    char name[GPUS_MAX][48]; /* GPUs known by uuid or bus */
    int gpu_n;
    struct fid_gpu_round round;
    int64_t newest_ns; /* of the row before */
    int newest;        /* its GPU */
};

/* "utilization.gpu [%]" without its unit. */
static struct fid_span
bare_name (struct fid_span s)
{
    ptrdiff_t at = fid_span_find (s, " [");
    if (at >= 0)
        s.n = (size_t)at;
    return fid_span_trim (s);
}

/* The column that has the name; COLUMN_N if it is not used. */
static int
column_of (struct fid_span name)
{
    static const struct {
        const char *name;
        int column;
    } names[] = {{"utilization.gpu", FID_GPU_SM},
                 {"utilization.memory", FID_GPU_MEM},
                 {"memory.used", FID_GPU_FB},
                 {"timestamp", STAMP},
                 {"index", INDEX},
                 {"uuid", UUID},
                 {"gpu_uuid", UUID},
                 {"pci.bus_id", BUS},
                 {"gpu_bus_id", BUS}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (name, names[i].name))
            return names[i].column;
    return COLUMN_N;
}

/* Takes the line as column names, if it holds such names; their number, or 0. */
static size_t
find_columns (struct fid_span line, int at[COLUMN_N])
{
    struct fid_span word[COLUMNS];
    size_t n = fid_gpu_fields (line, word, COLUMNS);
    bool gauge = false;
    for (int k = 0; k < COLUMN_N; k++)
        at[k] = -1;
    for (size_t i = 0; i < n && n <= COLUMNS; i++) {
        int k = column_of (bare_name (word[i]));
        if (k < COLUMN_N)
            at[k] = (int)i;
        gauge |= k < FID_GPU_GAUGES_N;
    }
    return gauge ? n : 0;
}

/* "2023/02/11 08:11:19.123"; with dashes, too. */
static bool
parse_stamp (struct fid_span s, int64_t *t_ns)
{
    char text[STAMP_LEN + 13];
    if (s.n < STAMP_LEN || s.n >= sizeof text)
        return false;
    memcpy (text, s.p, s.n);
    if (text[4] == '/' && text[7] == '/')
        text[4] = text[7] = '-';
    bool zoned;
    int64_t zone_s;
    return fid_time_iso ((struct fid_span){text, s.n}, t_ns, &zone_s, &zoned) && !zoned;
}

static int
probe_smi_query (const struct fid_head *head)
{
    struct fid_span text = head->text, line, field;
    int at[COLUMN_N];
    int64_t t_ns;
    fid_span_field (&text, '\n', &line);
    if (find_columns (line, at))
        return 95;
    /* --format=csv,noheader: known, to say what is missing */
    return fid_span_field (&line, ',', &field) && line.p && field.n > STAMP_LEN &&
                   field.p[4] == '/' && parse_stamp (fid_span_trim (field), &t_ns)
               ? 30
               : 0;
}

/* GPUs are numbered as their names appear.  Returns -1 if there are too many of them. */
static int
gpu_by_name (struct query *q, struct fid_span name)
{
    if (!name.n || name.n >= sizeof q->name[0])
        return -1;
    for (int i = 0; i < q->gpu_n; i++)
        if (fid_span_is (name, q->name[i]))
            return i;
    if (q->gpu_n == GPUS_MAX)
        return -1;
    memcpy (q->name[q->gpu_n], name.p, name.n);
    return q->gpu_n++;
}

/* The GPU of a row; -1 if it is malformed. */
static int
gpu_of (struct query *q, const struct fid_span *word, int64_t t_ns)
{
    int64_t v;
    if (q->at[INDEX] >= 0)
        return fid_span_i64 (word[q->at[INDEX]], &v) && v >= 0 && v < GPUS_MAX ? (int)v : -1;
    if (q->at[UUID] >= 0)
        return gpu_by_name (q, word[q->at[UUID]]);
    if (q->at[BUS] >= 0)
        return gpu_by_name (q, word[q->at[BUS]]);
    bool again = q->round.any && t_ns >= q->newest_ns && t_ns - q->newest_ns < SAME_ROUND_NS;
    return again ? (q->newest + 1) % GPUS_MAX : 0;
}

static enum fid_remark_code
take_row (struct query *q, struct fid_span line, struct fid_error *err, int *rc)
{
    struct fid_gpu_use use = {.pid = -1};
    struct fid_span word[COLUMNS];
    int64_t t_ns;
    if (fid_gpu_fields (line, word, COLUMNS) != q->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    if (!parse_stamp (word[q->at[STAMP]], &t_ns))
        return FID_REMARK_GPU_STAMP_BAD;
    uint64_t missing_n = 0;
    enum fid_remark_code why = fid_gpu_readings (&use, word, q->at, &missing_n);
    if (why)
        return why;
    use.gpu = gpu_of (q, word, t_ns);
    if (use.gpu < 0)
        return FID_REMARK_GPU_NOT_SMALL;
    q->missing_n += missing_n;
    q->newest = use.gpu;
    q->newest_ns = t_ns;
    use.t_ns = fid_gpu_round_stamp (&q->round, use.gpu, t_ns);
    *rc = fid_gpu_put (q->sink, &use, err);
    return FID_REMARK_NONE;
}

/* Column names; they are printed anew when nvidia-smi is started again. */
static int
take_names (struct query *q, const int at[COLUMN_N], size_t n, struct fid_error *err)
{
    if (at[STAMP] < 0)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: no column timestamp: rows have no place in time (record "
                           "with --query-gpu=timestamp,index,...)",
                           q->in->text->path, q->in->text->line_n);
    if (at[INDEX] < 0 && at[UUID] < 0 && at[BUS] < 0)
        fid_put_note (q->sink, q->in->text->line_n, FID_REMARK_GPUS_BY_TIME);
    memcpy (q->at, at, sizeof q->at);
    q->column_n = n;
    q->round.any = false;
    return 0;
}

static int
read_smi_query (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct query q = {.in = in, .sink = sink};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        int at[COLUMN_N], put = 0;
        line = fid_span_trim (line);
        if (!line.n)
            continue;
        size_t n = find_columns (line, at);
        if (n) {
            if (take_names (&q, at, n, err))
                return -1;
            continue;
        }
        if (!q.column_n && in->text->line_n == 1)
            return fid_errorf (err, FID_EINPUT,
                               "%s:1: the column names are missing (record without noheader)",
                               in->text->path);
        enum fid_remark_code why = !q.column_n             ? FID_REMARK_COLUMN_NAMES_MISSING
                                   : !in->text->line_ended ? FID_REMARK_LAST_LINE_CUT
                                                           : take_row (&q, line, err, &put);
        if (put)
            return -1;
        if (why)
            fid_put_reject (sink, in->text->line_n, why);
    }
    fid_put_count (sink, FID_REMARK_READINGS_MISSING, q.missing_n);
    return rc;
}

FID_READER_IS (smi_query, LOCAL, FID_GIVES_GPU, 19,
               "GPU use, as nvidia-smi --query-gpu prints it")
