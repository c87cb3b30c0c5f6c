/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_event.c - see mllog_event.h */
#include "readers/mllog/mllog_event.h"

bool fid_mllog_take_mark (struct fid_span *line, struct fid_log_tag *tag)
{
    ptrdiff_t at =
        fid_span_starts (*line, FID_MLLOG_MARK) ? 0 : fid_span_find (*line, FID_MLLOG_MARK);
    if (at < 0)
        return false;
    const char *start = line->p, *mark = line->p + at;
    for (const char *p = start; p < mark; p++)
        if (*p == '\r') /* a progress bar ends so on the same line */
            start = p + 1;
    struct fid_span before = {start, (size_t)(mark - start)}, rest;
    rest.p = mark + sizeof FID_MLLOG_MARK - 1;
    rest.n = (size_t)(line->p + line->n - rest.p);
    fid_log_tag_take (&before, tag);
    char last = before.n ? before.p[before.n - 1] : ' ';
    struct fid_span words = fid_span_trim (before);
    if (words.n && !strchr ("]:-|>", words.p[words.n - 1]))
        tag->name.n = 0; /* not a logger's, but text that another process had begun */
    if (last == '\'' || last == '"' || last == '`') /* a command or a source line */
        return false;
    if (before.n && !fid_span_starts (fid_span_trim (rest), "{"))
        return false;
    *line = rest;
    return true;
}

bool fid_mllog_take_bare (struct fid_span *line, struct fid_log_tag *tag)
{
    struct fid_span rest = *line, key;
    struct fid_json j;
    bool timed = false, keyed = false;
    fid_log_tag_take (&rest, tag);
    rest = fid_span_trim (rest);
    if (!fid_span_starts (rest, "{"))
        return false;
    fid_json_init (&j, rest);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        timed |= fid_span_is (key, "time_ms");
        keyed |= fid_span_is (key, "key");
        fid_json_skip (&j);
    }
    if (timed && keyed)
        *line = rest;
    return timed && keyed;
}

/* A number of units of unit_ns, or the text of an instant. */
static void read_time (struct fid_json *j, int64_t unit_ns, struct fid_mllog_item *it)
{
    struct fid_span raw = fid_json_raw (j), text;
    double max = (double)FID_TIME_MAX / (double)unit_ns - 1, v;
    struct fid_json value;
    uint64_t units;
    if (raw.n <= 13 && fid_span_u64 (raw, &units) && (double)units < max) {
        it->zero = units == 0;
        it->timed = !it->zero;
        it->t_ns = (int64_t)units * unit_ns;
        return;
    }
    fid_json_init (&value, raw);
    if (fid_json_f64 (&value, &v)) {
        it->zero = v == 0;
        it->timed = v > -max && v < max && !it->zero;
        /* the whole part apart, so that its fraction is not rounded with it */
        double whole = floor (it->timed ? v : 0);
        it->t_ns = it->timed ? (int64_t)whole * unit_ns +
                                   (int64_t)llround ((v - whole) * (double)unit_ns)
                             : 0;
        return;
    }
    fid_json_init (&value, raw);
    it->timed = fid_json_string (&value, &text) && fid_time_iso (text, &it->t_ns, NULL, NULL);
    it->zero = it->timed && it->t_ns == 0;
    it->timed = it->timed && !it->zero;
}

static void read_value (struct fid_json *j, struct fid_mllog_item *it)
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

/* The numbers of the epoch and of a step, if present, and the status; metadata may also be an
 * empty text. */
static void read_metadata (struct fid_json *j, struct fid_mllog_said *said)
{
    struct fid_span key, text;
    double v;
    if (!fid_json_into (j, '{'))
        return;
    while (fid_json_member (j, &key)) {
        bool exact = fid_span_is (key, "epoch_num");
        if (fid_span_is (key, "status")) {
            said->success = fid_json_string (j, &text) && fid_span_is (text, "success");
        } else if (fid_span_is (key, "step_num") || fid_span_is (key, "first_step_num")) {
            said->step = fid_json_f64 (j, &v) && v >= 0 && v <= INT_MAX ? v : said->step;
        } else if (!exact && !fid_span_is (key, "first_epoch_num")) {
            fid_json_skip (j);
        } else if (fid_json_f64 (j, &v) && v >= 0 && v <= INT_MAX &&
                   (exact || said->number < 0)) {
            said->number = v;
            said->epoch = (int)v;
        }
    }
}

/* The same of metadata that may be as those of an object before. */
static void read_recent_metadata (struct fid_json *j, struct fid_mllog_recent *recent,
                                  struct fid_mllog_said *said)
{
    const char *start = j->p;
    for (size_t i = 0; i < 4; i++) {
        const struct fid_mllog_text *s = &recent->text[i];
        if (s->n && (size_t)(j->end - start) >= s->n && memcmp (start, s->p, s->n) == 0) {
            j->p += s->n;
            *said = s->said;
            return;
        }
    }
    read_metadata (j, said);
    struct fid_mllog_text *s = &recent->text[recent->next];
    size_t n = (size_t)(j->p - start);
    if (n > sizeof s->p || !n || *start != '{' || j->bad || j->cut)
        return;
    memcpy (s->p, start, n);
    s->n = n;
    s->said = *said;
    recent->next = (recent->next + 1) % 4;
}

bool fid_mllog_item_read (struct fid_json *j, struct fid_mllog_recent *recent,
                          struct fid_mllog_item *it)
{
    bool described = false;
    struct fid_span key;
    *it = (struct fid_mllog_item){.duration_s = FID_ABSENT, .said = {-1, -1, -1, false}};
    if (!fid_json_into (j, '{'))
        return false;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "time_ms"))
            read_time (j, FID_MS, it);
        else if (fid_span_is (key, "time_s"))
            read_time (j, FID_S, it);
        else if (fid_span_is (key, "key"))
            fid_json_string (j, &it->key);
        else if (fid_span_is (key, "value"))
            read_value (j, it);
        else if (fid_span_is (key, "metadata")) {
            if (recent && !described)
                read_recent_metadata (j, recent, &it->said);
            else
                read_metadata (j, &it->said);
            described = true;
        } else
            fid_json_skip (j);
    }
    return !j->bad && !j->cut;
}
