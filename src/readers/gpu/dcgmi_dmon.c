/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dcgmi_dmon.c - use of GPUs, as `dcgmi dmon -e 203,204,252` prints it, behind time stamps
 *
 *                                  #Entity   GPUTL   MCUTL   FBUSD
 *                                  ID
 *     2023-02-11 08:11:19          GPU 0     61      22      13086
 *
 * dcgmi prints no time: `dcgmi dmon ... | ts '%Y-%m-%d %H:%M:%.S'` puts it before each line.
 * Host local time (or a time of day, or ISO 8601).  GPUTL and MCUTL are %, FBUSD is MiB.  The
 * profiling fields (GRACT, SMACT, DRAMA) measure something else and are not used; neither are
 * entities other than GPUs. */
#include "readers/gpu/gpu_use.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define COLUMNS 64

struct dcgmi {
    const struct fid_input *in;
    const struct fid_sink *sink;
    struct fid_daytime daytime; /* of times without a date */
    int at[FID_GPU_GAUGES_N];   /* the column's place behind the entity, -1: not there */
    size_t column_n;            /* 0: no names yet */
    uint64_t missing_n;         /* readings */
    struct fid_gpu_round round;
    bool no_date_noted;
};

/* "Feb", as ts writes without a format. */
static bool is_month (struct fid_span s)
{
    return s.n == 3 && fid_span_find (fid_span_of ("JanFebMarAprMayJunJulAugSepOctNovDec"),
                                      (char[4]){s.p[0], s.p[1], s.p[2], 0}) >= 0;
}

/* Takes a time stamp off the line: ISO 8601 in one word, a date and a time, or a time
 * (after a month and a day, which lack the year).  *dated: it has a date.  Returns false, with
 * the line unchanged, if there is no stamp. */
static bool take_stamp (struct fid_span *line, bool day_first, int64_t *t_ns, bool *dated)
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
static bool is_title (struct fid_span line)
{
    return fid_span_find (line, "#Entity") >= 0 || fid_span_find (line, "# Entity") >= 0;
}

static void find_columns (struct dcgmi *d, struct fid_span line)
{
    static const char *const names[FID_GPU_GAUGES_N] = {"GPUTL", "MCUTL", "FBUSD"};
    struct fid_span rest = line, word;
    for (int k = 0; k < FID_GPU_GAUGES_N; k++)
        d->at[k] = -1;
    d->column_n = 0;
    while (fid_span_word (&rest, &word) && !fid_span_ends (word, "Entity"))
        ;
    while (fid_span_word (&rest, &word)) {
        for (int k = 0; k < FID_GPU_GAUGES_N; k++)
            if (fid_span_is (word, names[k]))
                d->at[k] = (int)d->column_n;
        d->column_n++;
    }
    d->round.any = false;
}

static int probe_dcgmi_dmon (const struct fid_head *head)
{
    struct fid_span text = head->text, line;
    for (int i = 0; i < 8 && fid_span_field (&text, '\n', &line); i++)
        if (is_title (line))
            return 90;
    return 0;
}

/* A row behind its stamp: "GPU 0  61  22  13086". */
static enum fid_remark_code take_row (struct dcgmi *d, struct fid_span rest, int64_t t_ns,
                                      struct fid_error *err, int *rc)
{
    struct fid_gpu_use use = {.pid = -1};
    struct fid_span word[COLUMNS], number;
    if (!d->column_n || d->column_n > COLUMNS)
        return FID_REMARK_COLUMN_NAMES_MISSING;
    fid_span_word (&rest, &number); /* "GPU" */
    if (!fid_span_word (&rest, &number) || !fid_gpu_number (number, &use.gpu))
        return FID_REMARK_GPU_NOT_SMALL;
    if (fid_span_words (rest, word, COLUMNS) != d->column_n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    enum fid_remark_code why = fid_gpu_readings (&use, word, d->at, &d->missing_n);
    if (why)
        return why;
    use.t_ns = fid_gpu_round_stamp (&d->round, use.gpu, t_ns);
    *rc = fid_gpu_put (d->sink, &use, err);
    return FID_REMARK_NONE;
}

/* Returns -1 if rows have no time. */
static int take_line (struct dcgmi *d, struct fid_span line, struct fid_error *err)
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

static int read_dcgmi_dmon (struct fid_input *in, struct fid_error *err)
{
    struct dcgmi d = {.in = in, .sink = in->sink};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        FID_TRY (take_line (&d, line, err));
    fid_put_count (in->sink, FID_REMARK_READINGS_MISSING, d.missing_n);
    return rc;
}

FID_READER_IS (dcgmi_dmon, LOCAL, FID_GIVES_GPU, 17,
               "GPU use, as dcgmi dmon prints it behind time stamps")
