/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dftracer.c - traces of DFTracer and the DLIO profiler before it (.pfw)
 *
 *     [
 *     {"id":6,"name":"FH","cat":"dftracer","ph":"M","args":{"name":"/d/a.npz","value":33084},...}
 *     {"id":7,"name":"read","cat":"POSIX","pid":3,"tid":3,"ts":1727387307985608,"dur":191,
 *      "ph":"X","args":{"fhash":33084,"ret":262144}}         <- one line each
 *
 * ts and dur are us, ts since 1970 (UTC).  Old traces have texts of digits and
 * the file's name in fname; new ones number the names (FH lines) and other texts (SH lines).
 * Lines come in the order of the ends or in none; commas and the last bracket may lack. */
#include "model/dlio_config.h"
#include "readers/dftracer/parts.h"
#include "readers/reader.h"

#define WINDOW 16384

struct dftracer_state {
    const struct fid_sink *sink; /* borrowed */
    uint32_t mark[WINDOW + 64];
    struct fid_dft_calls calls;
    struct fid_dft_spans spans;
};

/* A file with spans of the application alone is known by the members that the tracer adds to
 * all spans, or by the file's name. */
static int probe_dftracer (const struct fid_head *head)
{
    struct fid_span rest = head->text, line;
    bool named = fid_span_ends (head->name, ".pfw");
    int score = named && fid_span_starts (head->text, "[") ? 80 : 0;
    while (fid_span_field (&rest, '\n', &line)) {
        struct fid_json j;
        struct fid_dft_item it;
        fid_json_init_line (&j, line);
        if (!fid_json_element (&j) || !fid_dft_item_read (&j, &it) || !it.name.n || !it.ph.n)
            continue;
        if (fid_dft_is_call (&it) || fid_span_is (it.cat, "dftracer") ||
            fid_span_is (it.cat, "dlio_profiler"))
            return 90;
        if (it.cat.n && it.timed && (it.hhash.n || named))
            score = 80;
    }
    return score;
}

/* --- what it means */

/* A setting of DLIO in its command: "++workload.train.epochs=5" is a fact of that name. */
static int take_setting (const struct fid_sink *sink, struct fid_span word,
                         struct fid_error *err)
{
    char key[128], spelled[FID_DLIO_TEXT];
    struct fid_span rest = word, name;
    while (rest.n && rest.p[0] == '+')
        rest = (struct fid_span){rest.p + 1, rest.n - 1};
    bool set = memchr (rest.p, '=', rest.n) && fid_span_field (&rest, '=', &name);
    if (!set || name.n >= sizeof key || !rest.p)
        return 0;
    struct fid_fact fact = {.key = key, .value = rest};
    if (fid_span_is (name, "workload"))
        snprintf (key, sizeof key, "workload_config");
    else if (fid_span_starts (name, "workload."))
        snprintf (key, sizeof key, "%.*s", FID_SPAN_ARG (name));
    else
        return 0;
    fact.key = fid_dlio_spelled (key, spelled);
    return fid_put_fact (sink, &fact, err);
}

static int take_item (struct dftracer_state *s, const struct fid_dft_item *it, size_t line,
                      struct fid_error *err)
{
    if (fid_span_is (it->ph, "M")) {
        if (fid_span_is (it->name, "FH") && it->meta_value.n)
            return fid_names_put (&s->calls.files, it->meta_value, it->meta_name, err);
        if (fid_span_is (it->name, "HH") && it->meta_value.n)
            return fid_put_host_name (s->sink, fid_names_key (it->meta_value), it->meta_name,
                                      err);
        struct fid_span part, word,
            command = it->meta_name; /* words with ';' or blanks between */
        if (!fid_span_is (it->name, "SH") || fid_span_find (command, "dlio_benchmark") < 0)
            return 0;
        while (fid_span_field (&command, ';', &part))
            while (fid_span_word (&part, &word))
                FID_TRY (take_setting (s->sink, word, err));
        return 0;
    }
    if (fid_span_is (it->ph, "C"))
        return fid_dft_is_call (it) ? fid_dft_calls_add_many (&s->calls, it, line, err) : 0;
    if (!fid_span_is (it->ph, "X"))
        return 0;
    if (!it->timed || !it->timed_dur) {
        fid_put_reject (s->sink, line,
                        it->timed ? FID_REMARK_DUR_NOT_NUMBER : FID_REMARK_TS_NOT_NUMBER);
        return 0;
    }
    return fid_dft_is_call (it) ? fid_dft_calls_add (&s->calls, it, line, err)
                                : fid_dft_spans_add (&s->spans, it, err);
}

static int take_line (struct dftracer_state *s, struct fid_span line,
                      const struct fid_text *text, struct fid_error *err)
{
    struct fid_json j;
    struct fid_dft_item it;
    fid_json_init_line (&j, line);
    while (fid_json_element (&j)) {
        if (fid_dft_item_read (&j, &it)) {
            FID_TRY (take_item (s, &it, text->line_n, err));
        } else if (j.cut && !text->line_ended) {
            fid_put_note (s->sink, text->line_n, FID_REMARK_LAST_LINE_CUT);
        } else {
            fid_put_reject (s->sink, text->line_n,
                            j.cut ? FID_REMARK_JSON_CUT : FID_REMARK_NOT_JSON_OBJECT);
        }
    }
    return 0;
}

/* --- plain lines */

/* Takes the lines of the text in memory that end within the next WINDOW bytes.  Returns
 * whether there were any, or -1. */
static int take_window (struct dftracer_state *s, struct fid_text *text, struct fid_error *err)
{
    struct fid_span ahead = fid_text_ahead (text);
    struct fid_dft_window w = {
        .p = ahead.p, .n = ahead.n < WINDOW ? ahead.n : WINDOW, .mark = s->mark};
    size_t from = 0, i = 0;
    w.mark_n = fid_marks_find (w.p, w.n, s->mark);
    while (i < w.mark_n) {
        struct fid_dft_item it;
        bool plain = fid_dft_item_fast (&w, from, &i, &it);
        while (i < w.mark_n && w.p[w.mark[i]] != '\n')
            i++;
        if (i == w.mark_n)
            break;
        size_t line_n = w.mark[i++] + 1 - from;
        struct fid_span line = {fid_text_ahead (text).p, line_n - 1};
        fid_text_take (text, line_n);
        while (!plain && line.n && line.p[line.n - 1] == '\r')
            line.n--;
        FID_TRY (plain ? take_item (s, &it, text->line_n, err)
                       : take_line (s, line, text, err));
        from += line_n;
    }
    return from > 0;
}

static int read_dftracer (struct fid_input *in, struct fid_error *err)
{
    struct dftracer_state s; /* without its marks, which need no value */
    memset (&s.calls, 0, sizeof s.calls);
    memset (&s.spans, 0, sizeof s.spans);
    s.sink = s.calls.sink = in->sink;
    static const struct fid_fact dlio = {.key = "benchmark", .value = {"dlio", 4}};
    struct fid_span line;
    int rc = 1;
    while (rc > 0) {
        rc = take_window (&s, in->text, err);
        if (rc == 0 && (rc = fid_text_next (in->text, &line, err)) > 0)
            rc = take_line (&s, line, in->text, err) ? -1 : 1;
    }
    rc = FID_FAILED (rc || fid_dft_calls_finish (&s.calls, err) ||
                     (s.spans.dlio && fid_put_fact (in->sink, &dlio, err)) ||
                     fid_dft_spans_finish (&s.spans, in->sink, err));
    fid_dft_calls_clear (&s.calls);
    fid_dft_spans_clear (&s.spans);
    return rc;
}

FID_READER_IS (dftracer, UTC,
               FID_GIVES_VFS | FID_GIVES_STAT | FID_GIVES_PHASES | FID_GIVES_STEPS |
                   FID_GIVES_FACTS,
               15, "trace of DFTracer or the DLIO profiler (.pfw)", .best = 90)
