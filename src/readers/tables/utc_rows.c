/* utc_rows.c - see utc_rows.h */
#include <string.h>
#include "base/timeparse.h"
#include "readers/tables/utc_rows.h"

#define PROBE_LINES 20

bool
fid_utc_time (struct fid_span s, int64_t *ns)
{
    int64_t zone_s;
    if (!fid_time_iso (s, ns, &zone_s, NULL))
        return false;
    *ns -= zone_s * FID_S;
    return true;
}

bool
fid_utc_split (struct fid_span line, char sep, struct fid_utc_row *row)
{
    struct fid_span field;
    line = fid_span_trim (line);
    row->n = 0;
    if (!line.n)
        return true;
    while (sep == ' ' ? fid_span_word (&line, &field) : fid_span_field (&line, sep, &field)) {
        if (row->n == FID_UTC_FIELDS)
            return false;
        row->field[row->n++] = fid_span_trim (field);
    }
    return true;
}

bool
fid_utc_titled (struct fid_span head,
                bool (*title) (void *self, const struct fid_utc_row *names), void *self)
{
    struct fid_utc_row names;
    struct fid_span line;
    if (!fid_span_field (&head, '\n', &line))
        return false;
    if (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    return fid_utc_split (line, ',', &names) && title (self, &names);
}

bool
fid_utc_first (struct fid_span head, char sep, struct fid_utc_row *row)
{
    struct fid_span line;
    for (int i = 0; i < PROBE_LINES && fid_span_field (&head, '\n', &line); i++) {
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (fid_utc_split (line, sep, row) && row->n &&
            fid_utc_time (row->field[0], &row->t_ns))
            return true;
    }
    return false;
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

/* Whether a line ends in a digit, so that its last number may be cut. */
static bool
number_last (struct fid_span line)
{
    return line.n && (unsigned)(line.p[line.n - 1] - '0') <= 9;
}

int
fid_utc_rows (const struct fid_utc_format *format, void *self, struct fid_input *in,
              const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_span line;
    struct fid_utc_row row;
    bool titled = !format->title;
    int rc = 0;
    while (!rc && (rc = fid_text_next (in->text, &line, err)) > 0) {
        enum fid_remark_code why = FID_REMARK_NONE;
        rc = 0;
        if (!fid_utc_split (line, format->sep, &row))
            why = FID_REMARK_FIELDS_TOO_MANY;
        else if (!row.n)
            continue;
        else if (!titled) {
            if (!format->title (self, &row))
                return fid_errorf (err, FID_EINPUT, "%s:%zu: the title line lacks a column",
                                   in->text->path, in->text->line_n);
            titled = true;
            continue;
        } else if (!fid_utc_time (row.field[0], &row.t_ns))
            why = FID_REMARK_TIME_NOT_UTC;
        else
            why = in->text->line_ended || !number_last (line)
                      ? format->row (self, &row, sink, err, &rc)
                      : FID_REMARK_NUMBER_OPEN;
        if (why)
            fid_put_reject (sink, in->text->line_n,
                            in->text->line_ended ? why : FID_REMARK_LAST_LINE_CUT);
    }
    return rc;
}
