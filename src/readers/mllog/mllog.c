/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog.c - the log of an MLPerf training reference (UNET3D, DLRM, BERT)
 *
 *     noise, or [tag][prefix of a logger]:::MLLOG {json}        tag: see logtag.h
 *
 * Some programs write the objects alone, one a line.  Other text in the log (progress bars,
 * warnings) is not malformed. */
#include "readers/reader.h"
#include "readers/mllog/mllog_log.h"

static int probe_mllog (const struct fid_head *head)
{
    static const char *const names[] = {"unet3d.log", "dlrm.log", "dlrm_tera.log", "app.log",
                                        "bert.log"};
    struct fid_span rest = head->text, line;
    struct fid_log_tag tag;
    bool marked = fid_span_find (head->text, FID_MLLOG_MARK) >= 0;
    while (fid_span_field (&rest, '\n', &line))
        if (marked ? fid_mllog_take_mark (&line, &tag) : fid_mllog_take_bare (&line, &tag))
            return marked ? 90 : 85;
    /* a log of a run that never came to its first object */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (head->name, names[i]) && !fid_span_starts (head->text, "["))
            return 5;
    return 0;
}

/* Removes what precedes the next object of the line; false if there is none. */
static bool take_start (struct fid_span *line, struct fid_log_tag *tag)
{
    return fid_mllog_take_mark (line, tag) || fid_mllog_take_bare (line, tag);
}

static int take_line (struct fid_mllog *log, struct fid_span line, size_t line_n,
                      size_t *object_n, int64_t *t_ns, struct fid_error *err)
{
    struct fid_log_tag tag;
    *t_ns = INT64_MIN;
    /* two processes can write onto one line: look again behind each object; and the mark of
     * an object can be lost so */
    while (take_start (&line, &tag)) {
        struct fid_json j;
        int64_t t;
        ++*object_n;
        fid_json_init (&j, line);
        FID_TRY (fid_mllog_event (log, &tag, &j, line_n, &t, err));
        if (*t_ns == INT64_MIN)
            *t_ns = t;
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
    return 0;
}

static int read_mllog (struct fid_input *in, struct fid_error *err)
{
    FID_SCOPED (fid_mllog_clear) struct fid_mllog log = {.sink = in->sink};
    struct fid_span line;
    size_t object_n = 0;
    int64_t t_ns;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        FID_TRY (take_line (&log, line, in->text->line_n, &object_n, &t_ns, err));
        FID_TRY (fid_put_text_line (in->sink, in->text, t_ns, FID_MS, err));
    }
    struct fid_remark r = {.code = FID_REMARK_NO_MLLOG, .name = FID_MLLOG_MARK};
    if (!rc && !object_n && in->sink->note)
        in->sink->note (in->sink->self, &r);
    return rc ? rc : fid_mllog_finish (&log, err);
}

FID_READER_IS (mllog, UTC,
               FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS | FID_GIVES_CLOCK, 20,
               "log of an MLPerf training reference (:::MLLOG)", .late = true, .best = 90)

/* --- the log in a processed tree: a JSON array
 *
 *     [
 *     {"namespace": "", "time_ms": "2023-02-11T13:13:20.110", "key": "init_start", ...},
 *     ...
 *     ]
 *
 * One object a line; times are texts (UTC).  It is read line by line, so that memory
 * does not grow with the file. */

static int probe_mllog_array (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    bool timed = false, keyed = false;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '[') || !fid_json_element (&j) || !fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        timed |= fid_span_is (key, "time_ms");
        keyed |= fid_span_is (key, "key");
        fid_json_skip (&j);
    }
    return timed && keyed ? 90 : 0;
}

static int read_mllog_array (struct fid_input *in, struct fid_error *err)
{
    static const struct fid_log_tag none;
    FID_SCOPED (fid_mllog_clear) struct fid_mllog log = {.sink = in->sink};
    struct fid_span line;
    int64_t t_ns;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_json j;
        fid_json_init_line (&j, line);
        while (fid_json_element (&j))
            FID_TRY (fid_mllog_event (&log, &none, &j, in->text->line_n, &t_ns, err));
    }
    return rc ? rc : fid_mllog_finish (&log, err);
}

FID_READER_IS (mllog_array, UTC, FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS, 5,
               "MLLOG log of a processed tree (JSON array)")

/* --- a log as such an array */

struct place {
    const char *start, *value, *value_end, *end;
    int64_t t_ns;
};

/* Finds the object at the start of *rest and its time, and moves *rest behind it.  False
 * if there is no such object. */
static bool find_object (struct fid_span *rest, struct place *at)
{
    struct fid_mllog_item it;
    struct fid_json j;
    struct fid_span key;
    at->value = NULL;
    fid_json_init (&j, *rest);
    if (fid_json_peek (&j) != '{')
        return false;
    fid_mllog_item_read (&j, NULL, &it);
    fid_json_init (&j, *rest);
    fid_json_peek (&j);
    at->start = j.p;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        if (!fid_span_is (key, "time_ms")) {
            fid_json_skip (&j);
            continue;
        }
        struct fid_span raw = fid_json_raw (&j);
        at->value = raw.p;
        at->value_end = raw.p + raw.n;
    }
    at->end = j.p;
    *rest = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    at->t_ns = it.t_ns;
    return at->value && (it.timed || it.zero) && !j.bad && !j.cut && at->t_ns >= 0;
}

static void write_objects (FILE *f, const struct fid_mllog *m, struct fid_span line, bool *any)
{
    char stamp[FID_TIME_TEXT];
    struct place at;
    struct fid_log_tag tag;
    while (take_start (&line, &tag)) {
        struct fid_span object = line;
        if (!find_object (&line, &at) || !fid_mllog_counts (m, &tag, object))
            continue; /* the reader has rejected or left out the line */
        fputs (*any ? ",\n" : "", f);
        fwrite (at.start, 1, (size_t)(at.value - at.start), f); /* closing tells of errors */
        fprintf (f, "\"%s\"", fid_time_text (at.t_ns, 3, stamp));
        fwrite (at.value_end, 1, (size_t)(at.end - at.value_end), f);
        *any = true;
    }
}

int fid_mllog_copy (struct fid_text *text, FILE *f, struct fid_error *err)
{
    static const struct fid_sink nowhere;
    FID_SCOPED (fid_mllog_clear) struct fid_mllog m = {.sink = &nowhere};
    FID_SCOPED (fid_text_close) struct fid_text first = {0};
    struct fid_span line;
    size_t object_n = 0;
    int64_t t_ns;
    bool any = false;
    int rc;
    /* the whole log first, so that it is known whose objects count */
    FID_TRY (fid_text_open (&first, text->path, err));
    while ((rc = fid_text_next (&first, &line, err)) > 0)
        FID_TRY (take_line (&m, line, first.line_n, &object_n, &t_ns, err));
    FID_TRY (rc);
    fputs ("[\n", f);
    while ((rc = fid_text_next (text, &line, err)) > 0)
        write_objects (f, &m, line, &any);
    fputs (any ? "\n]\n" : "]\n", f);
    return rc;
}
