/* mllog.c - the log of an MLPerf training reference (UNET3D, DLRM, BERT)
 *
 *     noise, or [tag]:::MLLOG {json}          tag: "[N] " or "N: ", N a rank
 *
 * Other text in the log (progress bars, warnings) is not malformed.  Of several tagged ranks
 * the log of rank 0 is the run's. */
#include "base/timeparse.h"
#include "readers/jsondoc.h"
#include "readers/mllog/mllog_event.h"
#include "readers/reader.h"

static int
probe (const struct fid_head *head)
{
    static const char *const names[] = {"unet3d.log", "dlrm.log", "dlrm_tera.log", "app.log",
                                        "bert.log"};
    struct fid_span rest = head->text, line;
    uint64_t rank;
    while (fid_span_field (&rest, '\n', &line))
        if (fid_mllog_take_mark (&line, &rank))
            return 90;
    /* the noise of a start-up can be longer than the head */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (head->name, names[i]) && !fid_span_starts (head->text, "["))
            return 5;
    return 0;
}

struct mllog_state {
    struct fid_mllog log;
    size_t marked_n;
    bool others; /* lines of ranks other than 0 were seen */
};

/* Takes one line; *t_ns becomes its time, or INT64_MIN. */
static int
take_line (struct mllog_state *s, const struct fid_sink *sink, struct fid_span line,
           size_t line_n, int64_t *t_ns, struct fid_error *err)
{
    uint64_t rank;
    *t_ns = INT64_MIN;
    /* two processes can write onto one line: look again behind each object */
    while (fid_mllog_take_mark (&line, &rank)) {
        s->marked_n++;
        if (rank) {
            if (!s->others)
                fid_put_note (sink, line_n, FID_REMARK_OTHER_RANKS);
            s->others = true;
            return 0;
        }
        struct fid_json j;
        int64_t t;
        fid_json_init (&j, line);
        if (fid_mllog_event (&s->log, &j, line_n, &t, err))
            return -1;
        if (*t_ns == INT64_MIN)
            *t_ns = t;
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
    return 0;
}

static int
read_mllog (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct mllog_state s = {0};
    struct fid_span line;
    int64_t t_ns;
    int rc;
    fid_mllog_init (&s.log, sink);
    while ((rc = fid_text_next (in->text, &line, err)) > 0)
        if (take_line (&s, sink, line, in->text->line_n, &t_ns, err) ||
            fid_put_text_line (sink, in->text, t_ns, FID_MS, err))
            return -1;
    if (rc)
        return rc;
    struct fid_remark r = {.code = FID_REMARK_NO_MLLOG, .name = FID_MLLOG_MARK};
    if (!s.marked_n && sink->note)
        sink->note (sink->self, &r);
    return fid_mllog_finish (&s.log, err);
}

const struct fid_reader reader_mllog = {
    .name = "mllog",
    .doc = "log of an MLPerf training reference (:::MLLOG)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS | FID_GIVES_CLOCK,
    .rank = 20,
    .probe = probe,
    .read = read_mllog,
};

/* --- the log in a processed tree: a JSON array
 *
 *     [
 *     {"namespace": "", "time_ms": "2023-02-11T13:13:20.110", "key": "init_start", ...},
 *     ...
 *     ]
 *
 * One object a line; times are texts (UTC).  It is read line by line, so that memory
 * does not grow with the file. */

static int
probe_array (const struct fid_head *head)
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

static int
read_array (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_mllog log;
    struct fid_span line;
    int64_t t_ns;
    int rc;
    fid_mllog_init (&log, sink);
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_json j;
        fid_json_init_line (&j, line);
        while (fid_json_element (&j))
            if (fid_mllog_event (&log, &j, in->text->line_n, &t_ns, err))
                return -1;
    }
    return rc ? rc : fid_mllog_finish (&log, err);
}

const struct fid_reader reader_mllog_array = {
    .name = "mllog_array",
    .doc = "MLLOG log of a processed tree (JSON array)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS,
    .rank = 5,
    .probe = probe_array,
    .read = read_array,
};
