/* dftracer.c - traces of DFTracer and the DLIO profiler before it (.pfw)
 *
 *     [
 *     {"id":6,"name":"FH","cat":"dftracer","ph":"M","args":{"name":"/d/a.npz","value":33084},...}
 *     {"id":7,"name":"read","cat":"POSIX","pid":3,"tid":3,"ts":1727387307985608,"dur":191,
 *      "ph":"X","args":{"fhash":33084,"ret":262144}}         <- one line each
 *
 * ts and dur are us, ts since 1970 (UTC).  Old traces have texts of digits and
 * the file's name in fname; new ones number the names (FH lines).  Lines come
 * in the order of the ends or in none; commas and the last bracket may lack. */
#include "config.h"
#include <limits.h>
#include <string.h>
#include "base/json.h"
#include "base/timeparse.h"
#include "readers/phase_log.h"
#include "readers/jsondoc.h"
#include "readers/dftracer/names.h"
#include "readers/reader.h"
#include "readers/dftracer/step_pairs.h"

/* One object, of old traces (where numbers are texts of digits) and new ones. */
struct dftracer_item {
    struct fid_span name, cat, ph;
    int64_t pid, ts_us, dur_us;
    bool timed, timed_dur;
    /* of args */
    struct fid_span fname, fhash, meta_name, meta_value;
    int64_t ret, size, offset, epoch, step;
    bool has_ret, has_size, has_offset;
};

/* The text of a number or a string. */
static struct fid_span
any_text (struct fid_json *j)
{
    struct fid_span s = {NULL, 0};
    if (fid_json_peek (j) == '"')
        fid_json_string (j, &s);
    else
        s = fid_json_raw (j);
    return s;
}

/* The result of a call; sizes from 2^63 on are errors printed without sign. */
static bool
read_ret (struct fid_json *j, int64_t *ret)
{
    struct fid_span text = any_text (j);
    uint64_t u;
    if (fid_span_i64 (text, ret))
        return true;
    if (!fid_span_u64 (text, &u))
        return false;
    *ret = -1;
    return true;
}

static void
read_args (struct fid_json *j, struct dftracer_item *it)
{
    struct fid_span key;
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return;
    }
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "ret"))
            it->has_ret = read_ret (j, &it->ret);
        else if (fid_span_is (key, "fhash"))
            it->fhash = any_text (j);
        else if (fid_span_is (key, "fname"))
            fid_json_string (j, &it->fname);
        else if (fid_span_is (key, "size"))
            it->has_size = fid_json_i64 (j, &it->size) && it->size > 0;
        else if (fid_span_is (key, "offset"))
            it->has_offset = fid_json_i64 (j, &it->offset) && it->offset >= 0;
        else if (fid_span_is (key, "epoch"))
            fid_json_i64 (j, &it->epoch);
        else if (fid_span_is (key, "step"))
            fid_json_i64 (j, &it->step);
        else if (fid_span_is (key, "name"))
            it->meta_name = any_text (j);
        else if (fid_span_is (key, "value"))
            it->meta_value = any_text (j);
        else
            fid_json_skip (j);
    }
}

/* Reads the next object; its spans point into the text of *j.  False if it is no
 * object, or is malformed or cut (j->bad, j->cut). */
static bool
read_item (struct fid_json *j, struct dftracer_item *it)
{
    struct fid_span key;
    *it = (struct dftracer_item){.pid = -1, .epoch = -1, .step = -1};
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return false;
    }
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "name"))
            fid_json_string (j, &it->name);
        else if (fid_span_is (key, "cat"))
            fid_json_string (j, &it->cat);
        else if (fid_span_is (key, "ph"))
            fid_json_string (j, &it->ph);
        else if (fid_span_is (key, "pid"))
            it->pid = fid_json_i64 (j, &it->pid) && it->pid >= 0 ? it->pid : -1;
        else if (fid_span_is (key, "ts"))
            it->timed = fid_json_i64 (j, &it->ts_us) && it->ts_us >= 0 &&
                        it->ts_us < FID_TIME_MAX / FID_US / 2;
        else if (fid_span_is (key, "dur"))
            it->timed_dur = fid_json_i64 (j, &it->dur_us) && it->dur_us >= 0 &&
                            it->dur_us < FID_TIME_MAX / FID_US / 2;
        else if (fid_span_is (key, "args"))
            read_args (j, it);
        else
            fid_json_skip (j);
    }
    return !j->bad && !j->cut;
}

struct dftracer_state {
    const struct fid_sink *sink; /* borrowed */
    struct fid_names files;      /* FH: hash to the name */
    struct fid_step_pairs steps;
    bool nameless_noted;
};

static const struct {
    const char *name;
    enum fid_op op;
} calls[] = {
    {"read", FID_OP_READ},       {"pread", FID_OP_READ},   {"pread64", FID_OP_READ},
    {"readv", FID_OP_READ},      {"preadv", FID_OP_READ},  {"preadv64", FID_OP_READ},
    {"fread", FID_OP_READ},      {"write", FID_OP_WRITE},  {"pwrite", FID_OP_WRITE},
    {"pwrite64", FID_OP_WRITE},  {"writev", FID_OP_WRITE}, {"pwritev", FID_OP_WRITE},
    {"pwritev64", FID_OP_WRITE}, {"fwrite", FID_OP_WRITE}, {"open", FID_OP_OPEN},
    {"open64", FID_OP_OPEN},     {"openat", FID_OP_OPEN},  {"openat64", FID_OP_OPEN},
    {"creat", FID_OP_OPEN},      {"creat64", FID_OP_OPEN}, {"fopen", FID_OP_OPEN},
    {"fopen64", FID_OP_OPEN},    {"close", FID_OP_CLOSE},  {"fclose", FID_OP_CLOSE},
    {"mkdir", FID_OP_META},      {"rmdir", FID_OP_META},   {"unlink", FID_OP_META},
    {"remove", FID_OP_META},
};

static bool
is_io (const struct dftracer_item *it)
{
    return fid_span_is (it->cat, "POSIX") || fid_span_is (it->cat, "STDIO");
}

static int
probe (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    int score =
        fid_span_ends (head->name, ".pfw") && fid_span_starts (head->text, "[") ? 80 : 0;
    while (fid_span_field (&rest, '\n', &line)) {
        struct fid_json j;
        struct dftracer_item it;
        fid_json_init_line (&j, line);
        if (fid_json_element (&j) && read_item (&j, &it) && it.name.n && it.ph.n &&
            (is_io (&it) || fid_span_is (it.cat, "dftracer") ||
             fid_span_is (it.cat, "dlio_profiler")))
            return 90;
    }
    return score;
}

/* --- what it means */

static struct fid_span
path_of (struct dftracer_state *s, const struct dftracer_item *it, size_t line)
{
    struct fid_span path = it->fname;
    if (path.n || !it->fhash.n || fid_names_get (&s->files, it->fhash, &path))
        return path;
    if (!s->nameless_noted)
        fid_put_note (s->sink, line, FID_REMARK_FILE_NAMELESS);
    s->nameless_noted = true;
    return (struct fid_span){"", 0};
}

static int
take_call (struct dftracer_state *s, const struct dftracer_item *it, enum fid_op op,
           size_t line, struct fid_error *err)
{
    struct fid_span path = path_of (s, it, line);
    struct fid_event ev = {.start_ns = it->ts_us * FID_US,
                           .dur_ns = it->dur_us * FID_US,
                           .offset = it->has_offset ? (uint64_t)it->offset : FID_NO_OFFSET,
                           .pid = it->pid,
                           .op = op,
                           .file = fid_span_last_part (path),
                           .path = path};
    bool moves = op == FID_OP_READ || op == FID_OP_WRITE;
    if (it->has_ret && it->ret < 0) {
        ev.flags = FID_EVENT_ERROR;
    } else if (moves && !it->has_ret) {
        ev.flags = FID_EVENT_NO_BYTES;
    } else if (moves) {
        /* fread and fwrite return how many items of that size */
        bool items = it->name.p[0] == 'f' && it->has_size;
        uint64_t one = items ? (uint64_t)it->size : 1;
        if ((uint64_t)it->ret > FID_BYTES_MAX / one) {
            fid_put_reject (s->sink, line, FID_REMARK_RET_TOO_LARGE);
            return 0;
        }
        ev.bytes = (uint64_t)it->ret * one;
    }
    return fid_put_event (s->sink, &ev, err);
}

static bool
phase_name (const struct dftracer_item *it, enum fid_phase_name *name)
{
    static const struct {
        const char *cat, *name;
        enum fid_phase_name phase;
    } names[] = {
        {"pipeline", "epoch.block", FID_NAME_EPOCH},
        {"pipeline", "train", FID_NAME_TRAINING},
        {"pipeline", "evaluate", FID_NAME_EVAL},
        {"checkpoint", "capture", FID_NAME_CHECKPOINT},
        {"checkpoint", "checkpoint.capture", FID_NAME_CHECKPOINT},
        {"checkpoint", "restart", FID_NAME_CHECKPOINT_LOAD},
        {"checkpoint", "checkpoint.restart", FID_NAME_CHECKPOINT_LOAD},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (it->cat, names[i].cat) && fid_span_is (it->name, names[i].name)) {
            *name = names[i].phase;
            return true;
        }
    return false;
}

static bool
step_part (const struct dftracer_item *it, enum fid_half *part)
{
    if (fid_span_is (it->cat, "dataloader") && fid_span_is (it->name, "fetch.iter"))
        *part = FID_HALF_LOAD;
    else if (fid_span_is (it->cat, "compute") && fid_span_is (it->name, "compute"))
        *part = FID_HALF_COMPUTE;
    else
        return false;
    return true;
}

static int
take_span (struct dftracer_state *s, const struct dftracer_item *it, size_t line,
           struct fid_error *err)
{
    int64_t start_ns = it->ts_us * FID_US, end_ns = start_ns + it->dur_us * FID_US;
    enum fid_phase_name name;
    enum fid_half part;
    if (is_io (it)) {
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            if (fid_span_is (it->name, calls[i].name))
                return take_call (s, it, calls[i].op, line, err);
        return 0;
    }
    if (phase_name (it, &name)) {
        struct fid_phase p = {.kind = fid_phase_kind_of (name),
                              .name = name,
                              .start_ns = start_ns,
                              .end_ns = end_ns,
                              .epoch =
                                  it->epoch >= 0 && it->epoch <= INT_MAX ? (int)it->epoch : -1,
                              .block = -1};
        return fid_put_phase (s->sink, &p, err);
    }
    if (step_part (it, &part)) {
        struct fid_step_key key = {it->pid, it->epoch, it->step};
        return fid_step_pairs_add (&s->steps, s->sink, key, part, start_ns, end_ns, err);
    }
    return 0;
}

static int
take_item (struct dftracer_state *s, struct fid_json *j, const struct fid_text *text,
           struct fid_error *err)
{
    struct dftracer_item it;
    if (!read_item (j, &it)) {
        if (j->cut && !text->line_ended)
            fid_put_note (s->sink, text->line_n, FID_REMARK_LAST_LINE_CUT);
        else
            fid_put_reject (s->sink, text->line_n,
                            j->cut ? FID_REMARK_JSON_CUT : FID_REMARK_NOT_JSON_OBJECT);
        return 0;
    }
    if (fid_span_is (it.ph, "M")) {
        if (fid_span_is (it.name, "FH") && it.meta_value.n)
            return fid_names_put (&s->files, it.meta_value, it.meta_name, err);
        return 0;
    }
    if (!fid_span_is (it.ph, "X")) /* "C": aggregated counters */
        return 0;
    if (!it.timed || !it.timed_dur) {
        fid_put_reject (s->sink, text->line_n,
                        it.timed ? FID_REMARK_DUR_NOT_NUMBER : FID_REMARK_TS_NOT_NUMBER);
        return 0;
    }
    return take_span (s, &it, text->line_n, err);
}

static int
read_lines (struct dftracer_state *s, struct fid_text *text, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (text, &line, err)) > 0) {
        struct fid_json j;
        fid_json_init_line (&j, line);
        while (fid_json_element (&j))
            if (take_item (s, &j, text, err))
                return -1;
    }
    return rc;
}

static int
read_dftracer (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    struct dftracer_state s = {.sink = sink};
    int rc = read_lines (&s, in->text, err);
    if (!rc)
        rc = fid_step_pairs_finish (&s.steps, sink, err);
    fid_names_clear (&s.files);
    return rc;
}

const struct fid_reader reader_dftracer = {
    .name = "dftracer",
    .doc = "trace of DFTracer or the DLIO profiler (.pfw)",
    .clock = FID_CLOCK_UTC,
    .gives = FID_GIVES_VFS | FID_GIVES_PHASES | FID_GIVES_STEPS,
    .rank = 15,
    .probe = probe,
    .read = read_dftracer,
};
