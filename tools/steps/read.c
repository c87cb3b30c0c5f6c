/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - the durations in a recording, or in what an earlier call wrote of some (write.c)
 *
 * mllog      :::MLLOG {"key": "all_compute", "value": {"start": NS, "duration": NS}, ...}
 *            in a log or in an array; epoch_start (with the epoch) and training_start
 *            restart the warm-up
 * dlio       [INFO] all_compute 412000100 [src/dlio_benchmark.py:220]          ns
 *            "Starting epoch N" anywhere in a line restarts the warm-up
 * timeline   a step in each file of TensorFlow's profiler (readers/chrome/tf_timeline.h)
 *
 *   load_batch_mem  from the start of IteratorV2 to the end of IteratorGetNext
 *   step_end        from the start of the first operation to the start of the last
 *   all_compute     from the copy of the batch to the device to the start of the last */
#include "base/jsonread.h"
#include "base/python_repr.h"
#include "readers/chrome/tf_timeline.h"
#include "readers/dlio/dlio_text.h"
#include "readers/mllog/mllog_event.h"
#include "tools/steps/steps.h"

#define LONGEST_S 1e9 /* longer durations are errors */

/* --- which values count */

/* Collects the durations of one recording, without those of the warm-up. */
struct collector {
    const struct fid_steps_opts *opts;
    struct fid_step_stats *steps;  /* receives notes */
    struct fid_steps_values *into; /* one for each metric */
    unsigned wanted;               /* bits of the workload's metrics */
    /* after a restart, values are skipped until `need` metrics were seen */
    unsigned seen;
    int need;
    bool warm;
    bool skip_first;        /* ignore epoch 1 */
    int64_t epoch;          /* 0: unknown */
    bool array;             /* the file is a JSON array */
    bool marked;            /* the log has MLLOG lines */
    size_t bad_n, bad_line; /* malformed lines, and the first of them */
};

/* A new epoch or training: the warm-up begins again. */
static void restart_warm_up (struct collector *c)
{
    c->seen = 0;
    c->warm = c->opts->keep_warm_up || !c->need;
}

/* Add a duration, in seconds, if it counts; metric -1 is ignored. */
static void add_duration (struct collector *c, int metric, double seconds)
{
    if (metric < 0 || (c->skip_first && c->epoch == 1))
        return;
    if (!c->warm) { /* the value that ends the warm-up does not count either */
        c->seen |= 1U << metric;
        c->warm = __builtin_popcount (c->seen) >= c->need;
    } else if (seconds > 0 && seconds < LONGEST_S) { /* 0 means not measured */
        FID_APPEND (c->into[metric].v, seconds);
    }
}

/* The workload's metric of that name; -1 if it has none. */
static int metric_of (const struct collector *c, struct fid_span name)
{
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        if (c->wanted >> m & 1 && fid_span_is (name, fid_steps_metric_names[m]))
            return m;
    return -1;
}

/* --- logs and arrays */

static void count_bad_line (struct collector *c, const struct fid_text *text)
{
    if (!c->bad_n++)
        c->bad_line = text->line_n;
}

/* Call take for each line; bad is what malformed lines are. */
static int read_lines (struct collector *c, struct fid_text *text,
                       void (*take) (struct collector *, const struct fid_text *,
                                     struct fid_span),
                       const char *bad)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (text, &line, &fid_why)) > 0)
        take (c, text, line);
    if (!rc && c->bad_n)
        fid_steps_add_note (c->steps, false, "%s:%zu: %s; lines skipped: %zu", text->path,
                            c->bad_line, bad, c->bad_n);
    return rc;
}

static void take_dlio (struct collector *c, const struct fid_text *text, struct fid_span line)
{
    struct fid_dlio_line l;
    struct fid_span rest = line, name;
    uint64_t ns;
    int epoch;
    if (fid_dlio_seek (&rest, "Starting epoch ")) {
        c->epoch = fid_dlio_take_int (&rest, &epoch) ? epoch : 0;
        restart_warm_up (c);
        return;
    }
    fid_dlio_line (line, &l);
    rest = l.text;
    int m = fid_span_word (&rest, &name) ? metric_of (c, name) : -1;
    if (m >= 0 && fid_span_u64 (fid_span_trim (rest), &ns))
        add_duration (c, m, (double)ns / 1e9);
    else if (m >= 0)
        count_bad_line (c, text);
}

/* Take the next object of j; false if it is none. */
static bool take_event (struct collector *c, struct fid_json *j)
{
    struct fid_mllog_item it;
    if (!fid_mllog_item_read (j, NULL, &it))
        return false;
    bool epoch = fid_span_is (it.key, "epoch_start");
    if (epoch)
        c->epoch = it.said.epoch >= 0 ? it.said.epoch : 0;
    if (epoch || fid_span_is (it.key, "training_start"))
        restart_warm_up (c);
    else
        add_duration (c, metric_of (c, it.key), fid_rounded (it.duration_s, 6));
    return true;
}

static void take_mllog (struct collector *c, const struct fid_text *text, struct fid_span line)
{
    struct fid_log_tag tag;
    while (fid_mllog_take_mark (&line, &tag)) {
        struct fid_json j;
        c->marked = true;
        if (tag.rank)
            return;
        fid_json_init (&j, line);
        if (!take_event (c, &j)) {
            count_bad_line (c, text);
            return;
        }
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
}

static int read_array (struct collector *c, struct fid_text *text)
{
    struct fid_json_items items;
    struct fid_span object;
    struct fid_json j;
    int rc;
    fid_json_items_init (&items, text, "");
    while ((rc = fid_json_items_next (&items, &object, &fid_why)) > 0) {
        fid_json_init (&j, object);
        if (take_event (c, &j))
            continue;
        rc = fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: not a JSON object", text->path,
                         items.item_at);
        break;
    }
    if (!rc && !items.found)
        rc = fid_errorf (&fid_why, FID_EINPUT, "%s: not a JSON array of events", text->path);
    if (!rc && items.cut)
        fid_steps_add_note (c->steps, false, "%s: the file is truncated", text->path);
    fid_json_items_clear (&items);
    return rc;
}

static int read_mllog (struct collector *c, struct fid_text *text)
{
    struct fid_span head, name = fid_file_name (text->path);
    struct fid_json j;
    FID_TRY (fid_text_peek (text, 256, &head, &fid_why));
    fid_json_init (&j, head);
    c->array = fid_span_ends (name, ".json") ||
               (fid_json_enter (&j, '[') && fid_json_peek (&j) == '{');
    if (c->array)
        return read_array (c, text);
    FID_TRY (read_lines (c, text, take_mllog, "not a JSON object"));
    return c->marked ? 0
                     : fid_errorf (&fid_why, FID_EINPUT,
                                   "%s: no line starts with " FID_MLLOG_MARK, text->path);
}

/* --- files of TensorFlow's profiler */

static void keep_reject (void *self, const struct fid_remark *r)
{
    struct fid_remark *first = self;
    if (!first->line)
        *first = *r;
}

static int read_timeline (struct collector *c, struct fid_text *text)
{
    struct fid_tf_step s;
    struct fid_remark reject = {0};
    const struct fid_sink sink = {.self = &reject, .reject = keep_reject};
    struct fid_input in = {.text = text, .sink = &sink};
    int rc = fid_tf_step_read (&in, &s, &fid_why);
    const char *missing = rc                       ? NULL
                          : s.cut                  ? "the file is truncated"
                          : s.first_ns > s.last_ns ? "contains no operation"
                          : s.ask_ns < 0           ? "contains no IteratorV2"
                          : s.got_ns < 0           ? "contains no IteratorGetNext"
                          : s.copy_ns < 0          ? "contains no " FID_TF_COPY
                          : s.got_ns < s.ask_ns    ? "IteratorGetNext ends before IteratorV2"
                                                   : NULL;
    if (fid_bad_input (rc)) {
        fid_steps_add_note (c->steps, false, "%s; skipped", fid_why.text);
    } else if (reject.line) {
        fid_steps_add_note (c->steps, false, "%s:%zu: not an operation; skipped", text->path,
                            reject.line);
    } else if (missing) {
        fid_steps_add_note (c->steps, false, "%s: %s; skipped", text->path, missing);
    } else {
        add_duration (c, FID_LOAD_BATCH_MEM, (double)(s.got_ns - s.ask_ns) / 1e9);
        add_duration (c, FID_STEP_END, (double)(s.last_ns - s.first_ns) / 1e9);
        add_duration (c, FID_ALL_COMPUTE, (double)(s.last_ns - s.copy_ns) / 1e9);
    }
    return 0;
}

/* --- recordings */

/* Read all files of a recording.  -1 with fid_why if it is unusable. */
static int read_files (struct collector *c, const struct fid_steps_recording *r)
{
    for (size_t i = 0; i < r->file_n; i++) {
        FID_SCOPED (fid_text_close) struct fid_text text = {0};
        if (fid_bad_input (fid_text_open (&text, r->file[i], &fid_why))) {
            if (r->source != FID_STEPS_TIMELINE)
                return -1;
            fid_steps_add_note (c->steps, false, "%s; skipped", fid_why.text);
            continue;
        }
        FID_TRY (r->source == FID_STEPS_MLLOG      ? read_mllog (c, &text)
                 : r->source == FID_STEPS_TIMELINE ? read_timeline (c, &text)
                                                   : read_lines (c, &text, take_dlio,
                                                                 "the duration is not a "
                                                                 "number"));
    }
    return 0;
}

void fid_steps_collect (const struct fid_steps_recording *r, const struct fid_steps_opts *opts,
                        struct fid_step_stats *steps)
{
    size_t before[FID_STEPS_MEASURED_N], value_n = 0;
    struct fid_steps_config *config = fid_steps_config_of (steps, r->gpus, r->batch);
    bool mllog = steps->source == FID_STEPS_MLLOG, dlio = steps->source == FID_STEPS_DLIO;
    struct collector c = {.opts = opts,
                          .steps = steps,
                          .into = config->value,
                          .skip_first =
                              steps->workload == FID_STEPS_UNET3D && !(dlio && opts->compat),
                          .need = dlio ? 3 : 0};
    FID_EACH (const struct fid_steps_row, row, steps->row)
        if (row->how == FID_STEPS_MEASURED) {
            c.wanted |= 1U << row->metric;
            c.need += mllog;
        }
    restart_warm_up (&c);
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        before[m] = config->value[m].v_n;
    bool unusable = fid_bad_input (read_files (&c, r));
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        value_n += config->value[m].v_n - before[m];
    if (unusable || !value_n) {
        for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
            config->value[m].v_n = before[m];
        if (unusable)
            fid_steps_add_note (steps, true, "%s", fid_why.text);
        else
            fid_steps_add_note (steps, true, "%s: contains no step after the warm-up", r->path);
        return;
    }
    config->recording_n++;
    steps->recording_n++;
    if (mllog && !c.array) {
        struct fid_span name = fid_file_name (r->path);
        name.n -= fid_span_ends (name, ".log") ? strlen (".log") : 0;
        FID_APPEND (steps->log, (struct fid_steps_log){r->file[0], fid_copy (name)});
    }
    /* the earlier tools used the values of all files so far in place of one file's */
    fid_steps_trim (config, opts->compat && mllog ? 0 : before[FID_ALL_COMPUTE]);
}

/* From the metrics of loader processes: only UNET3D loads samples, only DLRM batches; -1 if they do
 * not tell. */
static int workload_by_content (const char *path)
{
    static const char *const words[] = {"sample_load", "load_sample", "sample_preproc",
                                        "batch_load", "batch_preproc"};
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    int workload = -1, rc = 0;
    if (fid_bad_input (fid_text_open (&text, path, &fid_why)))
        return -1; /* which is said when the recording is read */
    while (workload < 0 && (rc = fid_text_next (&text, &line, &fid_why)) > 0)
        for (size_t i = 0; i < 5 && workload < 0; i++)
            if (fid_span_find (line, words[i]) >= 0)
                workload = i < 3 ? FID_STEPS_UNET3D : FID_STEPS_DLRM;
    fid_bad_input (rc);
    return workload;
}

int fid_steps_detect_workload (const struct fid_steps_recordings *found,
                               enum fid_steps_source source)
{
    int workload = source == FID_STEPS_TIMELINE ? (int)FID_STEPS_BERT : -1;
    size_t first = 0;
    while (first < found->r_n && found->r[first].source != source)
        first++;
    if (first < found->r_n && workload < 0)
        workload = workload_by_content (found->r[first].file[0]);
    for (size_t i = first, n = 0; i < found->r_n && workload < 0; i++, n = 0) {
        for (int w = 0; w < FID_STEPS_WORKLOAD_N && found->r[i].source == source; w++)
            if (strcasestr (found->r[i].file[0], fid_steps_workload_names[w])) {
                workload = w;
                n++;
            }
        workload = n == 1 ? workload : -1; /* the only one that the path names */
    }
    if (workload < 0 && source == FID_STEPS_DLIO)
        workload = FID_STEPS_BERT; /* whose metrics are common to all workloads */
    return workload;
}

/* --- values that an earlier call has written, in place of recordings */

/* The kind and the workload by the name of the analysis beside the values. */
static int find_analysis (const char *dir, struct fid_step_stats *steps)
{
    for (size_t i = 0; i < FID_STEPS_KIND_N; i++) {
        const struct fid_steps_kind *k = &fid_steps_kinds[i];
        bool missing;
        FID_TRY (fid_file_missing (fid_steps_analysis_path (dir, k), &missing, &fid_why));
        if (missing)
            continue;
        if (steps->config_n && steps->row != k->row)
            return fid_errorf (&fid_why, FID_EUSAGE,
                               "%s: values of a different kind or workload", dir);
        fid_steps_set_kind (steps, k);
        return 0;
    }
    return fid_errorf (&fid_why, FID_EINPUT, "%s: no analysis of an earlier call", dir);
}

/* The values of one configuration. */
static int take_config (struct fid_reading *r, const cJSON *o, struct fid_steps_config *c,
                        struct fid_step_stats *steps)
{
    size_t before = c->value[FID_ALL_COMPUTE].v_n;
    FID_EACH (const struct fid_steps_row, row, steps->row) {
        struct fid_steps_values *to = &c->value[row->metric];
        const char *key = fid_steps_metric_names[row->metric];
        const cJSON *list = fid_get (o, key);
        size_t n = fid_get_length (list);
        fid_grow (&to->v, &to->v_cap, to->v_n + n + 1, sizeof *to->v);
        if (!cJSON_IsArray (list) || fid_get_numbers (list, false, to->v + to->v_n) != n)
            return fid_reading_fail (r, "'%s' is not a list of numbers", key);
        to->v_n += n;
    }
    c->recording_n++;
    steps->recording_n++;
    fid_steps_trim (c, before);
    return 0;
}

static int take_number (struct fid_reading *r, const char *key, int64_t *out)
{
    if (!key)
        return fid_reading_fail (r, "it is not an object of objects");
    return fid_span_i64 (fid_span_of (key), out) && *out > 0 && *out <= FID_CONFIG_MAX
               ? 0
               : fid_reading_fail (r, "'%.40s' is not a number of GPUs or samples", key);
}

int fid_steps_read_saved (const char *dir, struct fid_step_stats *steps)
{
    const char *path = fid_textf ("%s/all_data.json", dir);
    struct fid_reading r = {.path = path, .what = "values of steps", .err = &fid_why};
    size_t before_n = steps->recording_n;
    int64_t gpus, batch;
    FID_TRY (find_analysis (dir, steps));
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, &fid_why);
    for (const cJSON *g = doc ? doc->child : NULL; g; g = g->next)
        for (const cJSON *b = g->child; b; b = b->next) {
            FID_TRY (take_number (&r, g->string, &gpus));
            FID_TRY (take_number (&r, b->string, &batch));
            FID_TRY (take_config (&r, b, fid_steps_config_of (steps, gpus, batch), steps));
        }
    if (doc && steps->recording_n == before_n)
        return fid_errorf (&fid_why, FID_EINPUT, "%s: no saved values", path);
    return doc ? 0 : -1;
}
