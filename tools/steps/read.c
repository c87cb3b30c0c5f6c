/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - the durations in a recording
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
#include "base/python_repr.h"
#include "readers/chrome/tf_timeline.h"
#include "readers/dlio/dlio_text.h"
#include "readers/mllog/mllog_event.h"
#include "tools/steps/recording.h"

#define LONGEST_S 1e9 /* longer durations are errors */

/* --- which values count */

struct fid_steps_config *fid_steps_config_of (struct fid_step_stats *steps, int64_t gpus,
                                              int64_t batch)
{
    for (size_t i = 0; i < steps->config_n; i++)
        if (steps->config[i].gpus == gpus && steps->config[i].batch == batch)
            return &steps->config[i];
    FID_APPEND (steps->config, (struct fid_steps_config){.gpus = gpus, .batch = batch});
    return &steps->config[steps->config_n - 1];
}

void fid_steps_restart (struct fid_steps_collector *c)
{
    c->seen = 0;
    c->seen_n = 0;
    c->warm = c->opts->keep_warm_up || !c->need;
}

/* Add a duration, in seconds, if it counts; metric -1 is ignored. */
static void add_duration (struct fid_steps_collector *c, int metric, double seconds)
{
    if (metric < 0 || (c->skip_first && c->epoch == 1))
        return;
    if (!c->warm) { /* the value that ends the warm-up does not count either */
        c->seen_n += !(c->seen >> metric & 1);
        c->seen |= 1U << metric;
        c->warm = c->seen_n >= c->need;
    } else if (seconds > 0 && seconds < LONGEST_S) { /* 0 means not measured */
        FID_APPEND (c->into[metric].v, seconds);
    }
}

/* The workload's metric of that name; -1 if it has none. */
static int metric_of (const struct fid_steps_collector *c, struct fid_span name)
{
    for (int m = 0; m < FID_STEPS_MEASURED_N; m++)
        if (c->wanted >> m & 1 &&
            fid_span_is (name, fid_steps_metric_name ((enum fid_steps_metric)m)))
            return m;
    return -1;
}

void fid_steps_add_note (struct fid_step_stats *steps, bool failed, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    FID_APPEND (steps->note, (struct fid_steps_note){fid_textf ("%s", text), failed});
    steps->failed_n += failed;
}

/* --- logs and arrays */

static void count_bad_line (struct fid_steps_collector *c, const struct fid_text *text)
{
    if (!c->bad_n++)
        c->bad_line = text->line_n;
}

/* Call take for each line; bad is what malformed lines are. */
static int read_lines (struct fid_steps_collector *c, struct fid_text *text,
                       void (*take) (struct fid_steps_collector *, const struct fid_text *,
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

static void take_dlio (struct fid_steps_collector *c, const struct fid_text *text,
                       struct fid_span line)
{
    struct fid_dlio_line l;
    struct fid_span rest = line, name;
    uint64_t ns;
    int epoch;
    if (fid_dlio_seek (&rest, "Starting epoch ")) {
        c->epoch = fid_dlio_take_int (&rest, &epoch) ? epoch : 0;
        fid_steps_restart (c);
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

static void add_event (struct fid_steps_collector *c, const struct fid_mllog_item *it)
{
    bool epoch = fid_span_is (it->key, "epoch_start");
    if (epoch)
        c->epoch = it->epoch >= 0 ? it->epoch : 0;
    if (epoch || fid_span_is (it->key, "training_start"))
        fid_steps_restart (c);
    else
        add_duration (c, metric_of (c, it->key), fid_rounded (it->duration_s, 6));
}

static void take_mllog (struct fid_steps_collector *c, const struct fid_text *text,
                        struct fid_span line)
{
    struct fid_log_tag tag;
    while (fid_mllog_take_mark (&line, &tag)) {
        struct fid_json j;
        struct fid_mllog_item it;
        c->marked = true;
        if (tag.rank)
            return;
        fid_json_init (&j, line);
        if (!fid_mllog_item_read (&j, NULL, &it)) {
            count_bad_line (c, text);
            return;
        }
        add_event (c, &it);
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
}

static int read_array (struct fid_steps_collector *c, struct fid_text *text)
{
    struct fid_json_items items;
    struct fid_span object;
    int rc;
    fid_json_items_init (&items, text, "");
    while ((rc = fid_json_items_next (&items, &object, &fid_why)) > 0) {
        struct fid_json j;
        struct fid_mllog_item it;
        fid_json_init (&j, object);
        if (!fid_mllog_item_read (&j, NULL, &it)) {
            rc = fid_errorf (&fid_why, FID_EINPUT, "%s:%zu: not a JSON object", text->path,
                             items.item_at);
            break;
        }
        add_event (c, &it);
    }
    if (!rc && !items.found)
        rc = fid_errorf (&fid_why, FID_EINPUT, "%s: not a JSON array of events", text->path);
    if (!rc && items.cut)
        fid_steps_add_note (c->steps, false, "%s: the file is truncated", text->path);
    fid_json_items_clear (&items);
    return rc;
}

static int read_mllog (struct fid_steps_collector *c, struct fid_text *text)
{
    struct fid_span head, name = fid_span_of (text->path);
    struct fid_json j;
    if (fid_text_peek (text, 256, &head, &fid_why))
        return -1;
    fid_json_init (&j, head);
    c->array = fid_span_ends (name, ".json") || fid_span_ends (name, ".json.gz") ||
               (fid_json_enter (&j, '[') && fid_json_peek (&j) == '{');
    if (c->array)
        return read_array (c, text);
    if (read_lines (c, text, take_mllog, "not a JSON object"))
        return -1;
    return c->marked ? 0
                     : fid_errorf (&fid_why, FID_EINPUT,
                                   "%s: no line starts with " FID_MLLOG_MARK, text->path);
}

static int read_dlio (struct fid_steps_collector *c, struct fid_text *text)
{
    return read_lines (c, text, take_dlio, "the duration is not a number");
}

/* --- files of TensorFlow's profiler */

static void keep_reject (void *self, const struct fid_remark *r)
{
    struct fid_remark *first = self;
    if (!first->line)
        *first = *r;
}

static int read_timeline (struct fid_steps_collector *c, struct fid_text *text)
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

int fid_steps_collect (struct fid_steps_collector *c, const struct fid_steps_recording *r)
{
    static int (*const read[FID_STEPS_SOURCE_N]) (
        struct fid_steps_collector *, struct fid_text *) = {read_mllog, read_timeline,
                                                            read_dlio};
    int rc = 0;
    for (size_t i = 0; i < r->file_n && !rc; i++) {
        struct fid_text text;
        if (fid_bad_input (fid_text_open (&text, r->file[i], &fid_why))) {
            if (r->source != FID_STEPS_TIMELINE)
                return -1;
            fid_steps_add_note (c->steps, false, "%s; skipped", fid_why.text);
            continue;
        }
        rc = read[r->source](c, &text);
        fid_text_close (&text);
    }
    return rc;
}
