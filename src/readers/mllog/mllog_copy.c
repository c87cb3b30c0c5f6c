/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_copy.c - see mllog_copy.h */
#include "readers/mllog/mllog_copy.h"
#include "readers/mllog/mllog_log.h"

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

static void write_part (FILE *f, const char *from, const char *to)
{
    fwrite (from, 1, (size_t)(to - from), f); /* an error shows when the file is closed */
}

/* Removes what precedes the next object of the line; false if there is none. */
static bool take_start (struct fid_span *line, struct fid_log_tag *tag)
{
    return fid_mllog_take_mark (line, tag) || fid_mllog_take_bare (line, tag);
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
        write_part (f, at.start, at.value);
        fprintf (f, "\"%s\"", fid_time_text (at.t_ns, 3, stamp));
        write_part (f, at.value_end, at.end);
        *any = true;
    }
}

/* Reads the whole log, so that it is known whose objects count. */
static int survey_log (const char *path, struct fid_mllog *m, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    struct fid_log_tag tag;
    int64_t t_ns;
    int rc;
    FID_TRY (fid_text_open (&text, path, err));
    while ((rc = fid_text_next (&text, &line, err)) > 0)
        while (rc > 0 && take_start (&line, &tag)) {
            struct fid_json j;
            fid_json_init (&j, line);
            rc = fid_mllog_event (m, &tag, &j, text.line_n, &t_ns, err) ? -1 : 1;
            line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
        }
    return rc;
}

int fid_mllog_copy (struct fid_text *text, FILE *f, struct fid_error *err)
{
    static const struct fid_sink nowhere;
    struct fid_mllog m;
    struct fid_span line;
    bool any = false;
    fid_mllog_init (&m, &nowhere);
    int rc = survey_log (text->path, &m, err);
    if (!rc) {
        fputs ("[\n", f);
        while ((rc = fid_text_next (text, &line, err)) > 0)
            write_objects (f, &m, line, &any);
        fputs (any ? "\n]\n" : "]\n", f);
    }
    fid_mllog_clear (&m);
    return rc;
}
