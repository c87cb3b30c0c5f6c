/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trainlog.c - logs of training programs, whose lines are known by patterns (layouts.h)
 *
 * Steps that are logged each n-th are n steps: those behind the row before.  A step ends where
 * its row is stamped; without stamps steps and evaluations follow each other from 0 on.  The
 * first 4 KiB of a line count; a carriage return or a backspace begins a new one, as on a screen. */
#include "readers/trainlog/rows.h"

#define STEPS_MOST (1 << 22) /* of a log */

/* --- lines */

static int64_t whole_of (double x)
{
    return x >= 0 ? (int64_t)x : -1;
}

/* The stamp in the clock of the log; times of day pass midnight. */
static int64_t stamp_of (struct fid_trainlog *g, const struct fid_log_text *l,
                         const struct fid_log_values *v)
{
    if (fid_log_clock (l, v) != g->clock || g->clock == FID_CLOCK_RELATIVE)
        return INT64_MIN;
    int64_t t_ns = v->stamp_ns != INT64_MIN ? v->stamp_ns : l->t_ns;
    if (g->clock == FID_CLOCK_TOD) {
        if (g->last_ns == INT64_MIN)
            g->day_ns = -(t_ns / FID_DAY) * FID_DAY;
        t_ns += g->day_ns;
        if (g->last_ns != INT64_MIN && t_ns < g->last_ns - FID_DAY / 2) {
            g->day_ns += FID_DAY;
            t_ns += FID_DAY;
        }
    }
    g->last_ns = t_ns;
    return t_ns;
}

/* Takes what a row says, or words (r is NULL). */
static int take_row (struct fid_trainlog *g, const struct fid_log_line *r,
                     const struct fid_log_text *l, const struct fid_log_values *v, size_t line,
                     int64_t t_ns, struct fid_error *err)
{
    enum fid_log_kind kind = r ? r->kind : fid_log_words_of (l->text);
    const double *at = v->at, *half = v->half;
    bool group = kind == FID_LOG_GROUP;
    if (kind == FID_LOG_BAR) {
        g->main_total = g->main_total ? g->main_total : whole_of (at[FID_VALUE_TOTAL]);
        kind =
            g->main_total == whole_of (at[FID_VALUE_TOTAL]) ? FID_LOG_STEP : FID_LOG_EVAL_STEP;
    }
    if (g->first_ns == INT64_MIN)
        g->first_ns = t_ns;
    g->samples |= kind == FID_LOG_SAMPLES;
    if (kind == FID_LOG_SAMPLES || kind == FID_LOG_PROOF ||
        (at[FID_VALUE_ELAPSED] >= 0 && at[FID_VALUE_STEP] == 0))
        return 0; /* a bar shows 0 before the first step */
    struct fid_log_mark m = {.kind = group ? FID_LOG_STEP : kind,
                             .line = line,
                             .rank = l->tag.ranked ? l->tag.rank : 0,
                             .t_ns = t_ns,
                             .quantum_ns = v->stamp_ns != INT64_MIN ? FID_US : l->quantum_ns,
                             .epoch = whole_of (at[FID_VALUE_EPOCH]),
                             .epochs = whole_of (at[FID_VALUE_EPOCHS]),
                             .step = g->samples ? -1 : whole_of (at[FID_VALUE_STEP]),
                             .total = whole_of (at[FID_VALUE_TOTAL]),
                             .mean_half = half[FID_VALUE_TIME_MEAN],
                             .elapsed_half = half[FID_VALUE_ELAPSED],
                             .bare = v->bare,
                             .each = v->each,
                             .before = r && fid_log_anywhere (r->pattern) ? v->before : ' ',
                             .group = group};
    memcpy (m.at, at, sizeof m.at);
    if (at[FID_VALUE_STEPS_S] < half[FID_VALUE_STEPS_S] / FID_LOG_PRECISE)
        m.at[FID_VALUE_STEPS_S] = FID_ABSENT;
    return FID_PUSH (g->mark, err, m);
}

static int take_piece (struct fid_trainlog *g, struct fid_span piece, size_t line,
                       int64_t *t_ns, struct fid_error *err)
{
    char buf[FID_LOG_LINE_MOST];
    struct fid_log_text l = {.rest = fid_log_plain (piece, buf)};
    const struct fid_log_line *r;
    bool first = true;
    do {
        struct fid_log_values v = {.stamp_ns = INT64_MIN};
        r = fid_log_row (g->layout, l.rest, &l, &v);
        if (first)
            *t_ns = stamp_of (g, &l, &v);
        if (first || r)
            FID_TRY (take_row (g, r, &l, &v, line, *t_ns, err));
        first = false;
    } while (r && l.rest.n);
    return 0;
}

int fid_trainlog_line (struct fid_trainlog *g, struct fid_span line, size_t line_n, bool ended,
                       int64_t *t_ns, struct fid_error *err)
{
    struct fid_span piece;
    int64_t of_piece;
    *t_ns = INT64_MIN;
    while (line.n && fid_log_piece (&line, &piece)) {
        /* a line that the file ends in may be cut in a number */
        if (!ended && !line.p && piece.n) {
            g->cut = true;
            break;
        }
        FID_TRY (take_piece (g, piece, line_n, &of_piece, err));
        *t_ns = of_piece != INT64_MIN ? of_piece : *t_ns;
    }
    return 0;
}

/* --- putting out */

/* A span that is open. */
struct open {
    bool any;
    int64_t start_ns, end_ns;
    uint64_t step_n;
    int64_t epoch;
};

static int close_span (struct fid_trainlog *g, struct open *o, enum fid_phase_name name,
                       struct fid_error *err)
{
    struct fid_phase p = {.kind = fid_phase_kind_of (name),
                          .name = name,
                          .start_ns = o->start_ns,
                          .end_ns = o->end_ns,
                          .epoch = o->epoch <= INT_MAX ? (int)o->epoch : -1,
                          .block = -1,
                          .step_n = o->step_n};
    bool good = o->any && o->end_ns >= o->start_ns;
    *o = (struct open){.epoch = -1};
    g->phase_n[p.kind] += good;
    return good ? fid_put_phase (g->sink, &p, err) : 0;
}

static void widen (struct open *o, int64_t from_ns, int64_t to_ns)
{
    o->start_ns = o->any && o->start_ns < from_ns ? o->start_ns : from_ns;
    o->end_ns = o->any && o->end_ns > to_ns ? o->end_ns : to_ns;
    o->any = true;
}

/* Puts the n steps of a row, the last of which ends at its stamp, or those behind it.  Without a
 * stamp they follow those before. */
static int put_steps (struct fid_trainlog *g, const struct fid_log_mark *m, bool rest,
                      struct open *o, struct fid_error *err)
{
    int64_t n = rest ? m->rest_n : m->n, t_ns = rest ? INT64_MIN : m->t_ns;
    double len_s = rest ? m->rest_s : m->len_s, len_ns = len_s * 1e9;
    double load_s = rest ? m->at[FID_VALUE_DATA] : m->load_s;
    bool placed = g->now_ns != INT64_MIN, timed = len_ns >= 0;
    struct fid_step step = FID_NO_STEP;
    if (t_ns != INT64_MIN && placed &&
        (!timed || (double)(t_ns - g->now_ns) < len_ns * (double)n))
        len_ns = fmax (0, (double)(t_ns - g->now_ns)) / (double)n;
    double end_ns = t_ns != INT64_MIN ? (double)t_ns - len_ns * (double)(n - 1)
                                      : (double)g->now_ns + len_ns;
    bool known = (t_ns != INT64_MIN || placed) && len_ns >= 0 && n > 0;
    step.step_s = len_s;
    step.load_s = load_s >= 0 && (!timed || load_s <= len_s) ? load_s : FID_ABSENT;
    if (step.load_s >= 0 && timed)
        step.compute_s = step.step_s - step.load_s;
    step.epoch = m->epoch >= 0 && m->epoch <= INT_MAX ? (int)m->epoch : -1;
    step.eval = m->kind == FID_LOG_EVAL_STEP;
    if (known)
        widen (o, (int64_t)(end_ns - len_ns), (int64_t)(end_ns + len_ns * (double)(n - 1)));
    for (int64_t i = 0; i < n && g->step_n < STEPS_MOST; i++, g->step_n++) {
        step.end_ns = known ? (int64_t)(end_ns + len_ns * (double)i) : INT64_MIN;
        g->unplaced_n += !known;
        FID_TRY (fid_put_step (g->sink, &step, err));
    }
    o->step_n += (uint64_t)n;
    if (known)
        g->now_ns = o->end_ns;
    return 0;
}

static int put_number (const struct fid_trainlog *g, const char *key, double number,
                       struct fid_error *err)
{
    char text[32];
    snprintf (text, sizeof text, "%.0f", number);
    struct fid_fact f = {key, fid_span_of (text)};
    return number > 0 ? fid_put_fact (g->sink, &f, err) : 0;
}

/* Samples of a step of all ranks: as rows state them, or by those consumed from row to row; 0:
 * unknown, or not always the same. */
static double batch_of (const struct fid_trainlog *g)
{
    const struct fid_log_mark *b = NULL;
    double batch = 0;
    FID_EACH (const struct fid_log_mark, m, g->mark) {
        if (m->kind != FID_LOG_STEP)
            continue;
        double x = m->at[FID_VALUE_BATCH];
        if (x < 0 && b && m->at[FID_VALUE_SAMPLES] > b->at[FID_VALUE_SAMPLES] &&
            b->at[FID_VALUE_SAMPLES] >= 0 && m->step > b->step)
            x = (m->at[FID_VALUE_SAMPLES] - b->at[FID_VALUE_SAMPLES]) /
                (double)(m->step - b->step);
        b = m;
        if (x <= 0)
            continue;
        if (x != floor (x) || (batch > 0 && batch != x))
            return 0;
        batch = x;
    }
    return batch;
}

/* Puts out what a line says that is no row; *o: the evaluation or the save that it is of. */
static int put_span (struct fid_trainlog *g, const struct fid_log_mark *m, bool ends,
                     enum fid_phase_name name, struct open *o, struct fid_error *err)
{
    bool stamped = m->t_ns != INT64_MIN, lasts = m->at[FID_VALUE_ELAPSED] >= 0;
    int64_t length_ns = (int64_t)(m->at[FID_VALUE_ELAPSED] * 1e9);
    if (!ends) {
        *o = (struct open){stamped, m->t_ns, m->t_ns, 0, m->epoch};
        return 0;
    }
    if (stamped && lasts)
        widen (o, m->t_ns - length_ns, m->t_ns);
    else if (stamped && o->any)
        o->end_ns = m->t_ns > o->end_ns ? m->t_ns : o->end_ns;
    else if (!stamped && lasts && !o->any && g->now_ns != INT64_MIN)
        widen (o, g->now_ns, g->now_ns + length_ns);
    if (o->any && !stamped)
        g->now_ns = o->end_ns;
    return close_span (g, o, name, err);
}

static int put_log (struct fid_trainlog *g, struct fid_error *err)
{
    struct open epoch = {.epoch = -1}, eval = {.epoch = -1}, save = {.epoch = -1};
    size_t epoch_n = 0, eval_n = 0, save_n = 0;
    enum fid_log_kind before = FID_LOG_PROOF;
    bool evaluates = false, first = true;
    int64_t shown = -1;
    if (g->clock == FID_CLOCK_RELATIVE)
        g->now_ns = 0;
    FID_EACH (const struct fid_log_mark, m, g->mark) {
        bool is_eval = m->kind == FID_LOG_EVAL_STEP || m->kind == FID_LOG_EVAL ||
                       m->kind == FID_LOG_EVAL_END;
        eval_n += is_eval && !evaluates;
        evaluates =
            is_eval || (evaluates && m->kind != FID_LOG_STEP && m->kind != FID_LOG_EPOCH);
        save_n +=
            m->kind == FID_LOG_SAVE || (m->kind == FID_LOG_SAVED && before != FID_LOG_SAVE);
        enum fid_phase_name name = m->epoch >= 0 ? FID_NAME_EPOCH : FID_NAME_TRAINING;
        if (m->kind == FID_LOG_STEP && (first || m->epoch != epoch.epoch)) {
            FID_TRY (close_span (g, &epoch,
                                 epoch.epoch >= 0 ? FID_NAME_EPOCH : FID_NAME_TRAINING, err));
            epoch.epoch = m->epoch;
            first = false;
        }
        if (m->kind == FID_LOG_EPOCH && (first || m->epoch != epoch.epoch)) {
            if (epoch.any && m->t_ns != INT64_MIN && g->layout->kind == FID_LOG_EPOCH)
                widen (&epoch, epoch.start_ns, m->t_ns);
            FID_TRY (close_span (g, &epoch,
                                 epoch.epoch >= 0 ? FID_NAME_EPOCH : FID_NAME_TRAINING, err));
            epoch.epoch = m->epoch;
            first = false;
            if (m->t_ns != INT64_MIN) {
                widen (&epoch, m->t_ns, m->t_ns);
                g->now_ns = m->t_ns;
            }
        }
        if ((m->kind == FID_LOG_STEP || m->kind == FID_LOG_EPOCH) && m->epoch >= 0 &&
            m->epoch != shown) {
            epoch_n++;
            shown = m->epoch;
        }
        if (m->kind == FID_LOG_STEP || m->kind == FID_LOG_EVAL_STEP) {
            struct open *o = is_eval ? &eval : &epoch;
            if (eval.any && !is_eval)
                FID_TRY (close_span (g, &eval, FID_NAME_EVAL, err));
            FID_TRY (put_steps (g, m, false, o, err) || put_steps (g, m, true, o, err));
        } else if (is_eval) {
            FID_TRY (put_span (g, m, m->kind == FID_LOG_EVAL_END, FID_NAME_EVAL, &eval, err));
        } else if (m->kind == FID_LOG_SAVE || m->kind == FID_LOG_SAVED) {
            FID_TRY (
                put_span (g, m, m->kind == FID_LOG_SAVED, FID_NAME_CHECKPOINT, &save, err));
        } else if (m->kind == FID_LOG_EPOCH_END) {
            epoch.epoch = epoch.any ? epoch.epoch : m->epoch;
            FID_TRY (put_span (g, m, true, name, &epoch, err));
            first = true;
        }
        before = m->kind;
    }
    if (g->layout->kind == FID_LOG_EPOCH && epoch.any && g->last_ns != INT64_MIN)
        widen (&epoch, epoch.start_ns, g->last_ns);
    FID_TRY (
        close_span (g, &eval, FID_NAME_EVAL, err) ||
        close_span (g, &epoch, epoch.epoch >= 0 ? FID_NAME_EPOCH : FID_NAME_TRAINING, err));
    struct fid_fact layout = {"log_layout", fid_span_of (g->layout->layout)};
    FID_TRY (fid_put_fact (g->sink, &layout, err));
    FID_TRY (put_number (g, "global_batch_size", batch_of (g), err));
    const struct {
        enum fid_remark_code code;
        size_t told_n, put_n;
    } counts[] = {{FID_REMARK_EPOCHS_UNTIMED, epoch_n, g->phase_n[FID_PHASE_TRAINING]},
                  {FID_REMARK_EVALS_UNTIMED, eval_n, g->phase_n[FID_PHASE_EVAL]},
                  {FID_REMARK_SAVES_UNTIMED, save_n, g->phase_n[FID_PHASE_CHECKPOINT]}};
    for (int i = 0; i < 3; i++)
        if (counts[i].told_n > counts[i].put_n)
            fid_put_count (g->sink, counts[i].code, counts[i].told_n - counts[i].put_n);
    bool timeless = g->clock == FID_CLOCK_RELATIVE && g->unplaced_n == g->step_n;
    fid_put_count (g->sink, timeless ? FID_REMARK_LOG_TIMELESS : FID_REMARK_STEPS_UNTIMED,
                   g->unplaced_n);
    return 0;
}

/* --- the file */

static int read_lines (struct fid_trainlog *g, struct fid_text *text, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (text, &line, err)) > 0) {
        int64_t t_ns;
        bool bar = memchr (line.p, '\r', line.n) != NULL;
        FID_TRY (fid_trainlog_line (g, line, text->line_n, text->line_ended, &t_ns, err));
        if (g->clock != FID_CLOCK_RELATIVE && !bar)
            FID_TRY (fid_put_text_line (g->sink, text, t_ns, FID_S, err));
    }
    return rc;
}

static void clear_log (struct fid_trainlog *g)
{
    free (g->mark);
}

static int read_training_log (struct fid_input *in, struct fid_error *err)
{
    struct fid_log_fit f;
    FID_SCOPED (clear_log)
    struct fid_trainlog g = {
        .sink = in->sink, .last_ns = INT64_MIN, .first_ns = INT64_MIN, .now_ns = INT64_MIN};
    fid_log_fit (&in->head, &f);
    if (!f.layout) {
        FID_TRY (fid_text_peek (in->text, FID_LATE_MAX, &in->head.text, err));
        fid_log_fit (&in->head, &f);
    }
    if (!f.layout)
        return fid_errorf (err, FID_EINPUT, "%s: no lines of a training", in->text->path);
    if (f.rival)
        return fid_errorf (err, FID_EINPUT,
                           "%s: its lines fit both %s and %s, which differ in meaning",
                           in->text->path, f.layout->layout, f.rival);
    g.layout = f.layout;
    g.clock = f.clock;
    FID_TRY (read_lines (&g, in->text, err));
    return FID_FAILED (fid_trainlog_settle (&g, err) || put_log (&g, err));
}

static int probe_log (const struct fid_head *head, enum fid_clock clock)
{
    struct fid_log_fit f;
    fid_log_fit (head, &f);
    return f.layout && f.clock == clock ? *f.layout->pattern ? 60 : 30 : 0;
}

#define TRAINING_LOG(NAME, CLOCK, DOC)                                                         \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return probe_log (head, FID_CLOCK_##CLOCK);                                            \
    }                                                                                          \
    FID_READER_OF (NAME, DOC, .clock = FID_CLOCK_##CLOCK,                                      \
                   .gives = FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS |             \
                            FID_GIVES_CLOCK * (FID_CLOCK_##CLOCK != FID_CLOCK_RELATIVE),       \
                   .rank = 15, .late = true, .best = 60)

#define read_training_log_utc  read_training_log
#define read_training_log_day  read_training_log
#define read_training_log_bare read_training_log
TRAINING_LOG (training_log, APP, "log of a training program, stamped with local time")
TRAINING_LOG (training_log_utc, UTC, "log of a training program, stamped with UTC")
TRAINING_LOG (training_log_day, TOD, "log of a training program, stamped without a year")
TRAINING_LOG (training_log_bare, RELATIVE, "log of a training program without stamps")
