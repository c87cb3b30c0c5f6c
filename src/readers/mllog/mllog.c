/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog.c - the log of an MLPerf training reference (UNET3D, DLRM, BERT)
 *
 *     noise, or [tag][prefix of a logger]:::MLLOG {json}        tag: see logtag.h
 *
 * Some programs write the objects alone, one a line.  Other text in the log (progress bars,
 * warnings) is not malformed. */
#include "readers/jsondoc.h"
#include "readers/mllog/mllog_log.h"
#include "readers/phase_log.h"

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

struct mllog_state {
    struct fid_mllog log;
    size_t object_n;
};

/* Takes one line; *t_ns becomes its time, or INT64_MIN. */
static int take_line (struct mllog_state *s, struct fid_span line, size_t line_n, int64_t *t_ns,
                      struct fid_error *err)
{
    struct fid_log_tag tag;
    *t_ns = INT64_MIN;
    /* two processes can write onto one line: look again behind each object; and the mark of
     * an object can be lost so */
    while (fid_mllog_take_mark (&line, &tag) || fid_mllog_take_bare (&line, &tag)) {
        struct fid_json j;
        int64_t t;
        s->object_n++;
        fid_json_init (&j, line);
        FID_TRY (fid_mllog_event (&s->log, &tag, &j, line_n, &t, err));
        if (*t_ns == INT64_MIN)
            *t_ns = t;
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
    return 0;
}

static int read_mllog (struct fid_input *in, struct fid_error *err)
{
    struct mllog_state s = {0};
    struct fid_span line;
    int64_t t_ns;
    int rc;
    fid_mllog_init (&s.log, in->sink);
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        if (take_line (&s, line, in->text->line_n, &t_ns, err) ||
            fid_put_text_line (in->sink, in->text, t_ns, FID_MS, err)) {
            rc = -1;
            break;
        }
    struct fid_remark r = {.code = FID_REMARK_NO_MLLOG, .name = FID_MLLOG_MARK};
    if (!rc && !s.object_n && in->sink->note)
        in->sink->note (in->sink->self, &r);
    if (!rc)
        rc = fid_mllog_finish (&s.log, err);
    fid_mllog_clear (&s.log);
    return rc;
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
    struct fid_mllog log;
    struct fid_span line;
    int64_t t_ns;
    int rc;
    fid_mllog_init (&log, in->sink);
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_json j;
        fid_json_init_line (&j, line);
        while (rc > 0 && fid_json_element (&j))
            if (fid_mllog_event (&log, &none, &j, in->text->line_n, &t_ns, err))
                rc = -1;
        if (rc < 0)
            break;
    }
    if (!rc)
        rc = fid_mllog_finish (&log, err);
    fid_mllog_clear (&log);
    return rc;
}

FID_READER_IS (mllog_array, UTC, FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS, 5,
               "MLLOG log of a processed tree (JSON array)")
