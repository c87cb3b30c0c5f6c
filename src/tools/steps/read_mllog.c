/* read_mllog.c - durations in MLLOG events, of a log or an array
 *
 *     :::MLLOG {"key": "all_compute", "value": {"start": NS, "duration": NS}, ...}
 *
 * epoch_start (which tells the epoch) and training_start begin a new warm-up. */
#include "base/json.h"
#include "base/python_repr.h"
#include "readers/mllog/mllog_event.h"
#include "tools/steps/priv.h"

struct state {
    struct fid_steps_pass *pass;
    size_t bad_n, bad_line; /* objects of a log that are none */
    bool marked;            /* the log has lines of MLLOG */
};

static int
take (struct fid_steps_pass *pass, const struct fid_mllog_item *it, struct fid_error *err)
{
    if (fid_span_is (it->key, "epoch_start")) {
        pass->epoch = it->epoch >= 0 ? it->epoch : 0;
        fid_steps_reset (pass);
    } else if (fid_span_is (it->key, "training_start")) {
        fid_steps_reset (pass);
    } else {
        int m = fid_steps_metric_of (pass, it->key);
        if (m >= 0)
            return fid_steps_take (pass, (enum fid_steps_metric)m,
                                   fid_rounded (it->duration_s, 6), err);
    }
    return 0;
}

static int
read_array (struct state *s, struct fid_text *text, struct fid_error *err)
{
    struct fid_json_items items;
    struct fid_span object;
    int rc;
    fid_json_items_init (&items, text, "");
    while ((rc = fid_json_items_next (&items, &object, err)) > 0) {
        struct fid_json j;
        struct fid_mllog_item it;
        fid_json_init (&j, object);
        if (fid_mllog_item_read (&j, &it))
            rc = take (s->pass, &it, err);
        else
            rc = fid_errorf (err, FID_EINPUT, "%s:%zu: not a JSON object", text->path,
                             items.item_at);
        if (rc)
            break;
    }
    if (!rc && !items.found)
        rc = fid_errorf (err, FID_EINPUT, "%s: not a JSON array of events", text->path);
    if (!rc && items.cut)
        rc = fid_steps_say (s->pass->steps, false, err, "%s: ends in the middle", text->path);
    fid_json_items_clear (&items);
    return rc;
}

static int
take_line (struct state *s, struct fid_span line, size_t line_n, struct fid_error *err)
{
    uint64_t rank;
    while (fid_mllog_take_mark (&line, &rank)) {
        struct fid_json j;
        struct fid_mllog_item it;
        s->marked = true;
        if (rank)
            return 0;
        fid_json_init (&j, line);
        if (!fid_mllog_item_read (&j, &it)) {
            s->bad_line = s->bad_n++ ? s->bad_line : line_n;
            return 0;
        }
        if (take (s->pass, &it, err))
            return -1;
        line = (struct fid_span){j.p, (size_t)(j.end - j.p)};
    }
    return 0;
}

static int
read_log (struct state *s, struct fid_text *text, struct fid_error *err)
{
    struct fid_span line;
    int rc;
    while ((rc = fid_text_next (text, &line, err)) > 0)
        if (take_line (s, line, text->line_n, err))
            return -1;
    if (!rc && !s->marked)
        rc =
            fid_errorf (err, FID_EINPUT, "%s: no line starts with " FID_MLLOG_MARK, text->path);
    if (!rc && s->bad_n)
        rc = fid_steps_say (s->pass->steps, false, err,
                            "%s:%zu: not a JSON object; lines left out: %zu", text->path,
                            s->bad_line, s->bad_n);
    return rc;
}

int
fid_steps_read_mllog (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                      struct fid_error *err)
{
    struct state s = {.pass = pass};
    struct fid_text text;
    struct fid_span head, name = fid_span_of (r->file[0]);
    if (fid_text_open (&text, r->file[0], err))
        return -1;
    int rc = fid_text_peek (&text, 256, &head, err);
    if (!rc) {
        struct fid_json j;
        fid_json_init (&j, head);
        pass->array = fid_span_ends (name, ".json") || fid_span_ends (name, ".json.gz") ||
                      (fid_json_enter (&j, '[') && fid_json_peek (&j) == '{');
        rc = pass->array ? read_array (&s, &text, err) : read_log (&s, &text, err);
    }
    fid_text_close (&text);
    return rc;
}
