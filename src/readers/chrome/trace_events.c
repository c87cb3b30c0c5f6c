/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_events.c - see trace_events.h */
#include "readers/chrome/trace_events.h"

#define US_MAX   (FID_TIME_MAX / FID_US / 2)
#define OF_B(ph) ((ph) == 'B' || (ph) == 'b')

/* A span that is open.  Its texts are copies in one piece of memory. */
struct fid_trace_open {
    char *held; /* owned; NULL: a free place */
    struct fid_trace_event ev;
    size_t below_p1; /* in the stack of its track; of a free place: the next one */
};

/* What spans are nested in: a thread, or an asynchronous operation. */
struct fid_trace_track {
    size_t top_p1; /* in open */
};

/* --- one object */

/* The text of a value without its quotes; n 0: null. */
static struct fid_span text_of (struct fid_json *j)
{
    struct fid_span s = {NULL, 0};
    char c = fid_json_peek (j);
    if (c == '"') {
        fid_json_string (j, &s);
        return s;
    }
    s = fid_json_raw (j);
    return c == 'n' ? (struct fid_span){NULL, 0} : s;
}

/* A number of us as text in ns, rounded; false if it is no number or beyond all reason. */
static bool parse_us (struct fid_span text, int64_t *ns)
{
    struct fid_span rest = text, whole;
    int64_t us;
    double d;
    bool minus = fid_span_starts (text, "-");
    if (!text.n)
        return false;
    if (fid_span_field (&rest, '.', &whole) && fid_span_i64 (whole, &us) && us <= US_MAX &&
        us >= -US_MAX) {
        int64_t part = 0;
        size_t i = 0, n = rest.p ? rest.n : 0;
        for (; i < n && rest.p[i] >= '0' && rest.p[i] <= '9'; i++)
            part = i < 3 ? part * 10 + (rest.p[i] - '0') : part + (i == 3 && rest.p[i] >= '5');
        if (i == n) {
            for (; i < 3; i++)
                part *= 10;
            *ns = us * FID_US + (minus ? -part : part);
            return true;
        }
    }
    if (!fid_span_f64 (text, &d) || !(fabs (d) <= (double)US_MAX))
        return false;
    *ns = (int64_t)llround (d * 1000);
    return true;
}

/* dur: as written, which is more than dur_ns if it has more than three decimals. */
static void take_dur (struct fid_span text, struct fid_trace_event *ev)
{
    if (!parse_us (text, &ev->dur_ns))
        return;
    const char *point = memchr (text.p, '.', text.n);
    ev->dur_us = (double)ev->dur_ns / 1000;
    if (point && fid_span_end (text) - point > 4)
        fid_span_f64 (text, &ev->dur_us);
    ev->timed_dur = true;
}

static void take_args (struct fid_json *j, const char *const *wanted,
                       struct fid_trace_event *ev)
{
    struct fid_json in;
    struct fid_span key;
    if (fid_json_peek (j) != '{') {
        fid_json_skip (j);
        return;
    }
    size_t lines;
    const char *end = fid_json_container_end (j->p, j->end, &lines);
    ev->args = end ? (struct fid_span){j->p, (size_t)(end - j->p)} : fid_json_raw (j);
    j->p = end ? end : j->p;
    if (!wanted || !*wanted)
        return;
    fid_json_init (&in, ev->args);
    fid_json_enter (&in, '{');
    while (fid_json_member (&in, &key)) {
        size_t i = 0;
        while (i < FID_TRACE_ARGS && wanted[i] && !fid_span_is (key, wanted[i]))
            i++;
        if (i < FID_TRACE_ARGS && wanted[i])
            ev->arg[i] = text_of (&in);
        else
            fid_json_skip (&in);
    }
}

static enum fid_trace_kind kind_of (char ph)
{
    static const struct {
        const char *ph;
        enum fid_trace_kind kind;
    } kinds[] = {{"XBEbe", FID_TRACE_SPAN},
                 {"stf", FID_TRACE_FLOW},
                 {"M", FID_TRACE_NAME},
                 {"iIRn", FID_TRACE_INSTANT}};
    for (size_t i = 0; ph && i < sizeof kinds / sizeof *kinds; i++)
        if (strchr (kinds[i].ph, ph))
            return kinds[i].kind;
    return (enum fid_trace_kind)0; /* counters, snapshots, samples */
}

/* Reads one object as it stands; the kind is 0 if it is another one (counters).  False: it is
 * not JSON, or has no ph. */
static bool read_event (struct fid_span object, const char *const *wanted,
                        struct fid_trace_event *ev)
{
    struct fid_json j;
    struct fid_span key;
    *ev = (struct fid_trace_event){.ph = 0};
    fid_json_init (&j, object);
    if (!fid_json_enter (&j, '{'))
        return false;
    while (fid_json_member (&j, &key)) {
        const struct {
            const char *name;
            size_t n;
            struct fid_span *to;
        } texts[] = {{"name", 4, &ev->name},
                     {"cat", 3, &ev->cat},
                     {"pid", 3, &ev->pid},
                     {"tid", 3, &ev->tid},
                     {"id", 2, &ev->id}};
        if (fid_span_is (key, "ph")) {
            struct fid_span ph = text_of (&j);
            ev->ph = ph.n == 1 ? *ph.p : 0;
        } else if (fid_span_is (key, "ts")) {
            ev->timed = parse_us (text_of (&j), &ev->ts_ns);
        } else if (fid_span_is (key, "dur")) {
            take_dur (text_of (&j), ev);
        } else if (fid_span_is (key, "args")) {
            take_args (&j, wanted, ev);
        } else {
            size_t i = 0, n = sizeof texts / sizeof *texts;
            while (i < n && (key.n != texts[i].n || memcmp (key.p, texts[i].name, key.n) != 0))
                i++;
            if (i == 3)
                ev->tid_text = fid_json_peek (&j) == '"';
            if (i < n)
                *texts[i].to = text_of (&j);
            else
                fid_json_skip (&j);
        }
    }
    ev->kind = kind_of (ev->ph);
    return !j.bad && !j.cut && ev->ph;
}

/* --- pairs */

static void note_first (uint64_t *n, size_t *line, size_t at)
{
    if (!(*n)++)
        *line = at;
}

/* The track of an event, made if there is none yet; NULL if memory runs out.  Spans of a thread
 * are nested in it; asynchronous ones in all of their category and id. */
static struct fid_trace_track *track_of (struct fid_trace *t, const struct fid_trace_event *ev,
                                         struct fid_error *err)
{
    bool async = ev->ph == 'b' || ev->ph == 'e';
    struct fid_span last = async ? ev->id : ev->tid;
    uint64_t key = fid_hash_bytes (ev->pid.p, ev->pid.n, async);
    size_t at = 0, i;
    if (async)
        key = fid_hash_bytes (ev->cat.p, ev->cat.n, key);
    key = fid_hash_bytes (last.p, last.n, key);
    if (fid_index_next (&t->tracks, key, &at, &i))
        return &t->track[i];
    if (fid_array_grow (&t->track, &t->track_cap, t->track_n + 1, sizeof *t->track, err) ||
        fid_index_put (&t->tracks, key, t->track_n, err))
        return NULL;
    t->track[t->track_n] = (struct fid_trace_track){0};
    return &t->track[t->track_n++];
}

/* Takes the uppermost span off a track; its texts belong to the caller. */
static struct fid_trace_open pop_open (struct fid_trace *t, struct fid_trace_track *track)
{
    size_t p1 = track->top_p1;
    struct fid_trace_open top = t->open[p1 - 1];
    track->top_p1 = top.below_p1;
    t->open[p1 - 1] = (struct fid_trace_open){.below_p1 = t->free_p1};
    t->free_p1 = p1;
    return top;
}

/* Copies the texts of an event into one piece of memory, to which its spans then point. */
static char *hold_texts (struct fid_trace_event *ev, struct fid_error *err)
{
    struct fid_span *part[6 + FID_TRACE_ARGS] = {&ev->name, &ev->cat, &ev->pid,
                                                 &ev->tid,  &ev->id,  &ev->args};
    size_t n = 1, part_n = 6;
    for (size_t i = 0; i < FID_TRACE_ARGS; i++)
        part[part_n++] = &ev->arg[i];
    for (size_t i = 0; i < part_n; i++)
        n += part[i]->n;
    char *held = malloc (n), *to = held;
    if (!held)
        return fid_null_nomem (err);
    for (size_t i = 0; i < part_n; i++) {
        if (!part[i]->n)
            continue;
        memcpy (to, part[i]->p, part[i]->n);
        part[i]->p = to;
        to += part[i]->n;
    }
    return held;
}

static int begin_span (struct fid_trace *t, const struct fid_trace_event *ev,
                       struct fid_error *err)
{
    struct fid_trace_open o = {.ev = *ev};
    size_t p1 = t->free_p1;
    if (t->open_n == FID_TRACE_OPEN_MAX && !p1) {
        note_first (&t->found.begin_n, &t->found.begin_line, ev->line);
        return 0;
    }
    struct fid_trace_track *track = track_of (t, ev, err);
    o.held = track ? hold_texts (&o.ev, err) : NULL;
    FID_TRY (!o.held);
    if (p1) {
        t->free_p1 = t->open[p1 - 1].below_p1;
    } else if (fid_array_grow (&t->open, &t->open_cap, t->open_n + 1, sizeof *t->open, err)) {
        free (o.held);
        return -1;
    } else {
        p1 = ++t->open_n;
    }
    o.below_p1 = track->top_p1;
    track->top_p1 = p1;
    t->open[p1 - 1] = o;
    return 0;
}

static bool same_name (const struct fid_trace_event *begun, const struct fid_trace_event *end)
{
    return !end->name.n || (begun->name.n == end->name.n &&
                            memcmp (begun->name.p, end->name.p, end->name.n) == 0);
}

/* Makes *ev the span that ends here: 1, or 0 if it has no beginning or no time, -1.  Those that
 * began inside it and are still open have no end. */
static int end_span (struct fid_trace *t, struct fid_trace_event *ev, struct fid_error *err)
{
    struct fid_trace_track *track = track_of (t, ev, err);
    FID_TRY (!track);
    size_t p1 = track->top_p1; /* a span of this track with the name of the end */
    while (p1 && !same_name (&t->open[p1 - 1].ev, ev))
        p1 = t->open[p1 - 1].below_p1;
    if (!p1) {
        note_first (&t->found.end_n, &t->found.end_line, ev->line);
        return 0;
    }
    struct fid_trace_open o = pop_open (t, track);
    while (!same_name (&o.ev, ev)) {
        note_first (&t->found.begin_n, &t->found.begin_line, o.ev.line);
        free (o.held);
        o = pop_open (t, track);
    }
    free (t->held);
    t->held = o.held;
    o.ev.line = ev->line;
    o.ev.dur_ns = ev->ts_ns - o.ev.ts_ns;
    o.ev.dur_us = (double)o.ev.dur_ns / 1000;
    if (!o.ev.args.n) {
        o.ev.args = ev->args;
        memcpy (o.ev.arg, ev->arg, sizeof o.ev.arg);
    }
    o.ev.timed_dur = o.ev.timed && ev->timed;
    *ev = o.ev;
    if (ev->timed_dur && ev->dur_ns >= 0)
        return 1;
    note_first (&t->found.untimed_n, &t->found.untimed_line, ev->line);
    return 0;
}

/* --- the file */

int fid_trace_open (struct fid_trace *t, const char *path, unsigned kinds,
                    const char *const *wanted, struct fid_error *err)
{
    *t = (struct fid_trace){.kinds = kinds, .wanted = wanted};
    FID_TRY (fid_text_open (&t->text, path, err));
    fid_json_items_init (&t->items, &t->text, "traceEvents");
    return 0;
}

void fid_trace_close (struct fid_trace *t)
{
    for (size_t i = 0; i < t->open_n; i++)
        free (t->open[i].held);
    FID_FREE (t->open, t->track, t->held);
    fid_index_clear (&t->tracks);
    fid_json_items_clear (&t->items);
    fid_text_close (&t->text);
    *t = (struct fid_trace){.kinds = 0};
}

/* An object of the array: 1 if it makes *ev an event that is asked for, 0, -1. */
static int take_object (struct fid_trace *t, struct fid_span object, struct fid_trace_event *ev,
                        struct fid_error *err)
{
    struct fid_trace_findings *f = &t->found;
    bool sound = read_event (object, t->wanted, ev);
    ev->line = t->items.item_at;
    if (object.n == 2) /* {}: TensorFlow ends its array with one */
        return 0;
    f->event_n++;
    if (!sound) {
        note_first (&f->broken_n, &f->broken_line, ev->line);
        return 0;
    }
    if (!(ev->kind & t->kinds))
        return 0;
    if (OF_B (ev->ph))
        return begin_span (t, ev, err);
    if (ev->ph == 'E' || ev->ph == 'e')
        return end_span (t, ev, err);
    if (ev->ph == 'X' && (!ev->timed || !ev->timed_dur || ev->dur_ns < 0)) {
        note_first (&f->untimed_n, &f->untimed_line, ev->line);
        return 0;
    }
    return 1;
}

int fid_trace_next (struct fid_trace *t, struct fid_trace_event *ev, struct fid_error *err)
{
    struct fid_span object;
    int rc;
    while ((rc = fid_json_items_next (&t->items, &object, err)) > 0)
        if ((rc = take_object (t, object, ev, err)))
            return rc;
    if (rc)
        return rc;
    FID_EACH (const struct fid_trace_open, o, t->open) { /* what is open at the end has none */
        struct fid_trace_findings *f = &t->found;
        if (o->held && (!f->begin_n++ || o->ev.line < f->begin_line))
            f->begin_line = o->ev.line;
    }
    t->found.cut = t->items.cut;
    return t->items.found ? 0
                          : fid_errorf (err, FID_EINPUT,
                                        "%s: no trace events: neither an array nor an object "
                                        "with traceEvents",
                                        t->text.path);
}

/* --- the spans of a file */

int fid_number_behind (struct fid_span name, const char *word)
{
    ptrdiff_t at = fid_span_find (name, word);
    if (at < 0)
        return -1;
    const char *p = name.p + at + strlen (word), *end = fid_span_end (name);
    if (p < end && strchr ("-_.", *p))
        p++;
    const char *from = p;
    uint64_t n;
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return fid_span_u64 ((struct fid_span){from, (size_t)(p - from)}, &n) && n <= INT32_MAX
               ? (int)n
               : -1;
}

int fid_rank_in_name (const char *path)
{
    const char *slash = strrchr (path, '/');
    struct fid_span folder = {path, slash ? (size_t)(slash - path) : 0};
    struct fid_span part[] = {fid_span_last_part (fid_span_of (path)),
                              fid_span_last_part (folder)};
    int rank = -1;
    for (size_t i = 0; i < 4 && rank < 0; i++)
        rank = fid_number_behind (part[i / 2], i % 2 ? "RANK" : "rank");
    return rank;
}

static int take_span (const struct fid_trace_spans *t, struct fid_span object, size_t line,
                      struct fid_error *err)
{
    struct fid_trace_event ev;
    if (t->may_want && !t->may_want (object))
        return 0;
    if (!read_event (object, t->wanted, &ev)) {
        fid_put_reject (t->sink, line, FID_REMARK_NOT_JSON_OBJECT);
        return 0;
    }
    ev.line = line;
    if (ev.ph != 'X' || (t->wants && !t->wants (&ev)))
        return 0;
    ev.timed &= ev.ts_ns >= 0;
    ev.timed_dur &= ev.dur_ns >= 0;
    if (ev.timed && ev.timed_dur)
        return t->span (t->self, &ev, err);
    fid_put_reject (t->sink, line,
                    ev.timed ? FID_REMARK_DUR_NOT_NUMBER : FID_REMARK_TS_NOT_NUMBER);
    return 0;
}

int fid_trace_spans_read (struct fid_trace_spans *t, struct fid_input *in,
                          struct fid_error *err)
{
    struct fid_json_items items;
    struct fid_span object;
    int rc;
    fid_json_items_init (&items, in->text, "traceEvents");
    items.wanted[0] = "baseTimeNanoseconds";
    items.wanted[1] = "distributedInfo.rank";
    while ((rc = fid_json_items_next (&items, &object, err)) > 0)
        if ((rc = take_span (t, object, items.item_at, err)))
            break;
    struct fid_span base = {items.number[0], items.number_n[0]};
    struct fid_span rank = {items.number[1], items.number_n[1]};
    if (!fid_span_i64 (rank, &t->rank) || t->rank < 0 || t->rank > INT32_MAX)
        t->rank = fid_rank_in_name (in->text->path);
    t->based =
        fid_span_i64 (base, &t->base_ns) && t->base_ns >= 0 && t->base_ns < FID_TIME_MAX / 2;
    in->text->line_n = items.line_n;
    t->cut = items.cut;
    if (!rc && items.cut)
        fid_put_note (t->sink, items.line_n, FID_REMARK_CUT_IN_MIDDLE);
    fid_json_items_clear (&items);
    return rc;
}

bool fid_trace_finding (const struct fid_trace_findings *f, size_t i, char *buf, size_t size)
{
    const struct {
        uint64_t n;
        size_t line;
        const char *what;
    } all[] = {
        {f->begin_n, f->begin_line, "beginnings (B) without an end"},
        {f->end_n, f->end_line, "ends (E) without a beginning"},
        {f->untimed_n, f->untimed_line, "spans without a time or a length"},
        {f->broken_n, f->broken_line, "objects that are not trace events"},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (!all[k].n || i-- > 0)
            continue;
        snprintf (buf, size, "%s: %" PRIu64 ", the first in line %zu", all[k].what, all[k].n,
                  all[k].line);
        return true;
    }
    if (!f->cut || i > 0)
        return false;
    snprintf (buf, size, "the array of events has no end");
    return true;
}
