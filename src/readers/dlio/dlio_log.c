/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_log.c - dlio.log in all its wordings
 *
 *     2022:   2022-09-01T10:00:00.000001 Starting epoch 1: 5 steps expected
 *     to 1.0: [INFO] 2023-02-11T11:34:40.121114 Starting block 1 [src/utils/statscounter.py:97]
 *     today:  [OUTPUT] 2026-11-21T00:28:47.654342 Starting block 1
 *
 * The stamp is local time of the process, although the function that makes it
 * is called utcnow.  Lines without a stamp and texts not known are no
 * malformed lines: the log also holds progress bars and tables of results.
 *
 * INIT lasts from the first stamp to the start of the first epoch, block,
 * evaluation or checkpoint that starts.  A log is opened for appending: of several runs the
 * complete one counts, else the last one.  Two that are complete stay, and are told. */
#include "readers/dlio/dlio_text.h"
#include "readers/reader.h"

/* --- facts about the whole run: ranks, numbers of samples, batch size, the computation
 * time that was set, and the accelerator utilization printed last */

struct facts {
    bool idle_block; /* the block that ended last had no steps, so its utilization means nothing
                      */
    bool compute_told;
    char au[32]; /* the last one printed, "" for none */
};

static int put_fact (const struct fid_sink *sink, const char *key, struct fid_span value,
                     struct fid_error *err)
{
    struct fid_fact f = {key, value};
    return fid_put_fact (sink, &f, err);
}

static int put_product (const struct fid_sink *sink, const char *key, int a, int b,
                        struct fid_error *err)
{
    char buf[32];
    snprintf (buf, sizeof buf, "%" PRId64, (int64_t)a * b);
    return put_fact (sink, key, fid_span_of (buf), err);
}

/* "40 = 1 * 80 / 2 / 1 (samples per file * num files / batch size / comm size)" */
static bool take_sizes (struct fid_span t, int v[4])
{
    static const char *const before[] = {" = ", " * ", " / ", " / "};
    int steps;
    bool good = fid_dlio_take_int (&t, &steps);
    for (int i = 0; good && i < 4; i++)
        good = fid_dlio_take (&t, before[i]) && fid_dlio_take_int (&t, &v[i]);
    return good;
}

/* Keeps the utilization at the start of the text: the last one counts. */
static void facts_au (struct facts *s, struct fid_span t)
{
    struct fid_span number;
    double value;
    if (fid_dlio_take_number (&t, &value, &number) && number.n < sizeof s->au) {
        memcpy (s->au, number.p, number.n);
        s->au[number.n] = '\0';
    }
}

/* Takes a text that may hold a fact. */
static int facts_take (struct facts *s, const struct fid_sink *sink, struct fid_span t,
                       struct fid_error *err)
{
    struct fid_span number;
    double value;
    int v[4];
    if (fid_dlio_take (&t, "Running DLIO "))
        return (fid_dlio_take (&t, "with ") || fid_dlio_seek (&t, " with ")) &&
                       fid_dlio_take_number (&t, &value, &number)
                   ? put_fact (sink, "ranks", number, err)
                   : 0;
    bool train = fid_dlio_take (&t, "Max steps per epoch: ");
    if (train || fid_dlio_take (&t, "Steps per eval: ")) {
        if (!take_sizes (t, v))
            return 0;
        FID_TRY (put_product (sink, train ? "train_samples" : "eval_samples", v[0], v[1], err));
        return train ? put_product (sink, "global_batch_size", v[2], v[3], err) : 0;
    }
    if (fid_dlio_take (&t, "Total checkpoint size: "))
        return fid_dlio_take_number (&t, &value, &number)
                   ? put_fact (sink, "checkpoint_gib", number, err)
                   : 0;
    if (!fid_dlio_take (&t, "Epoch "))
        return 0;
    if (fid_dlio_seek (&t, "[Training] Accelerator Utilization [AU] (%): ")) {
        if (!s->idle_block)
            facts_au (s, t);
        return 0;
    }
    if (s->compute_told || !fid_dlio_seek (&t, "(set value: "))
        return 0;
    fid_dlio_take (&t, "{'mean': ");
    s->compute_told = fid_dlio_take_number (&t, &value, &number);
    return s->compute_told ? put_fact (sink, "computation_time_s", number, err) : 0;
}

/* --- phases: at most one of each name is open.  They are in the order of their ends; one that
 * the log never closes ends with its last stamp. */

struct phases {
    const struct fid_sink *sink;        /* borrowed */
    int64_t first_ns, last_ns;          /* earliest and latest stamp of the log so far */
    bool any;                           /* whether there was a stamp */
    FID_LIST (struct fid_phase, ended); /* owned */
    struct phase {
        bool open;
        int64_t start_ns;
        int epoch, block;
    } at[FID_NAME_N];
};

static void open_phase (struct phases *p, enum fid_phase_name name, int64_t t_ns, int epoch,
                        int block)
{
    p->at[name] = (struct phase){true, t_ns, epoch, block};
}

static int put_phase (struct phases *p, struct fid_phase phase, struct fid_error *err)
{
    struct phase *at = &p->at[phase.name];
    phase.kind = fid_phase_kind_of (phase.name);
    phase.start_ns = at->start_ns;
    phase.epoch = at->epoch;
    phase.block = at->block;
    at->open = false;
    return FID_PUSH (p->ended, err, phase);
}

/* Closing what is not open, and an end before the start, are noted and give no phase. */
static int close_phase (struct phases *p, struct fid_phase phase, size_t line,
                        struct fid_error *err)
{
    struct phase *at = &p->at[phase.name];
    if (at->open && phase.end_ns >= at->start_ns)
        return put_phase (p, phase, err);
    fid_phase_note (p->sink, line,
                    at->open ? FID_REMARK_PHASE_ENDS_EARLY : FID_REMARK_PHASE_ORPHAN,
                    phase.name);
    at->open = false;
    return 0;
}

/* Closes it, if it is open, at the latest stamp. */
static int cut_phase (struct phases *p, enum fid_phase_name name, struct fid_error *err)
{
    if (!p->at[name].open)
        return 0;
    fid_phase_note (p->sink, 0, FID_REMARK_PHASE_OPEN, name);
    /* the start is a stamp of the log, so the latest one is not before it */
    return put_phase (
        p, (struct fid_phase){.name = name, .end_ns = p->last_ns, .flags = FID_PHASE_TRUNCATED},
        err);
}

/* Cuts all that are open, the one started last first. */
static int cut_phases (struct phases *p, struct fid_error *err)
{
    for (;;) {
        int last = -1;
        for (int i = 0; i < FID_NAME_N; i++)
            /* of two that start together the one named later is the inner */
            if (p->at[i].open && (last < 0 || p->at[i].start_ns >= p->at[last].start_ns))
                last = i;
        if (last < 0)
            return 0;
        FID_TRY (cut_phase (p, (enum fid_phase_name)last, err));
    }
}

/* --- state */

/* The two forms of step lines.  A log can have both, and a step counts once, so the form
 * that completes the first step is used. */
enum style { STYLE_RANK, STYLE_NAMES };

#define RANKS_MAX 65536 /* steps of further ranks are left out */

/* A run in the log: what it has of the phases and steps. */
struct logged_run {
    size_t line, phase, phase_end, step, step_end; /* line 0: none */
    char au[32];
};

struct dlio_log_state {
    const struct fid_sink *sink; /* borrowed */
    struct phases phases;
    struct fid_step names;               /* what is known of the step that runs, by names */
    FID_LIST (struct fid_step, running); /* owned; the same of each rank */
    int style;                           /* -1: no step yet */
    int epoch;                           /* -1 before the first */
    bool started;                        /* INIT is over */
    bool styles_noted, others_noted;
    bool generated;        /* data generation ended, and no training began since */
    int64_t rank;          /* the lowest whose steps are logged; -1: none yet */
    struct fid_step *kept; /* owned; all steps, until it is known that no lower rank logs */
    size_t kept_n, kept_cap;
    struct facts facts;
    struct logged_run run, complete; /* the one that is read, and the last complete one */
    int run_n, complete_n;
};

static const struct event {
    const char *text;
    enum fid_phase_name name;
    bool start;
} events[] = {
    {"Starting epoch", FID_NAME_EPOCH, true},
    {"Ending epoch", FID_NAME_EPOCH, false},
    {"Starting block", FID_NAME_BLOCK, true},
    {"Ending block", FID_NAME_BLOCK, false},
    {"Starting eval", FID_NAME_EVAL, true},
    {"Ending eval", FID_NAME_EVAL, false},
    {"Starting checkpoint", FID_NAME_CHECKPOINT, true},
    {"Ending checkpoint", FID_NAME_CHECKPOINT, false},
    {"Starting saving checkpoint", FID_NAME_CHECKPOINT, true},
    {"Finished saving checkpoint", FID_NAME_CHECKPOINT, false},
    {"Starting loading checkpoint", FID_NAME_CHECKPOINT_LOAD, true},
    {"Finished loading checkpoint", FID_NAME_CHECKPOINT_LOAD, false},
};

/* Removes the event at the start of the text and returns it; NULL if there is none. */
static const struct event *take_event (struct fid_span *text)
{
    if (!text->n || !strchr ("SEF", *text->p))
        return NULL;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        struct fid_span rest = *text;
        /* old evaluations have no number: the words may end the line */
        if (fid_dlio_take (&rest, events[i].text) && (!rest.n || fid_dlio_take (&rest, " "))) {
            *text = rest;
            return &events[i];
        }
    }
    return NULL;
}

static int probe_dlio_log (const struct fid_head *head)
{
    static const char *const others[] = {"Running DLIO ",
                                         "Max steps per epoch: ", "Starting data generation",
                                         "Profiling DLIO "};
    struct fid_span rest = head->text, line;
    int score = 0, rank;
    while (fid_span_field (&rest, '\n', &line)) {
        struct fid_dlio_line l;
        fid_dlio_line (line, &l);
        if (!l.stamped)
            continue;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (fid_span_starts (l.text, others[i]))
                return 90;
        if (take_event (&l.text))
            return 90;
        if (fid_dlio_take (&l.text, "Rank ") && fid_dlio_take_int (&l.text, &rank) &&
            fid_dlio_take (&l.text, " step "))
            return 80;
        if (fid_span_is (head->name, "dlio.log"))
            score = 50;
    }
    return score;
}

/* --- phases */

static int take_phase (struct dlio_log_state *s, const struct event *ev, struct fid_span text,
                       int64_t t_ns, size_t line, struct fid_error *err)
{
    struct phases *p = &s->phases;
    int number, epoch, step_n;
    if (!fid_dlio_take_int (&text, &number))
        number = -1;
    /* a block cannot outlast its epoch */
    if (ev->name == FID_NAME_EPOCH)
        FID_TRY (cut_phase (p, FID_NAME_BLOCK, err));
    if (!ev->start) {
        if (ev->name == FID_NAME_BLOCK) /* a checkpoint after the last step leaves one */
            s->facts.idle_block = fid_span_starts (text, " - 0 steps");
        /* "1 - 12 steps completed in 2.88 s", "- 4 steps completed in 0.67 s" */
        bool told = fid_dlio_seek (&text, "- ") && fid_dlio_take_int (&text, &step_n) &&
                    fid_dlio_take (&text, " steps completed");
        /* "1 for epoch 1 in 40.0000 s; Throughput: 20.0000 GB/s", which are GiB */
        double time_s, gib_s, byte_n = 0;
        if (fid_dlio_seek (&text, " in ") && fid_dlio_take_number (&text, &time_s, NULL) &&
            fid_dlio_seek (&text, "Throughput: ") && fid_dlio_take_number (&text, &gib_s, NULL))
            byte_n = time_s * gib_s * 1073741824;
        return close_phase (p,
                            (struct fid_phase){.name = ev->name,
                                               .end_ns = t_ns,
                                               .step_n = told ? (uint64_t)step_n : 0,
                                               .byte_n = byte_n},
                            line, err);
    }
    if (!s->started) {
        s->started = true;
        open_phase (p, FID_NAME_INIT, p->first_ns, -1, -1);
        FID_TRY (close_phase (p, (struct fid_phase){.name = FID_NAME_INIT, .end_ns = t_ns},
                              line, err));
    }
    if (ev->name == FID_NAME_EPOCH)
        s->epoch = number;
    /* only rank 0 logs events, so one still open has lost its end */
    FID_TRY (cut_phase (p, ev->name, err));
    if (!fid_dlio_seek (&text, " for epoch ") || !fid_dlio_take_int (&text, &epoch))
        epoch = s->epoch;
    open_phase (p, ev->name, t_ns, epoch, ev->name == FID_NAME_EPOCH ? -1 : number);
    return 0;
}

/* --- steps */

static int end_step (struct dlio_log_state *s, enum style style, struct fid_step *of,
                     double step_s, const struct fid_dlio_line *l, size_t line,
                     struct fid_error *err)
{
    struct fid_step step = *of;
    *of = (struct fid_step)FID_NO_STEP;
    if (s->style < 0)
        s->style = style;
    if (s->style != (int)style) {
        if (!s->styles_noted)
            fid_put_note (s->sink, line, FID_REMARK_STEPS_TWICE);
        s->styles_noted = true;
        return 0;
    }
    step.end_ns = l->t_ns;
    step.step_s = step_s;
    step.epoch = s->epoch;
    step.eval = s->phases.at[FID_NAME_EVAL].open;
    return FID_PUSH (s->kept, err, step);
}

/* Finds what is known of the step that runs of a rank. */
static int find_running (struct dlio_log_state *s, int rank, struct fid_step **out,
                         struct fid_error *err)
{
    size_t n = (size_t)rank + 1;
    FID_TRY (fid_array_grow (&s->running, &s->running_cap, n, sizeof *s->running, err));
    while (s->running_n < n)
        s->running[s->running_n++] = (struct fid_step)FID_NO_STEP;
    if (s->rank < 0 || rank < s->rank)
        s->rank = rank;
    *out = &s->running[rank];
    (*out)->rank = rank;
    (*out)->ranked = true;
    return 0;
}

/* "Rank R step S: loaded B samples in T s".  The log of another node than the first has no rank
 * 0. */
static int take_rank (struct dlio_log_state *s, const struct fid_dlio_line *l, size_t line,
                      struct fid_error *err)
{
    struct fid_step *step;
    struct fid_span t = l->text;
    int rank, number;
    double seconds;
    if (!fid_dlio_take (&t, "Rank ") || !fid_dlio_take_int (&t, &rank) ||
        !fid_dlio_take (&t, " step ") || !fid_dlio_take_int (&t, &number))
        return 0;
    if (rank < 0 || rank >= RANKS_MAX) {
        if (!s->others_noted)
            fid_put_note (s->sink, line, FID_REMARK_OTHER_RANKS);
        s->others_noted = true;
        return 0;
    }
    fid_dlio_take (&t, ":");
    bool loaded = fid_dlio_take (&t, " loaded ");
    if (!loaded && !fid_dlio_take (&t, " processed "))
        return 0;
    if (!fid_dlio_seek (&t, " in ") || !fid_dlio_take_number (&t, &seconds, NULL) ||
        seconds < 0) {
        fid_put_reject (s->sink, line, FID_REMARK_STEP_TIME_BAD);
        return 0;
    }
    FID_TRY (find_running (s, rank, &step, err));
    if (loaded) {
        step->load_s = seconds;
        return 0;
    }
    /* the logged time counts from the start of the load */
    if (step->load_s >= 0 && seconds >= step->load_s)
        step->compute_s = seconds - step->load_s;
    return end_step (s, STYLE_RANK, step, seconds, l, line, err);
}

/* "load_batch_mem NS", "all_compute NS", "step_end NS" of instrumented DLIO. */
static int take_name (struct dlio_log_state *s, const struct fid_dlio_line *l, size_t line,
                      struct fid_error *err)
{
    struct fid_step *step = &s->names;
    struct fid_span t = l->text;
    double *into, step_s = 0;
    uint64_t ns;
    if (fid_dlio_take (&t, "load_batch_mem "))
        into = &step->load_s;
    else if (fid_dlio_take (&t, "all_compute "))
        into = &step->compute_s;
    else if (fid_dlio_take (&t, "step_end "))
        into = &step_s;
    else
        return 0;
    if (!fid_span_u64 (fid_span_trim (t), &ns)) {
        fid_put_reject (s->sink, line, FID_REMARK_DURATION_BAD);
        return 0;
    }
    *into = (double)ns / 1e9;
    return into == &step_s ? end_step (s, STYLE_NAMES, step, step_s, l, line, err) : 0;
}

/* --- the log */

/* Ends the run that is read: keeps it if it is complete. */
static void end_run (struct dlio_log_state *s)
{
    bool open = !s->started;
    for (int i = 0; i < FID_NAME_N; i++)
        open |= s->phases.at[i].open;
    s->run.phase_end = s->phases.ended_n;
    s->run.step_end = s->kept_n;
    memcpy (s->run.au, s->facts.au, sizeof s->run.au);
    if (!open)
        s->complete = s->run;
    s->complete_n += !open;
    s->run_n++;
}

static int take_line (struct dlio_log_state *s, const struct fid_dlio_line *l, size_t line,
                      struct fid_error *err)
{
    struct fid_span text = l->text;
    struct phases *p = &s->phases;
    const struct event *ev;
    if (l->stamped) {
        if (s->started && fid_span_starts (text, "Running DLIO ")) {
            end_run (s);
            s->run = (struct logged_run){.line = line, .phase = p->ended_n, .step = s->kept_n};
            memset (p->at, 0, sizeof p->at);
            p->any = s->started = s->generated = false;
            s->facts = (struct facts){.compute_told = s->facts.compute_told};
            s->running_n = 0;
            s->names = (struct fid_step)FID_NO_STEP;
            s->epoch = -1;
        }
        p->first_ns = p->any && p->first_ns < l->t_ns ? p->first_ns : l->t_ns;
        p->last_ns = p->any && p->last_ns > l->t_ns ? p->last_ns : l->t_ns;
        p->any = true;
        if (fid_span_starts (text, "Generation done"))
            s->generated = true;
        ev = take_event (&text);
        if (ev)
            return take_phase (s, ev, text, l->t_ns, line, err);
        FID_TRY (facts_take (&s->facts, s->sink, text, err));
    } else if (fid_dlio_take (&text, "Training Accelerator Utilization [AU] (%): ")) {
        facts_au (&s->facts, text); /* the mean over the run, in its last table */
    }
    return FID_FAILED (take_rank (s, l, line, err) || take_name (s, l, line, err));
}

static int finish_log (struct dlio_log_state *s, struct fid_error *err)
{
    struct phases *p = &s->phases;
    /* in a log without an epoch everything is INIT, which ended if the data were generated and
     * no more was to be done; the log of another node has no phases at all */
    if (!s->started && p->any && s->rank <= 0) {
        open_phase (p, FID_NAME_INIT, p->first_ns, -1, -1);
        if (s->generated)
            FID_TRY (close_phase (
                p, (struct fid_phase){.name = FID_NAME_INIT, .end_ns = p->last_ns}, 0, err));
    }
    end_run (s);
    if (!s->complete.line) {
        FID_TRY (cut_phases (p, err));
        s->run.phase_end = p->ended_n;
    }
    struct logged_run *run = s->complete.line ? &s->complete : &s->run;
    if (s->complete_n > 1) /* traces may be of each */
        run->phase = run->step = 0;
    if (s->run_n > 1)
        fid_put_note (s->sink, run->line,
                      s->complete_n > 1 ? FID_REMARK_SECOND_RUN
                      : s->complete_n   ? FID_REMARK_COMPLETE_ATTEMPT
                                        : FID_REMARK_LAST_ATTEMPT);
    if (s->rank > 0 && s->kept_n) /* no lower rank can come */
        fid_put_count (s->sink, FID_REMARK_RANK_LOWEST, (uint64_t)s->rank);
    for (size_t i = run->step; i < run->step_end; i++) {
        struct fid_step *step = &s->kept[i];
        step->other = step->ranked && step->rank > s->rank;
        FID_TRY (fid_put_step (s->sink, step, err));
    }
    for (size_t i = run->phase; i < run->phase_end; i++)
        FID_TRY (fid_put_phase (s->sink, &p->ended[i], err));
    return run->au[0] ? put_fact (s->sink, "au_percent", fid_span_of (run->au), err) : 0;
}

static int read_dlio_log (struct fid_input *in, struct fid_error *err)
{
    struct dlio_log_state s = {.sink = in->sink,
                               .phases.sink = in->sink,
                               .names = FID_NO_STEP,
                               .style = -1,
                               .epoch = -1,
                               .rank = -1,
                               .run.line = 1};
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_dlio_line l;
        fid_dlio_line (line, &l);
        rc = FID_FAILED (take_line (&s, &l, in->text->line_n, err) ||
                         fid_put_text_line (in->sink, in->text, l.t_ns, FID_US, err));
        if (rc)
            break;
    }
    if (!rc)
        rc = finish_log (&s, err);
    FID_FREE (s.kept, s.running, s.phases.ended);
    return rc;
}

FID_READER_IS (dlio_log, APP,
               FID_GIVES_PHASES | FID_GIVES_STEPS | FID_GIVES_FACTS | FID_GIVES_CLOCK, 20,
               "log of the DLIO benchmark (dlio.log)", .late = true, .of_benchmark = true,
               .best = 90)
