/* mllog_event.c - see mllog_event.h */
#include <limits.h>
#include "base/timeparse.h"
#include "readers/mllog/mllog_event.h"

/* Whether tag is nothing or a rank, and which (0 for nothing). */
static bool
read_tag (struct fid_span tag, uint64_t *rank)
{
    *rank = 0;
    if (!tag.n)
        return true;
    if (tag.n > 3 && tag.p[0] == '[' && fid_span_ends (tag, "] "))
        return fid_span_u64 ((struct fid_span){tag.p + 1, tag.n - 3}, rank);
    return tag.n > 2 && fid_span_ends (tag, ": ") &&
           fid_span_u64 ((struct fid_span){tag.p, tag.n - 2}, rank);
}

bool
fid_mllog_take_mark (struct fid_span *line, uint64_t *rank)
{
    ptrdiff_t at = fid_span_find (*line, FID_MLLOG_MARK);
    if (at < 0)
        return false;
    const char *start = line->p, *mark = line->p + at;
    for (const char *p = start; p < mark; p++)
        if (*p == '\r') /* a progress bar ends so on the same line */
            start = p + 1;
    if (!read_tag ((struct fid_span){start, (size_t)(mark - start)}, rank))
        return false;
    const char *end = line->p + line->n;
    line->p = mark + sizeof FID_MLLOG_MARK - 1;
    line->n = (size_t)(end - line->p);
    return true;
}

static const struct fid_step no_step = {INT64_MIN, FID_STEP_NONE, FID_STEP_NONE, FID_STEP_NONE,
                                        -1,        false};

void
fid_mllog_init (struct fid_mllog *m, const struct fid_sink *sink)
{
    *m = (struct fid_mllog){.step = no_step};
    fid_phase_log_init (&m->spans, sink);
}

static void
read_time (struct fid_json *j, struct fid_mllog_item *it)
{
    struct fid_span raw = fid_json_raw (j);
    struct fid_json v;
    struct fid_span text;
    int64_t ms;
    fid_json_init (&v, raw);
    if (fid_json_i64 (&v, &ms)) {
        it->timed = ms > -FID_TIME_MAX / FID_MS && ms < FID_TIME_MAX / FID_MS;
        it->t_ns = it->timed ? ms * FID_MS : 0;
        return;
    }
    fid_json_init (&v, raw);
    it->timed = fid_json_string (&v, &text) && fid_time_iso (text, &it->t_ns, NULL, NULL);
}

static void
read_value (struct fid_json *j, struct fid_mllog_item *it)
{
    struct fid_span key;
    if (fid_json_peek (j) == '"') {
        fid_json_string (j, &it->value);
    } else if (fid_json_enter (j, '{')) {
        double ns;
        while (fid_json_member (j, &key))
            if (!fid_span_is (key, "duration"))
                fid_json_skip (j);
            else if (fid_json_f64 (j, &ns) && ns >= 0)
                it->duration_s = ns / 1e9;
    } else {
        it->value = fid_json_raw (j);
    }
}

/* The epoch, if present; metadata may also be an empty text. */
static void
read_metadata (struct fid_json *j, struct fid_mllog_item *it)
{
    struct fid_span key;
    int64_t v;
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return;
    }
    while (fid_json_member (j, &key)) {
        bool exact = fid_span_is (key, "epoch_num");
        if (!exact && !fid_span_is (key, "first_epoch_num"))
            fid_json_skip (j);
        else if (fid_json_i64 (j, &v) && v >= 0 && v <= INT_MAX && (exact || it->epoch < 0))
            it->epoch = (int)v;
    }
}

bool
fid_mllog_item_read (struct fid_json *j, struct fid_mllog_item *it)
{
    struct fid_span key;
    *it = (struct fid_mllog_item){.duration_s = FID_STEP_NONE, .epoch = -1};
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return false;
    }
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "time_ms"))
            read_time (j, it);
        else if (fid_span_is (key, "key"))
            fid_json_string (j, &it->key);
        else if (fid_span_is (key, "value"))
            read_value (j, it);
        else if (fid_span_is (key, "metadata"))
            read_metadata (j, it);
        else
            fid_json_skip (j);
    }
    return !j->bad && !j->cut;
}

static bool
span_name (struct fid_span key, enum fid_phase_name *name)
{
    static const struct {
        const char *key;
        enum fid_phase_name name;
    } names[] = {
        {"init", FID_NAME_INIT},
        {"run", FID_NAME_RUN},
        {"epoch", FID_NAME_EPOCH},
        {"training", FID_NAME_TRAINING},
        {"block", FID_NAME_BLOCK},
        {"eval", FID_NAME_EVAL},
        {"checkpoint", FID_NAME_CHECKPOINT},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fid_span_is (key, names[i].key)) {
            *name = names[i].name;
            return true;
        }
    return false;
}

/* A "<name>_start" or "<name>_stop"; *known whether the key was one. */
static int
take_span (struct fid_mllog *m, const struct fid_mllog_item *it, size_t line, bool *known,
           struct fid_error *err)
{
    bool start = fid_span_ends (it->key, "_start");
    enum fid_phase_name name;
    struct fid_span stem = it->key;
    *known = start || fid_span_ends (it->key, "_stop");
    if (!*known)
        return 0;
    stem.n -= start ? 6 : 5;
    *known = span_name (stem, &name);
    if (!*known)
        return 0;
    if (!start)
        return fid_phase_log_stop (&m->spans, name, it->t_ns, line, err);

    int epoch = it->epoch, block = -1;
    if (name == FID_NAME_EPOCH) {
        m->epoch = epoch >= 0 ? epoch : m->epoch + 1;
        m->block = 0; /* blocks are counted within their epoch */
    }
    if (name == FID_NAME_BLOCK)
        block = ++m->block;
    if (epoch < 0 && m->epoch > 0 && name != FID_NAME_INIT && name != FID_NAME_RUN)
        epoch = m->epoch;
    fid_phase_log_start (&m->spans, name, it->t_ns, epoch, block, line);
    return 0;
}

/* A piece of an instrumented step; the step is complete at its step_end. */
static int
take_step (struct fid_mllog *m, const struct fid_mllog_item *it, bool *known,
           struct fid_error *err)
{
    *known = true;
    if (fid_span_is (it->key, "load_batch_mem")) {
        m->step.load_s = it->duration_s;
    } else if (fid_span_is (it->key, "all_compute")) {
        m->step.compute_s = it->duration_s;
    } else if (fid_span_is (it->key, "step_end")) {
        struct fid_step step = m->step;
        m->step = no_step;
        step.end_ns = it->t_ns;
        step.step_s = it->duration_s;
        step.epoch = it->epoch >= 0 ? it->epoch : m->epoch > 0 ? m->epoch : -1;
        step.eval = m->spans.at[FID_NAME_EVAL].open;
        return fid_put_step (m->spans.sink, &step, err);
    } else {
        *known = false;
    }
    return 0;
}

static int
take_fact (struct fid_mllog *m, const struct fid_mllog_item *it, struct fid_error *err)
{
    static const struct {
        const char *key, *fact;
    } facts[] = {
        {"submission_benchmark", "workload"},
        {"global_batch_size", "global_batch_size"},
        {"train_samples", "train_samples"},
        {"eval_samples", "eval_samples"},
        {"seed", "seed"},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        /* every process may log it: the first one is used */
        if (!fid_span_is (it->key, facts[i].key) || m->facts >> i & 1 || !it->value.n ||
            fid_span_is (it->value, "null"))
            continue;
        m->facts |= 1U << i;
        struct fid_fact f = {facts[i].fact, it->value};
        return fid_put_fact (m->spans.sink, &f, err);
    }
    return 0;
}

int
fid_mllog_event (struct fid_mllog *m, struct fid_json *j, size_t line, int64_t *t_ns,
                 struct fid_error *err)
{
    struct fid_mllog_item it;
    bool known;
    *t_ns = INT64_MIN;
    if (!fid_mllog_item_read (j, &it)) {
        fid_put_reject (m->spans.sink, line,
                        j->cut ? FID_REMARK_JSON_CUT : FID_REMARK_NOT_JSON_OBJECT);
        return 0;
    }
    if (!it.timed || !it.key.p) {
        fid_put_reject (m->spans.sink, line,
                        it.timed ? FID_REMARK_KEY_MISSING : FID_REMARK_TIME_MS_BAD);
        return 0;
    }
    *t_ns = it.t_ns;
    fid_phase_log_see (&m->spans, it.t_ns);
    if (take_span (m, &it, line, &known, err))
        return -1;
    if (!known && take_step (m, &it, &known, err))
        return -1;
    return known ? 0 : take_fact (m, &it, err);
}

int
fid_mllog_finish (struct fid_mllog *m, struct fid_error *err)
{
    return fid_phase_log_finish (&m->spans, err);
}
