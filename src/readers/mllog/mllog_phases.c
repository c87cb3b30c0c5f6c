/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_phases.c - phases and steps of a log whose starts and stops are paired (mllog_log.h) */
#include "readers/mllog/mllog_log.h"
#include "readers/reader.h"
#include "run/phases.h"

/* A result that follows the end of a training within less is of an evaluation inside it. */
#define EVAL_MIN_NS FID_S

/* Notes starts and stops that stand alone or are repeated, each name once, and writes the
 * starts that stay open to open[]. */
static void find_open (struct fid_mllog *m, size_t open[FID_NAME_N])
{
    bool again[FID_NAME_N] = {false}, orphan[FID_NAME_N] = {false};
    size_t last[FID_NAME_N] = {0}; /* start of a name */
    for (size_t i = 0; i < m->mark_n; i++)
        if (m->mark[i].kind == FID_MLLOG_START)
            last[m->mark[i].name] = i;
    for (size_t i = 0; i < m->mark_n; i++) {
        const struct fid_mllog_mark *k = &m->mark[i];
        bool lone = k->with == SIZE_MAX;
        if (k->kind == FID_MLLOG_STOP && lone && !k->repeated && !orphan[k->name]) {
            fid_phase_note (m->sink, k->line, FID_REMARK_PHASE_ORPHAN, k->name);
            orphan[k->name] = true;
        } else if (k->kind == FID_MLLOG_START && lone && !k->repeated && last[k->name] == i) {
            open[k->name] = i;
        } else if (k->kind == FID_MLLOG_START && lone && !again[k->name]) {
            fid_phase_note (m->sink, k->line, FID_REMARK_PHASE_AGAIN, k->name);
            again[k->name] = true;
        }
    }
}

/* Numbers the epochs that have no number, and the blocks of each epoch; gives steps their
 * epoch, and says which are of an evaluation. */
static void number_marks (struct fid_mllog *m, const size_t open[FID_NAME_N])
{
    int epoch = 0, block = 0;
    size_t eval_n = 0;
    for (size_t i = 0; i < m->mark_n; i++) {
        struct fid_mllog_mark *k = &m->mark[i];
        if (k->kind == FID_MLLOG_STEP) {
            k->step.epoch = k->epoch >= 0 ? k->epoch : epoch > 0 ? epoch : -1;
            k->step.eval = eval_n > 0;
        }
        if (k->kind == FID_MLLOG_STOP && k->with != SIZE_MAX && k->name == FID_NAME_EVAL)
            eval_n--;
        if (k->kind != FID_MLLOG_START || (k->with == SIZE_MAX && open[k->name] != i))
            continue;
        eval_n += k->name == FID_NAME_EVAL;
        if (k->name == FID_NAME_EPOCH) {
            epoch = k->epoch >= 0 ? k->epoch : epoch + 1;
            block = 0; /* blocks are counted within their epoch */
        }
        if (k->name == FID_NAME_BLOCK)
            k->block = ++block;
        if (k->epoch < 0 && epoch > 0 && k->name != FID_NAME_INIT && k->name != FID_NAME_RUN)
            k->epoch = epoch;
    }
}

static int put_phase (const struct fid_mllog *m, size_t i, int64_t end_ns, uint64_t step_n,
                      unsigned flags, struct fid_error *err)
{
    const struct fid_mllog_mark *k = &m->mark[i];
    struct fid_phase p = {.kind = fid_phase_kind_of (k->name),
                          .name = k->name,
                          .start_ns = k->t_ns,
                          .end_ns = end_ns,
                          .epoch = k->epoch,
                          .block = k->block,
                          .flags = flags};
    if (p.kind == FID_PHASE_TRAINING)
        p.step_n = step_n;
    return fid_put_phase (m->sink, &p, err);
}

/* Spans that end, in the order of their ends, and steps. */
static int put_closed (struct fid_mllog *m, struct fid_error *err)
{
    double before[FID_NAME_N] = {0}, stop[FID_NAME_N] = {0};
    /* a stop has the number of the step that follows if a span begins with the number of the
     * stop before, elsewhere that of the last step */
    bool next[FID_NAME_N] = {false};
    FID_EACH (const struct fid_mllog_mark, k, m->mark) {
        if (k->kind == FID_MLLOG_STOP)
            stop[k->name] = k->step_num;
        else if (k->kind == FID_MLLOG_START && k->step_num > 0)
            next[k->name] |= k->step_num == stop[k->name];
    }
    for (size_t i = 0; i < m->mark_n; i++) {
        const struct fid_mllog_mark *k = &m->mark[i];
        if (k->kind == FID_MLLOG_STEP)
            FID_TRY (fid_put_step (m->sink, &k->step, err));
        if (k->kind != FID_MLLOG_STOP || k->with == SIZE_MAX)
            continue;
        /* a start without a number goes on after the stop before, or counts anew */
        double first = m->mark[k->with].step_num, end = k->step_num, old = before[k->name];
        double n = first >= 0 ? end - first + !next[k->name] : end > old ? end - old : end;
        uint64_t step_n = end >= first && n > 0 ? (uint64_t)n : 0; /* 0: unknown */
        before[k->name] = k->step_num > 0 ? k->step_num : 0;
        if (k->t_ns < m->mark[k->with].t_ns)
            fid_phase_note (m->sink, k->line, FID_REMARK_PHASE_ENDS_EARLY, k->name);
        else if (put_phase (m, k->with, k->t_ns, step_n, 0, err))
            return -1;
    }
    return 0;
}

/* An INIT without an end must not swallow the run: it lasts to the next span, if there is
 * one.  After an INIT that ended, it is a late process's, and left out. */
static int put_open_init (struct fid_mllog *m, size_t open[FID_NAME_N], struct fid_error *err)
{
    size_t init = open[FID_NAME_INIT], next = init;
    if (init == SIZE_MAX)
        return 0;
    for (size_t i = 0; i < m->mark_n; i++)
        if (m->mark[i].kind == FID_MLLOG_STOP && m->mark[i].name == FID_NAME_INIT &&
            m->mark[i].with != SIZE_MAX) {
            fid_put_note (m->sink, 0, FID_REMARK_INIT_AGAIN);
            open[FID_NAME_INIT] = SIZE_MAX;
            return 0;
        }
    while (++next < m->mark_n &&
           (m->mark[next].kind != FID_MLLOG_START || m->mark[next].name == FID_NAME_INIT))
        ;
    if (next >= m->mark_n || m->mark[next].t_ns < m->mark[init].t_ns)
        return 0;
    fid_put_note (m->sink, 0, FID_REMARK_INIT_OPEN);
    open[FID_NAME_INIT] = SIZE_MAX;
    return put_phase (m, init, m->mark[next].t_ns, 0, FID_PHASE_TRUNCATED, err);
}

/* Spans that stay open end with a run that ended well, else with the log; the one started last
 * ends first.  What starts after a run that ended well, and never ends, is left out. */
static int put_open (struct fid_mllog *m, size_t open[FID_NAME_N], int64_t last_ns,
                     struct fid_error *err)
{
    size_t success = m->mark_n; /* the stop of a run that ended well */
    while (success-- > 0)
        if (m->mark[success].kind == FID_MLLOG_STOP && m->mark[success].name == FID_NAME_RUN &&
            m->mark[success].success)
            break;
    FID_TRY (put_open_init (m, open, err));
    for (;;) {
        size_t last = SIZE_MAX;
        for (int i = 0; i < FID_NAME_N; i++)
            /* of two that start together the one named later is the inner */
            if (open[i] != SIZE_MAX &&
                (last == SIZE_MAX || m->mark[open[i]].t_ns >= m->mark[last].t_ns))
                last = open[i];
        if (last == SIZE_MAX)
            return 0;
        const struct fid_mllog_mark *k = &m->mark[last];
        bool well = success != SIZE_MAX;
        open[k->name] = SIZE_MAX;
        if (well && m->mark[success].t_ns < k->t_ns) {
            fid_phase_note (m->sink, k->line, FID_REMARK_PHASE_AFTER_RUN, k->name);
            continue;
        }
        if (!well)
            fid_phase_note (m->sink, 0, FID_REMARK_PHASE_OPEN, k->name);
        FID_TRY (put_phase (m, last, well ? m->mark[success].t_ns : last_ns, 0,
                            well ? 0 : FID_PHASE_TRUNCATED, err));
    }
}

/* Evaluations of which only the results are logged: one whose result comes while no training is
 * open lasts from the end of the training to its result. */
static int put_points (struct fid_mllog *m, const size_t open[FID_NAME_N],
                       struct fid_error *err)
{
    size_t begun_n[FID_NAME_N] = {0};
    FID_EACH (const struct fid_mllog_mark, k, m->mark)
        begun_n[k->name] += k->kind <= FID_MLLOG_STOP;
    enum fid_phase_name training = fid_finest_training (begun_n);
    training = training == FID_NAME_N ? FID_NAME_RUN : training;
    uint64_t point_n = 0, span_n = 0;
    size_t open_n = 0, from = SIZE_MAX;
    if (begun_n[FID_NAME_EVAL])
        return 0;
    for (size_t i = 0; i < m->mark_n; i++) {
        const struct fid_mllog_mark *k = &m->mark[i];
        bool mine = k->kind <= FID_MLLOG_STOP && k->name == training;
        if (mine && k->kind == FID_MLLOG_START)
            open_n += k->with != SIZE_MAX || open[training] == i;
        if (mine && k->kind == FID_MLLOG_STOP && !k->repeated) {
            open_n -= k->with != SIZE_MAX;
            from = i;
        }
        point_n += k->kind == FID_MLLOG_POINT;
        if (k->kind != FID_MLLOG_POINT || open_n || from == SIZE_MAX ||
            k->t_ns - m->mark[from].t_ns < EVAL_MIN_NS)
            continue;
        struct fid_phase p = {
            FID_PHASE_EVAL, FID_NAME_EVAL, m->mark[from].t_ns, k->t_ns, k->epoch, -1, 0, 0, 0};
        FID_TRY (fid_put_phase (m->sink, &p, err));
        span_n++;
        from = SIZE_MAX;
    }
    char text[24];
    snprintf (text, sizeof text, "%" PRIu64, point_n);
    if (span_n)
        fid_mllog_note (m, 0, FID_REMARK_EVAL_BY_RESULT, span_n);
    return point_n ? fid_mllog_put_fact (m, "evaluations", text, err) : 0;
}

int fid_mllog_phases (struct fid_mllog *m, int64_t last_ns, struct fid_error *err)
{
    size_t open[FID_NAME_N];
    for (int i = 0; i < FID_NAME_N; i++)
        open[i] = SIZE_MAX;
    find_open (m, open);
    number_marks (m, open);
    return FID_FAILED (put_closed (m, err) || put_points (m, open, err) ||
                       put_open (m, open, last_ns, err));
}

void fid_mllog_note (const struct fid_mllog *m, size_t line, enum fid_remark_code code,
                     uint64_t number)
{
    struct fid_remark r = {.code = code, .line = line, .number = number};
    if (m->sink->note)
        m->sink->note (m->sink->self, &r);
}

int fid_mllog_put_fact (const struct fid_mllog *m, const char *key, const char *value,
                        struct fid_error *err)
{
    struct fid_fact f = {key, fid_span_of (value)};
    return value[0] ? fid_put_fact (m->sink, &f, err) : 0;
}
