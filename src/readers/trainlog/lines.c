/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - see lines.h */
#include "readers/trainlog/lines.h"
#include "readers/trainlog/loop.h"
#include "readers/trainlog/own.h"

struct fid_span fid_log_plain (struct fid_span line, char buf[FID_LOG_LINE_MOST])
{
    size_t n = 0;
    for (size_t i = 0; i < line.n && n < FID_LOG_LINE_MOST; i++)
        if (line.p[i] != '\x1b')
            buf[n++] = line.p[i];
        else if (i + 1 < line.n && line.p[i + 1] == '[')
            for (i += 2; i < line.n && (fid_is_digit (line.p[i]) || strchr (";?", line.p[i]));)
                i++;
    return fid_span_trim ((struct fid_span){buf, n});
}

/* The days of a date; *whole: it has a year, else 2024 is taken, which has a 29 February. */
static bool days_of (struct fid_span s, int64_t *days, bool *whole)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char date[] = "2024-00-00";
    size_t n = s.n, letter = n == 5 && strchr ("IWEF", *s.p) ? 1 : 0; /* of glog: "I1120" */
    *whole = n == 10;
    if (*whole)
        return !memchr (s.p, '.', n) && fid_date (s, false, days) && s.p[4] == s.p[7];
    for (int m = 0; n == 6 && m < 12; m++) /* "Nov 20" of ts(1) */
        if (memcmp (s.p, months + 3 * m, 3) == 0 && s.p[3] == ' ') {
            date[5] = m < 9 ? '0' : '1';
            date[6] = (char)('0' + (m + 1) % 10);
            date[8] = s.p[4] == ' ' ? '0' : s.p[4];
            date[9] = s.p[5];
            return fid_date (fid_span_of (date), false, days);
        }
    if (n != 5 || (!letter && s.p[2] != '/'))
        return false;
    memcpy (date + 5, s.p + letter, 2);
    memcpy (date + 8, s.p + 3, 2);
    return fid_date (fid_span_of (date), false, days);
}

/* Takes seconds since 1970 off. */
static bool take_seconds (struct fid_log_text *l)
{
    struct fid_span rest = l->text, word;
    if (!fid_span_word (&rest, &word) || word.n < 10 || word.n > 20 || *word.p != '1' ||
        (word.n > 10 && word.p[10] != '.') || !fid_time_seconds (word, &l->t_ns))
        return false;
    l->quantum_ns = FID_S;
    for (size_t i = 11; i < word.n && l->quantum_ns > 1; i++)
        l->quantum_ns /= 10;
    l->timed = true;
    l->clock = FID_CLOCK_UTC;
    l->text = fid_span_trim (rest);
    return true;
}

/* Takes the stamp off: "[2026-11-20 10:00:00,123]", "2026/11/20 10:00:00", "[11/20 10:00:06 ",
 * "I1120 10:00:06.123456", "Nov 20 10:00:06", "10:00:06", "1795000000.123". */
static void take_stamp (struct fid_log_text *l)
{
    const struct fid_span s = l->text;
    size_t from = 0, at = 0, most = s.n < 40 ? s.n : 40;
    if (take_seconds (l))
        return;
    while (from < s.n && (s.p[from] == '[' || s.p[from] == '('))
        from++;
    for (at = from; at + 8 <= most; at++) {
        size_t n = 8;
        int64_t tod, days = 0, zone_s = 0;
        bool begins = at == from || strchr (" T", s.p[at - 1]), whole = false;
        if (!begins || s.p[at + 2] != ':' || s.p[at + 5] != ':')
            continue;
        if (at + n + 1 < s.n && strchr (".,", s.p[at + n]) && fid_is_digit (s.p[at + n + 1]))
            for (n++; at + n < s.n && n < 18 && fid_is_digit (s.p[at + n]);)
                n++;
        if (!fid_time_of_day ((struct fid_span){s.p + at, n}, &tod))
            return;
        struct fid_span date = {s.p + from, at > from ? at - 1 - from : 0};
        const char *blank = date.n ? memrchr (date.p, ' ', date.n) : NULL;
        if (blank && s.p[0] == '[' && blank[-1] == ']') /* "[titan] 2026-..." */
            date = (struct fid_span){blank + 1, (size_t)(fid_span_end (date) - blank) - 1};
        if (at > from && !days_of (date, &days, &whole))
            return;
        l->quantum_ns = FID_S;
        for (size_t i = 9; i < n; i++)
            l->quantum_ns /= 10;
        size_t end = at + n;
        if (end < s.n && s.p[end] == 'Z') {
            l->clock = FID_CLOCK_UTC;
            end++;
        } else if (end + 5 <= s.n && strchr ("+-", s.p[end])) {
            char iso[] = "2024-01-01T00:00:00+00:00";
            size_t zone_n = end + 6 <= s.n && s.p[end + 3] == ':' ? 6 : 5;
            int64_t unused;
            bool zoned;
            memcpy (iso + 19, s.p + end, zone_n);
            if (fid_time_iso ((struct fid_span){iso, 19 + zone_n}, &unused, &zone_s, &zoned)) {
                l->clock = FID_CLOCK_UTC;
                end += zone_n;
            }
        }
        l->timed = true;
        l->t_ns = days * FID_DAY + tod - zone_s * FID_S;
        l->clock = !whole                      ? FID_CLOCK_TOD
                   : l->clock == FID_CLOCK_UTC ? l->clock
                                               : FID_CLOCK_APP;
        l->text = fid_span_trim ((struct fid_span){s.p + end, s.n - end});
        return;
    }
}

/* Splits a line; tags: how many kinds of them are taken off, since "Epoch: [1]" begins as the name
 * of a host does. */
static void line_of (struct fid_span plain, int tags, struct fid_log_text *l)
{
    *l = (struct fid_log_text){.t_ns = INT64_MIN, .clock = FID_CLOCK_APP, .text = plain};
    if (tags)
        fid_log_tag_take (&l->text, &l->tag);
    if (tags == 1 && l->tag.name.n)
        l->text =
            (struct fid_span){l->tag.name.p, (size_t)(fid_span_end (plain) - l->tag.name.p)};
    take_stamp (l);
    if (!l->timed)
        fid_log_logging_take (&l->text);
}

bool fid_log_piece (struct fid_span *rest, struct fid_span *piece)
{
    if (!rest->p)
        return false;
    size_t n = 0, more;
    while (n < rest->n && rest->p[n] != '\r' && rest->p[n] != '\b')
        n++;
    *piece = (struct fid_span){rest->p, n};
    for (more = n; more < rest->n && (rest->p[more] == '\r' || rest->p[more] == '\b');)
        more++;
    *rest = more < rest->n ? (struct fid_span){rest->p + more, rest->n - more}
                           : (struct fid_span){NULL, 0};
    return true;
}

/* --- layouts */

static const struct fid_log_line *next_layout (const struct fid_log_line *l)
{
    const char *name = l->layout;
    while (l->layout && strcmp (l->layout, name) == 0)
        l++;
    return l;
}

const struct fid_log_line *fid_log_layout (const char *name)
{
    const struct fid_log_line *l = fid_log_lines;
    while (l->layout && strcmp (l->layout, name) != 0)
        l++;
    return l;
}

const struct fid_log_line *fid_log_row (const struct fid_log_line *layout,
                                        struct fid_span plain, struct fid_log_text *l,
                                        struct fid_log_values *v)
{
    const struct fid_log_line *end = next_layout (layout), *first = NULL;
    struct fid_log_values found;
    if (!*layout->pattern) {
        line_of (plain, 2, l);
        if (l->tag.name.n && fid_log_loop_word (l->tag.name))
            line_of (plain, 1, l);
        fid_log_match ("", l->text, false, v);
        return fid_log_loop_row (l->text, fid_log_words_of (l->text), v);
    }
    for (int tags = 0; tags < 3 && !first; tags++) {
        line_of (plain, tags, l);
        for (const struct fid_log_line *r = layout; r < end; r++) {
            bool anywhere = fid_log_anywhere (r->pattern);
            struct fid_span key = anywhere && !tags ? fid_log_key (r->pattern) : l->text;
            if ((anywhere && (tags || !memmem (l->text.p, l->text.n, key.p, key.n))) ||
                !fid_log_match (r->pattern, l->text, l->timed, &found) ||
                (first && found.end > v->end))
                continue;
            first = r;
            *v = found;
            if (!anywhere)
                return r;
        }
    }
    if (!first)
        fid_log_match ("", l->text, false, v);
    else
        l->rest = (struct fid_span){l->text.p + v->end, l->text.n - v->end};
    return first;
}

enum fid_log_kind fid_log_words_of (struct fid_span text)
{
    char small[256];
    size_t n = 0;
    for (; n < text.n && n < sizeof small - 1; n++)
        small[n] = text.p[n] ? (char)tolower ((unsigned char)text.p[n]) : ' ';
    small[n] = '\0';
    for (const struct fid_log_words *w = fid_log_words; w->words; w++)
        if (strstr (small, w->words))
            return w->kind;
    return FID_LOG_PROOF;
}

enum fid_clock fid_log_clock (const struct fid_log_text *l, const struct fid_log_values *v)
{
    return v->stamp_ns != INT64_MIN ? FID_CLOCK_UTC : l->timed ? l->clock : FID_CLOCK_RELATIVE;
}

/* Notes whether the number of a row of a loop is behind the one before; false: no such row. */
static bool goes_on (struct fid_log_fit *f, const struct fid_log_line *r,
                     const struct fid_log_text *l, const struct fid_log_values *v)
{
    int64_t step = (int64_t)v->at[FID_VALUE_STEP], epoch = (int64_t)v->at[FID_VALUE_EPOCH];
    f->step = r->kind == FID_LOG_EPOCH || r->kind == FID_LOG_EPOCH_END ? -1 : f->step;
    if (r->kind != FID_LOG_STEP)
        return r->kind != FID_LOG_EVAL_STEP;
    f->rank = f->row_n ? f->rank : l->tag.rank;
    if (step < 0 || l->tag.rank != f->rank)
        return false;
    f->back_n += f->row_n && step <= f->step && epoch == f->epoch;
    f->step = step;
    f->epoch = epoch;
    return true;
}

static void fit_line (struct fid_log_fit *f, struct fid_span plain)
{
    struct fid_log_values v;
    struct fid_log_text l;
    const struct fid_log_line *r = fid_log_row (f->layout, plain, &l, &v);
    if (!r) {
        f->word_n += fid_log_words_of (l.text) != FID_LOG_PROOF;
        return;
    }
    if (!*f->layout->pattern && !goes_on (f, r, &l, &v))
        return;
    if (r->kind == FID_LOG_STEP || r->kind == FID_LOG_GROUP || r->kind == FID_LOG_BAR) {
        f->whole |= v.at[FID_VALUE_TOTAL] > 0 && v.at[FID_VALUE_STEP] == v.at[FID_VALUE_TOTAL];
        f->weight = f->weight ? f->weight : fid_log_weight (r->pattern);
        *(r->kind == FID_LOG_BAR ? &f->bar_n : &f->row_n) += 1;
        f->timed_n += v.at[FID_VALUE_TIME] >= 0 || v.at[FID_VALUE_ELAPSED] >= 0 ||
                      v.at[FID_VALUE_TIME_MEAN] >= 0 || v.at[FID_VALUE_COMPUTE] >= 0;
    } else if (r->kind == FID_LOG_EPOCH) {
        int64_t epoch = (int64_t)v.at[FID_VALUE_EPOCH];
        f->falls |= f->epoch_n && epoch != f->epoch + 1;
        f->epoch = epoch;
        f->epoch_n++;
    } else {
        f->proof_n++;
        return;
    }
    if (f->row_n + f->bar_n + f->epoch_n == 1)
        f->clock = fid_log_clock (&l, &v);
}

static bool fits (const struct fid_log_fit *f)
{
    bool words = strcmp (f->layout->layout, "words") == 0, loop = !*f->layout->pattern;
    return words  ? f->epoch_n > 1 && !f->falls && f->word_n
           : loop ? f->row_n > 2 && f->back_n * 10 <= f->row_n
                  : f->row_n > 1 || (f->row_n && f->whole) || (f->proof_n && f->bar_n) ||
                        (f->layout->kind == FID_LOG_BAR && f->proof_n > 1);
}

/* Whether the text has what lines of a layout must have. */
static bool has_key (struct fid_span text, const struct fid_log_line *layout)
{
    static const char *const loop[] = {"step",  "Step", "STEP", "iter", "Iter", "batch",
                                       "Batch", "loss", "Loss", "poch", "EPOCH"};
    const struct fid_log_line *end = next_layout (layout);
    for (size_t i = 0; !*layout->pattern && i < sizeof loop / sizeof *loop; i++)
        if (fid_span_find (text, loop[i]) >= 0)
            return true;
    for (const struct fid_log_line *r = layout; r < end && *r->pattern; r++) {
        struct fid_span key = fid_log_key (r->pattern);
        if (memmem (text.p, text.n, key.p, key.n))
            return true;
    }
    return false;
}

/* Names that a text has which shows lines of a log, and is none. */
static bool is_document (struct fid_span name)
{
    static const char *const ends[] = {".md", ".rst", ".py", ".ipynb", ".html", ".c",  ".h",
                                       ".cc", ".cpp", ".sh", ".yaml",  ".yml",  ".tex"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (fid_span_ends_like (name, ends[i]))
            return true;
    return false;
}

/* The layout that fits most lines of the beginning of a file, of equal ones that which asks for
 * more. */
static void fit_layouts (const struct fid_head *head, const struct fid_log_line *at,
                         struct fid_log_fit *best)
{
    char buf[FID_LOG_LINE_MOST];
    for (; at->layout; at = next_layout (at)) {
        struct fid_log_fit f = {.layout = at};
        struct fid_span rest = head->text, text, piece;
        bool loop = !*at->pattern && best->layout && best->row_n + best->bar_n > 0;
        bool all = !loop && has_key (head->text, at);
        while (all && fid_span_field (&rest, '\n', &text))
            while (fid_log_piece (&text, &piece) &&
                   (text.p || rest.p)) /* the last one may be cut */
                fit_line (&f, fid_log_plain (piece, buf));
        if (!all || !fits (&f) || (best->layout && !f.row_n))
            continue;
        int64_t more = best->layout ? (int64_t)f.timed_n - (int64_t)best->timed_n : 1;
        more = more ? more : (int64_t)f.row_n - (int64_t)best->row_n;
        more = more ? more : (int64_t)f.weight - (int64_t)best->weight;
        if (!more)
            best->rival = at->layout;
        else if (more > 0)
            *best = f;
    }
}

void fid_log_fit (const struct fid_head *head, struct fid_log_fit *best)
{
    *best = (struct fid_log_fit){.layout = NULL};
    if (is_document (head->name) || memchr (head->text.p, '\0', head->text.n))
        return;
    if (head->patterns)
        fit_layouts (head, head->patterns->row, best);
    best->own = best->layout != NULL;
    if (!best->own)
        fit_layouts (head, fid_log_lines, best);
}
