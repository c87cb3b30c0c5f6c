/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.c - timeline.csv, and the MLLOG lines of rank 0 as WORKLOAD.log, a JSON array
 *
 * Rows are sorted by their end.  Logs describe the same interval under several names: the
 * workload decides which of them is TRAINING. */
#include "readers/mllog/mllog_log.h"
#include "tools/prepare/prepare.h"

/* The names of TRAINING, best first. */
static const enum fid_phase_name training_names[FID_WORKLOAD_N][4] = {
    [FID_UNET3D] = {FID_NAME_EPOCH, FID_NAME_BLOCK, FID_NAME_TRAINING, FID_NAME_RUN},
    [FID_BERT] = {FID_NAME_BLOCK, FID_NAME_EPOCH, FID_NAME_TRAINING, FID_NAME_RUN},
    [FID_DLRM] = {FID_NAME_TRAINING, FID_NAME_BLOCK, FID_NAME_EPOCH, FID_NAME_RUN},
    [FID_DLIO] = {FID_NAME_BLOCK, FID_NAME_EPOCH, FID_NAME_TRAINING, FID_NAME_RUN},
};

struct phase_rows {
    struct fid_prepare_state *p;
    const struct fid_source *source;
    FID_LIST (struct fid_phase, phase);
    size_t open_n;
    size_t warned_n;
};

static int on_phase (void *self, const struct fid_phase *ph, struct fid_error *err)
{
    struct phase_rows *r = self;
    struct fid_phase copy = *ph;
    (void)err;
    if (ph->flags & FID_PHASE_TRUNCATED) {
        r->open_n++;
        return 0;
    }
    if (!fid_prepare_utc (r->p, r->source, &copy.start_ns) ||
        !fid_prepare_utc (r->p, r->source, &copy.end_ns))
        return 0;
    FID_APPEND (r->phase, copy);
    return 0;
}

/* Report the first few problems of the log. */
static void on_line (void *self, const struct fid_remark *remark)
{
    struct phase_rows *r = self;
    if (r->warned_n++ < 10)
        fid_prepare_remark (r->p, r->source->path, remark);
}

static bool has_phase (const struct phase_rows *r, enum fid_phase_name name)
{
    FID_EACH (const struct fid_phase, ph, r->phase)
        if (ph->name == name)
            return true;
    return false;
}

/* The name of TRAINING in this log.  The earlier tools knew one for each workload that logs
 * MLLOG events. */
static enum fid_phase_name training_name (const struct phase_rows *r, enum fid_workload w)
{
    bool only_first = r->p->opts->compat && w != FID_DLIO;
    for (int i = 0; i < (only_first ? 1 : 4); i++)
        if (has_phase (r, training_names[w][i]))
            return training_names[w][i];
    return training_names[w][0];
}

/* As the earlier tools in dlio.log: the first block of an epoch starts with the epoch, since
 * both had one name and a start was ignored while an interval was open. */
static void extend_first_blocks (struct phase_rows *r)
{
    for (size_t e = 0; e < r->phase_n; e++) {
        struct fid_phase *first = NULL;
        if (r->phase[e].name != FID_NAME_EPOCH)
            continue;
        FID_EACH (struct fid_phase, b, r->phase)
            if (b->name == FID_NAME_BLOCK && b->start_ns >= r->phase[e].start_ns &&
                b->end_ns <= r->phase[e].end_ns && (!first || b->start_ns < first->start_ns))
                first = b;
        if (first)
            first->start_ns = r->phase[e].start_ns;
    }
}

FID_ORDER_BY (by_end, struct fid_phase,
              FID_RISING (end_ns) FID_FALLING (start_ns) FID_RISING (kind))

static void write_rows (struct phase_rows *r)
{
    static const char *const names[FID_PHASE_N] = {"INIT", "TRAINING", "EVAL", "CHECKPOINT"};
    const char *path = "timeline/timeline.csv";
    struct fid_prepare_state *p = r->p;
    enum fid_phase_name training = training_name (r, p->workload);
    char from[FID_TIME_TEXT], to[FID_TIME_TEXT];
    if (p->opts->compat && !has_phase (r, training))
        FID_PREPARE_NOTE (p, "%s: no span that the earlier tools took for the TRAINING of %s",
                          r->source->path, fid_workload_names[p->workload]);
    FILE *f = fid_tree_file (&p->tree, path);
    if (p->workload == FID_DLIO && p->opts->compat)
        extend_first_blocks (r);
    FID_SORT (r->phase, r->phase_n, by_end);
    FID_EACH (const struct fid_phase, ph, r->phase) {
        if (ph->kind == FID_PHASE_TRAINING && ph->name != training)
            continue;
        fprintf (f, "%s,%s,%s\n", fid_time_text (ph->start_ns, p->digits, from),
                 fid_time_text (ph->end_ns, p->digits, to), names[ph->kind]);
        if (ph->kind == FID_PHASE_INIT && !p->has_init) {
            p->has_init = true;
            p->init_ns = ph->start_ns;
        }
    }
    fid_tree_close (&p->tree, f, path);
}

/* Copies a log that the earlier tools left out. */
static void copy_log (struct fid_prepare_state *p, const struct fid_source *s)
{
    char buf[65536];
    const char *to = fid_textf ("left_out/%s", s->path);
    FILE *from = fopen (fid_textf ("%s/%s", p->run->dir, s->path), "re");
    FILE *f = from ? fid_tree_file (&p->tree, to) : NULL;
    for (size_t n; f && (n = fread (buf, 1, sizeof buf, from)) > 0;)
        fwrite (buf, 1, n, f); /* errors show when it is closed */
    if (!from || ferror (from))
        fid_must (fid_error_file (&fid_why, fid_textf ("%s/%s", p->run->dir, s->path), errno));
    fclose (from);
    fid_tree_close (&p->tree, f, to);
}

void fid_prepare_log (struct fid_prepare_state *p)
{
    const struct fid_source *s = NULL;
    for (size_t i = 0; i < p->run->source_n && !s; i++)
        if ((p->run->source[i].used & FID_GIVES_PHASES) && p->run->source[i].phase_n)
            s = &p->run->source[i];
    struct phase_rows r = {.p = p, .source = s};
    struct fid_sink sink = {.self = &r, .phase = on_phase, .reject = on_line, .note = on_line};
    if (!s)
        fid_fail (FID_EINPUT,
                  "%s: no application log states when the run started, so there is no "
                  "timeline.csv",
                  p->run->dir);
    bool mllog = strncmp (s->reader, "mllog", 5) == 0;
    p->digits = mllog ? 3 : 6;
    fid_prepare_read_source (p, s, &sink);
    if (r.open_n)
        FID_PREPARE_NOTE (p, "%s: %zu intervals never end; they are left out", s->path,
                          r.open_n);
    write_rows (&r);
    if (mllog) {
        FID_SCOPED (fid_text_close) struct fid_text text = {0};
        const char *name = fid_textf ("%s.log", fid_workload_names[p->workload]);
        FILE *f = fid_tree_file (&p->tree, name);
        fid_must (fid_text_open (&text, fid_textf ("%s/%s", p->run->dir, s->path), &fid_why));
        fid_must (fid_mllog_copy (&text, f, &fid_why));
        fid_tree_close (&p->tree, f, name);
    }
    FID_EACH (const struct fid_source, log, p->run->source)
        if ((log->used & (FID_GIVES_PHASES | FID_GIVES_STEPS)) && !(mllog && log == s) &&
            !log->part)
            copy_log (p, log);
    if (!p->has_init)
        FID_PREPARE_NOTE (p, "%s: no INIT: records from before it stay", s->path);
}

void fid_prepare_init_of_tree (struct fid_prepare_state *p)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    const char *path = fid_tree_find (&p->tree, "timeline/timeline.csv");
    if (!path)
        fid_fail (FID_EINPUT, "%s/timeline/timeline.csv: does not exist; do not skip the log",
                  p->tree.dir);
    fid_must (fid_text_open (&text, path, &fid_why));
    while (!p->has_init && fid_must (fid_text_next (&text, &line, &fid_why)) > 0) {
        struct fid_span rest = line, from;
        if (fid_span_ends (line, ",INIT") && fid_span_field (&rest, ',', &from))
            p->has_init = fid_time_iso (from, &p->init_ns, NULL, NULL);
    }
}
