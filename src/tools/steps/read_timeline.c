/* read_timeline.c - a step from each file of TensorFlow's profiler
 *
 *     {"traceEvents": [{"ph": "X", "cat": "Op", "name": "IteratorGetNext", "ts": US,
 *      "dur": US, "args": {"name": "...", "op": "..."}}, ...]}
 *
 *   load_batch_mem  from the start of IteratorV2 to the end of IteratorGetNext
 *   step_end        from the first operation's start to the last one's
 *   all_compute     from the copy of the batch to the device to the last start
 *
 * The copy is named unknown, with "IteratorGetNext@@MemcpyHtoD" in args.name.  Of
 * several that match the last one counts. */
#include <math.h>
#include "base/json.h"
#include "tools/steps/priv.h"

#define COPY "IteratorGetNext@@MemcpyHtoD"

struct op {
    struct fid_span cat, name, arg_name;
    double ts, dur; /* us; NaN: not told */
};

/* The moments of a step, us; NaN: not seen. */
struct moments {
    double first, last, iterator, got, copied;
};

static void
read_args (struct fid_json *j, struct op *op)
{
    struct fid_span key;
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return;
    }
    while (fid_json_member (j, &key))
        if (fid_span_is (key, "name"))
            fid_json_string (j, &op->arg_name);
        else
            fid_json_skip (j);
}

static bool
read_op (struct fid_span object, struct op *op)
{
    struct fid_json j;
    struct fid_span key;
    *op = (struct op){.ts = NAN, .dur = NAN};
    fid_json_init (&j, object);
    if (!fid_json_enter (&j, '{'))
        return false;
    while (fid_json_member (&j, &key)) {
        if (fid_span_is (key, "cat"))
            fid_json_string (&j, &op->cat);
        else if (fid_span_is (key, "name"))
            fid_json_string (&j, &op->name);
        else if (fid_span_is (key, "ts"))
            fid_json_f64 (&j, &op->ts);
        else if (fid_span_is (key, "dur"))
            fid_json_f64 (&j, &op->dur);
        else if (fid_span_is (key, "args"))
            read_args (&j, op);
        else
            fid_json_skip (&j);
    }
    return !j.bad && !j.cut;
}

static void
take_op (struct moments *m, const struct op *op)
{
    if (!fid_span_is (op->cat, "Op") || !isfinite (op->ts))
        return;
    m->first = fmin (m->first, op->ts);
    m->last = fmax (m->last, op->ts);
    if (fid_span_is (op->name, "IteratorV2"))
        m->iterator = op->ts;
    else if (fid_span_is (op->name, "IteratorGetNext"))
        m->got = op->ts + op->dur;
    else if (fid_span_is (op->name, "unknown") && fid_span_find (op->arg_name, COPY) >= 0)
        m->copied = op->ts;
}

static int
read_moments (const char *path, struct moments *m, struct fid_error *err)
{
    struct fid_text text;
    struct fid_json_items items;
    struct fid_span object;
    struct op op;
    int rc;
    *m = (struct moments){NAN, NAN, NAN, NAN, NAN};
    if (fid_text_open (&text, path, err))
        return -1;
    fid_json_items_init (&items, &text, "traceEvents");
    while ((rc = fid_json_items_next (&items, &object, err)) > 0) {
        if (!read_op (object, &op)) {
            rc = fid_errorf (err, FID_EINPUT, "%s:%zu: not a JSON object", path, items.item_at);
            break;
        }
        take_op (m, &op);
    }
    if (!rc && items.cut) /* the last operation is missing */
        rc = fid_errorf (err, FID_EINPUT, "%s: ends in the middle", path);
    fid_json_items_clear (&items);
    fid_text_close (&text);
    return rc;
}

/* Why there is no step in it, NULL if there is one. */
static const char *
lack_of (const struct moments *m)
{
    return !isfinite (m->first)      ? "no operation is in it"
           : !isfinite (m->iterator) ? "no IteratorV2 is in it"
           : !isfinite (m->got)      ? "no IteratorGetNext with a duration is in it"
           : !isfinite (m->copied)   ? "no " COPY " is in it"
           : m->got < m->iterator    ? "IteratorGetNext ends before IteratorV2"
                                     : NULL;
}

int
fid_steps_read_timeline (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                         struct fid_error *err)
{
    for (size_t i = 0; i < r->file_n; i++) {
        struct moments m;
        struct fid_error why;
        if (read_moments (r->file[i], &m, &why)) {
            if (why.status != FID_EINPUT) {
                *err = why;
                return -1;
            }
            if (fid_steps_say (pass->steps, false, err, "%s; left out", why.text))
                return -1;
            continue;
        }
        const char *lack = lack_of (&m);
        if (lack) {
            if (fid_steps_say (pass->steps, false, err, "%s: %s; left out", r->file[i], lack))
                return -1;
            continue;
        }
        if (fid_steps_take (pass, FID_LOAD_BATCH_MEM, (m.got - m.iterator) / 1e6, err) ||
            fid_steps_take (pass, FID_STEP_END, (m.last - m.first) / 1e6, err) ||
            fid_steps_take (pass, FID_ALL_COMPUTE, (m.last - m.copied) / 1e6, err))
            return -1;
    }
    return 0;
}
