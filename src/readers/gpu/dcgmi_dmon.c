/* dcgmi_dmon.c - use of GPUs, as `dcgmi dmon -e 203,204,252` prints it, behind time stamps
 *
 *                                  #Entity   GPUTL   MCUTL   FBUSD
 *                                  ID
 *     2023-02-11 08:11:19          GPU 0     61      22      13086
 *
 * dcgmi prints no time: `dcgmi dmon ... | ts '%Y-%m-%d %H:%M:%.S'` puts it before each line.
 * Host local time (or a time of day, or ISO 8601); the GPUs of a round share
 * the stamp of the first.  GPUTL and MCUTL are %, FBUSD is MiB.  The profiling
 * fields (GRACT, SMACT, DRAMA) measure something else and are not used; neither
 * are entities other than GPUs. */
#include "base/timeparse.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COLUMNS      64
#define GPU_MAX      4096
#define PERCENT_MAX  101.0
#define ROUND_MAX_NS (2 * FID_S)

enum { SM, MEM, FB, GAUGES_N };

struct dcgmi {
    const struct fid_input *in;
    const struct fid_sink *sink;
    struct fid_daytime daytime; /* of times without a date */
    int at[GAUGES_N];           /* the column's place behind the entity, -1: not there */
    size_t column_n;            /* 0: no names yet */
    uint64_t missing_n;
    int64_t round_ns, gpu; /* the round that is being read, and its last GPU */
    bool any, no_date_noted;
};

/* "Feb", as ts writes without a format. */
static bool
is_month (struct fid_span s)
{
    return s.n == 3 && fid_span_find (fid_span_of ("JanFebMarAprMayJunJulAugSepOctNovDec"),
                                      (char[4]){s.p[0], s.p[1], s.p[2], 0}) >= 0;
}

/* Takes a time stamp off the line: ISO 8601 in one word, a date and a time, or a time
 * (behind a month and a day, which lack the year).  *dated: it has a date.  False, the line
 * unchanged, if there is none. */
static bool
take_stamp (struct fid_span *line, bool day_first, int64_t *t_ns, bool *dated)
{
    struct fid_span rest = *line, first;
    int64_t days, zone_s;
    bool zoned;
    *dated = true;
    if (!fid_span_word (&rest, &first))
        return false;
    if (fid_time_iso (first, t_ns, &zone_s, &zoned)) {
        *line = rest;
        return true;
    }
    if (fid_host_date (first, day_first, &days)) {
        if (!fid_host_time (&rest, t_ns))
            return false;
        *t_ns += days * FID_DAY;
        *line = rest;
        return true;
    }
    *dated = false;
    if (is_month (first) && fid_span_word (&rest, &first) && fid_host_time (&rest, t_ns)) {
        *line = rest;
        return true;
    }
    return fid_host_time (line, t_ns);
}

/* Whether the line names columns: "#Entity GPUTL ..." with or without a stamp. */
static bool
is_title (struct fid_span line)
{
    return fid_span_find (line, "#Entity") >= 0 || fid_span_find (line, "# Entity") >= 0;
}

static void
find_columns (struct dcgmi *d, struct fid_span line)
{
    static const char *const names[GAUGES_N] = {"GPUTL", "MCUTL", "FBUSD"};
    struct fid_span rest = line, word;
    for (int k = 0; k < GAUGES_N; k++)
        d->at[k] = -1;
    d->column_n = 0;
    while (fid_span_word (&rest, &word) && !fid_span_ends (word, "Entity"))
        ;
    while (fid_span_word (&rest, &word)) {
        for (int k = 0; k < GAUGES_N; k++)
            if (fid_span_is (word, names[k]))
                d->at[k] = (int)d->column_n;
        d->column_n++;
    }
    d->any = false;
}

static int
probe (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    for (int i = 0; i < 8 && fid_span_field (&text, '\n', &line); i++)
        if (is_title (line))
            return 90;
    return 0;
}

/* The values of a row.  Returns FID_REMARK_NONE, or why it is malformed. */
static enum fid_remark_code
gauges (struct dcgmi *d, const struct fid_span *word, double value[GAUGES_N],
        bool there[GAUGES_N])
{
    for (int k = 0; k < GAUGES_N; k++) {
        there[k] = d->at[k] >= 0;
        if (!there[k])
            continue;
        struct fid_span w = word[d->at[k]];
        if (fid_span_is (w, "N/A") || fid_span_is (w, "-")) {
            there[k] = false;
            d->missing_n++;
        } else if (!fid_span_f64 (w, &value[k]) || value[k] < 0) {
            return FID_REMARK_READING_BAD;
        } else if (value[k] > (k == FB ? FID_GAUGE_MAX : PERCENT_MAX)) {
            return FID_REMARK_READING_TOO_LARGE;
        }
    }
    return FID_REMARK_NONE;
}

/* A row behind its stamp: "GPU 0  61  22  13086". */
static enum fid_remark_code
take_row (struct dcgmi *d, struct fid_span rest, int64_t t_ns, struct fid_error *err, int *rc)
{
    static const enum fid_channel channel[GAUGES_N] = {FID_CH_GPU_SM, FID_CH_GPU_MEM,
                                                       FID_CH_GPU_FB};
    struct fid_span word[COLUMNS], number;
    double value[GAUGES_N] = {0};
    bool there[GAUGES_N];
    int64_t gpu;
    if (!d->column_n || d->column_n > COLUMNS)
        return FID_REMARK_COLUMN_NAMES_MISSING;
    fid_span_word (&rest, &number); /* "GPU" */
    if (!fid_span_word (&rest, &number) || !fid_span_i64 (number, &gpu) || gpu < 0 ||
        gpu >= GPU_MAX)
        return FID_REMARK_GPU_NOT_SMALL;
    if (fid_span_words (rest, word, COLUMNS) != d->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    enum fid_remark_code why = gauges (d, word, value, there);
    if (why)
        return why;
    if (!d->any || gpu <= d->gpu || t_ns < d->round_ns || t_ns - d->round_ns > ROUND_MAX_NS)
        d->round_ns = t_ns;
    d->any = true;
    d->gpu = gpu;
    for (int k = 0; k < GAUGES_N && !*rc; k++) {
        struct fid_sample s = {.t_ns = d->round_ns,
                               .channel = channel[k],
                               .value = value[k],
                               .index = (int)gpu,
                               .pid = -1};
        *rc = there[k] ? fid_put_sample (d->sink, &s, err) : 0;
    }
    return FID_REMARK_NONE;
}

/* -1 where rows have no time. */
static int
take_line (struct dcgmi *d, struct fid_span line, struct fid_error *err)
{
    struct fid_span rest = line;
    enum fid_remark_code why;
    int64_t t_ns = 0;
    int rc = 0;
    bool dated = false;
    if (is_title (line)) {
        find_columns (d, line);
        return 0;
    }
    bool stamped = take_stamp (&rest, d->in->day_first, &t_ns, &dated);
    rest = fid_span_trim (rest);
    if (!fid_span_starts (rest, "GPU "))
        return 0; /* units, other entities, messages */
    if (!stamped)
        return fid_errorf (err, FID_EINPUT,
                           "%s:%zu: dcgmi prints no time: rows have no place in time (record "
                           "with dcgmi dmon ... | ts '%%Y-%%m-%%d %%H:%%M:%%.S')",
                           d->in->text->path, d->in->text->line_n);
    if (!dated) {
        if (!d->no_date_noted)
            fid_put_note (d->sink, d->in->text->line_n, FID_REMARK_NO_DATE_COLUMN);
        d->no_date_noted = true;
        t_ns = fid_daytime_next (&d->daytime, t_ns);
    }
    why =
        d->in->text->line_ended ? take_row (d, rest, t_ns, err, &rc) : FID_REMARK_LAST_LINE_CUT;
    if (why)
        fid_put_reject (d->sink, d->in->text->line_n, why);
    return rc;
}

static int
read_dcgmi_dmon (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct dcgmi d = {.in = in, .sink = sink};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        if (take_line (&d, line, err))
            return -1;
    fid_put_count (sink, FID_REMARK_READINGS_MISSING, d.missing_n);
    return rc;
}

const struct fid_reader reader_dcgmi_dmon = {
    .name = "dcgmi_dmon",
    .doc = "GPU use, as dcgmi dmon prints it behind time stamps",
    .clock = FID_CLOCK_LOCAL,
    .gives = FID_GIVES_GPU,
    .rank = 17,
    .probe = probe,
    .read = read_dcgmi_dmon,
};
