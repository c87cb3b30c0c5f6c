/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bpf_line.c - walk over the lines of a bpftrace file */
#include "readers/bpftrace/bpf_line.h"
#include "readers/tables/row_fields.h"

#define HEAD_BYTES 16384
#define HEAD_LINES 64

/* Calls that began before the first line was printed are real, but the
 * tracers are started seconds before the workload, not hours. */
#define BEFORE_FIRST (60 * FID_S)

/* Looking for where a line was merged takes time with its length squared. */
#define SPLIT_MAX  1024
#define LINE_BYTES 4096 /* no tracer prints longer ones */

/* --- the title line: which columns, what kind */

/* The next title, blanks before '(' removed: "RET (B)" is one.  *stem is the
 * part before the parenthesis. */
static bool title_word (struct fid_span *rest, struct fid_span *stem)
{
    struct fid_span w, unit, ahead;
    if (!fid_span_word (rest, &w))
        return false;
    const char *open = memchr (w.p, '(', w.n);
    *stem = (struct fid_span){w.p, open ? (size_t)(open - w.p) : w.n};
    ahead = *rest;
    if (!open && fid_span_word (&ahead, &unit) && unit.p[0] == '(')
        *rest = ahead;
    return true;
}

/* The column under a title; 0 if the title is unknown. */
static char title_column (struct fid_span w)
{
    static const struct {
        const char *title;
        char column;
    } titles[] = {
        {"COMM", 'c'},     {"DONEPID", 'i'},  {"DONECOMM", 'x'}, {"DISK", 'd'},
        {"T", 't'},        {"BYTES", 'b'},    {"SECTOR", 'S'},   {"QLAT", 's'},
        {"LAT", 'l'},      {"OFFSET", 'o'},   {"SIZE", 'b'},     {"RET", 'b'},
        {"REQ", 's'},      {"FD", 'f'},       {"BUFFER", 'a'},   {"BUFFERADDR", 'a'},
        {"FULLPATH", 'F'}, {"FILENAME", 'n'}, {"PID", 'p'},      {"TID", 'i'},
        {"MAPPED", 'b'},   {"CALL", 'x'},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (fid_span_is (w, titles[i].title))
            return titles[i].column;
    return 0;
}

/* Writes the layout of a title line to out and returns the kinds that it fits; 0 if it is not
 * a title line. */
static unsigned read_title (struct fid_span line, char out[FID_BPF_COLUMNS + 1])
{
    struct fid_span w, addr;
    size_t n = 0;
    bool req = false, ret = false, size = false, mapped = false;
    out[0] = '\0';
    if (!fid_span_starts (line, "TIMESTAMP")) /* of nearly every line */
        return 0;
    if (!fid_span_word (&line, &w) || !fid_span_is (w, "TIMESTAMP"))
        return 0;
    while (title_word (&line, &w)) {
        if (fid_span_is (w, "FUNCTION"))
            return FID_BPF_CREATE_DEL;
        char column = title_column (w);
        if (!column || n == FID_BPF_COLUMNS)
            return 0;
        if (fid_span_is (w, "BUFFER")) /* "BUFFER ADDR" is one column */
            title_word (&line, &addr);
        if (n == 0 && column == 'i')
            column = 'p'; /* a lone TID has the PID printed under it */
        req |= fid_span_is (w, "REQ");
        ret |= fid_span_is (w, "RET");
        size |= fid_span_is (w, "SIZE");
        mapped |= fid_span_is (w, "MAPPED");
        if (column == 'n' && n && out[n - 1] == 'F')
            out[n - 1] = 'P';
        else
            out[n++] = column;
        out[n] = '\0';
    }
    if (n < 2 || out[0] != 'p' || strcspn (out, "nPF") < n - 1)
        return 0;
    if (strchr (out, 'd'))
        return strstr (out, "dtb") ? FID_BPF_BIO : 0;
    if (strcmp (out, "pxlF") == 0)
        return FID_BPF_STAT;
    if (strpbrk (out, "PF"))
        return FID_BPF_OPENAT;
    if (strchr (out, 't'))
        return strstr (out, "tob") ? FID_BPF_URING : 0;
    if (mapped)
        return FID_BPF_MMAP;
    if (size || (req && ret))
        return FID_BPF_WRITE;
    if (ret)
        return FID_BPF_READ;
    if (strcmp (out, "pfln") == 0)
        return FID_BPF_CLOSE;
    return FID_BPF_READ | FID_BPF_WRITE; /* without sizes they look alike */
}

/* --- the first lines */

bool fid_bpf_chatter (struct fid_span line, uint64_t *lost_n)
{
    struct fid_span s = fid_span_trim (line), w;
    uint64_t n;
    if (fid_span_starts (s, "^C")) { /* as the terminal showed it */
        s.p += 2;
        s.n -= 2;
    }
    if (!s.n || s.p[0] == '@' || s.p[0] == '[' || fid_span_starts (s, "Attaching "))
        return true;
    if (!fid_span_starts (s, "Lost ") || !fid_span_ends (s, " events"))
        return false;
    fid_span_word (&s, &w);
    fid_span_word (&s, &w);
    if (!fid_span_u64 (w, &n))
        return false;
    *lost_n += n;
    return true;
}

bool fid_bpf_follows (int64_t t_ns, int64_t newest_ns)
{
    if (t_ns <= newest_ns)
        return t_ns >= newest_ns - 600 * FID_S;
    return (uint64_t)t_ns - (uint64_t)newest_ns <= (uint64_t)(7 * FID_DAY);
}

static bool head_line (struct fid_span *rest, struct fid_span *line)
{
    if (!rest->n || !fid_span_field (rest, '\n', line))
        return false;
    while (line->n && line->p[line->n - 1] == '\r')
        line->n--;
    return true;
}

static bool digit_first (struct fid_span s)
{
    return s.n && (unsigned)(s.p[0] - '0') <= 9;
}

/* How many of the first data lines parse by a layout; *data_n of them there are. */
static size_t parsing_lines (const struct fid_bpf_kind *kind, const char *layout,
                             struct fid_span head, size_t *data_n)
{
    struct fid_span line;
    size_t good = 0;
    *data_n = 0;
    while (*data_n < HEAD_LINES && head_line (&head, &line)) {
        struct fid_bpf_call call = {.ev.op = kind->op};
        line = fid_span_trim (line);
        if (!digit_first (line))
            continue;
        ++*data_n;
        bool parses = !kind->parse (layout, line, &call);
        /* in a tree the column may be QLAT, which pages do not align */
        if (parses && kind->utc && strchr (layout, 'S'))
            parses = call.ev.offset && call.ev.offset % 4096 == 0;
        good += parses;
    }
    return good;
}

/* The first layout of kind by which at least half of the head's lines parse:
 * the narrow layouts come first, as a wide one takes their lines, too, with
 * numbers in the file's name.  Where none does but the file's name says the
 * kind, the one that fits most; else NULL. */
static const char *guess_layout (const struct fid_bpf_kind *kind, struct fid_span head,
                                 bool named)
{
    const char *best = NULL;
    size_t best_n = 0, data_n = 0;
    for (const char *const *g = kind->guesses; *g; g++) {
        size_t n = parsing_lines (kind, *g, head, &data_n);
        if (n && 2 * n >= data_n)
            return *g;
        if (n > best_n) {
            best_n = n;
            best = *g;
        }
    }
    return named ? best : NULL;
}

/* The kinds the head's title line fits, and whether there was a line that
 * only a create_del trace has; 0 if there is no title line. */
static unsigned title_in_head (struct fid_span head, char layout[FID_BPF_COLUMNS + 1],
                               bool *data)
{
    struct fid_span line;
    unsigned kinds = 0;
    *data = false;
    layout[0] = '\0';
    while (!kinds && head_line (&head, &line)) {
        line = fid_span_trim (line);
        if (fid_span_is (line, "mkdir():") || fid_span_is (line, "rmdir():") ||
            fid_span_is (line, "unlink():"))
            return FID_BPF_CREATE_DEL;
        kinds = read_title (line, layout);
        uint64_t lost_n = 0;
        *data |= !kinds && !fid_bpf_chatter (line, &lost_n);
    }
    return kinds;
}

int fid_bpf_probe (const struct fid_bpf_kind *kind, const struct fid_head *head)
{
    char layout[FID_BPF_COLUMNS + 1];
    bool data, named = fid_span_find (head->name, kind->word) >= 0;
    if (fid_span_starts (head->text, "{"))
        return 0; /* a JSON document */
    if (kind->utc && fid_span_ends (head->name, ".bk"))
        return 0; /* a copy from before a filter (read.out.bk) */
    unsigned kinds = title_in_head (head->text, layout, &data);
    if (kinds && kind->utc)
        return 0;
    if (kinds == kind->kind)
        return 95;
    if (kinds)
        return (kinds & kind->kind) && named ? 90 : 0;
    if (!data) /* nothing traced, not even a title: raw files are trace_... */
        return named && fid_span_starts (head->name, "trace_") == !kind->utc ? 30 : 0;
    if (!named && kind->kind != FID_BPF_BIO)
        return 0; /* only R and W identify columns of numbers */
    return guess_layout (kind, head->text, named) ? 50 : 0;
}

/* --- the walk */
struct bpf_walk {
    const struct fid_bpf_kind *kind;
    const struct fid_sink *sink;
    struct fid_error *err;
    char layout[FID_BPF_COLUMNS + 1];
    bool any;
    int64_t first_ns, newest_ns; /* completion stamps so far */
    bool selects;                /* some calls are left out */
    int64_t only_pid;            /* -1: all */
    uint64_t other_n;            /* calls of other processes */
};

static inline enum fid_remark_code judge_values (const struct bpf_walk *w,
                                                 const struct fid_bpf_call *call)
{
    if (w->any && !fid_bpf_follows (call->end_ns, w->newest_ns))
        return FID_REMARK_TIMESTAMP_FAR;
    int64_t first_ns = w->any && w->first_ns < call->end_ns ? w->first_ns : call->end_ns;
    uint64_t span_ns = (uint64_t)call->end_ns - (uint64_t)first_ns;
    if (call->ev.dur_ns > call->end_ns || (uint64_t)call->ev.dur_ns > span_ns + BEFORE_FIRST)
        return FID_REMARK_LAT_TOO_LONG;
    return FID_REMARK_NONE;
}

static enum fid_remark_code understand_line (const struct bpf_walk *w, struct fid_span line,
                                             struct fid_bpf_call *call)
{
    if (line.n > LINE_BYTES)
        return FID_REMARK_LINE_TOO_LONG;
    call->ev.op = w->kind->op;
    call->ev.line = line;
    enum fid_remark_code why = w->kind->parse (w->layout, line, call);
    return why ? why : judge_values (w, call);
}

/* Whether a call does not count: a discard, which moves no bytes; or one of another process in a
 * file of one, which has it because the number was searched for anywhere in a line. */
static bool is_left_out (struct bpf_walk *w, const struct fid_event *ev)
{
    if (w->kind->kind == FID_BPF_BIO && ev->op == FID_OP_META)
        return true;
    bool other = w->only_pid >= 0 && ev->pid != w->only_pid;
    w->other_n += other;
    return other;
}

/* The column 0 stamps completion, not issue. */
static int emit_call (struct bpf_walk *w, struct fid_bpf_call *call)
{
    call->ev.start_ns = call->end_ns - call->ev.dur_ns;
    if (!w->any || call->end_ns < w->first_ns)
        w->first_ns = call->end_ns;
    if (!w->any || call->end_ns > w->newest_ns)
        w->newest_ns = call->end_ns;
    w->any = true;
    if (w->selects && is_left_out (w, &call->ev))
        return 0;
    if (w->kind->kind == FID_BPF_MMAP)
        call->ev.flags |= FID_EVENT_MAPPED;
    return fid_put_event (w->sink, &call->ev, w->err);
}

/* Two calls that were printed onto one line: find the word where the second
 * begins, such that both halves are calls.  The halves' calls in *a and *b. */
static bool split_calls (const struct bpf_walk *w, struct fid_span line, struct fid_bpf_call *a,
                         struct fid_bpf_call *b, struct fid_span *second)
{
    struct fid_span rest = line, word;
    if (line.n > SPLIT_MAX || !fid_span_word (&rest, &word))
        return false;
    while (fid_span_word (&rest, &word)) {
        if (word.n < FID_BPF_STAMP_DIGITS || !digit_first (word))
            continue;
        struct fid_span first = {line.p, (size_t)(word.p - line.p)};
        *second = (struct fid_span){word.p, (size_t)(line.p + line.n - word.p)};
        if (!understand_line (w, first, a) && !understand_line (w, *second, b) &&
            fid_bpf_follows (b->end_ns, a->end_ns))
            return true;
    }
    return false;
}

/* A line that did not parse, or whose file name has blanks in it: one call,
 * several merged, or none. */
static int take_doubtful (struct bpf_walk *w, size_t line_n, struct fid_span line,
                          enum fid_remark_code why, struct fid_bpf_call *call)
{
    struct fid_bpf_call a = {0}, b = {0};
    struct fid_span second;
    while (split_calls (w, line, &a, &b, &second)) {
        FID_TRY (emit_call (w, &a));
        *call = b;
        line = second;
        why = FID_REMARK_NONE;
    }
    if (why) {
        fid_put_reject (w->sink, line_n, why);
        return 0;
    }
    return emit_call (w, call);
}

/* Lines that are no calls; true if so. */
static bool take_other (struct bpf_walk *w, size_t line_n, struct fid_span line,
                        uint64_t *lost_n)
{
    char layout[FID_BPF_COLUMNS + 1];
    unsigned kinds;
    if (digit_first (line))
        return false;
    if (w->any && fid_span_starts (line, "Attaching ")) {
        fid_put_note (w->sink, line_n, FID_REMARK_RUN_AGAIN);
        return true;
    }
    if (fid_bpf_chatter (line, lost_n))
        return true;
    if (fid_span_starts (line, "TIMESTAMP")) {
        kinds = read_title (line, layout);
        if (kinds & w->kind->kind)
            memcpy (w->layout, layout, sizeof layout);
        else
            fid_put_note (w->sink, line_n, FID_REMARK_TITLE_OTHER);
        return true;
    }
    if (fid_span_ends (line, "():")) /* mkdir(): above its title line */
        return true;
    fid_put_reject (w->sink, line_n, FID_REMARK_TIMESTAMP_NOT_NUMBER);
    return true;
}

static inline size_t next_start (const struct fid_bpf_lines *l)
{
    return l->next ? l->end[l->next - 1] + (size_t)1 : 0;
}

/* Take the plain lines at hand; 0 when the next one is another. */
static int take_plain (struct bpf_walk *w, struct fid_text *text, struct fid_bpf_lines *l,
                       struct fid_bpf_call *call)
{
    const fid_bpf_quick quick = fid_bpf_fast (w->layout);
    uint64_t offset = text->base + text->from;
    while (l->next < l->n && l->offset + next_start (l) < offset) /* were taken otherwise */
        l->next++;
    if (l->offset + next_start (l) != offset)
        l->n = l->next = 0;
    const char *at = fid_text_ahead (text).p - next_start (l);
    for (;; l->next++) {
        if (l->next == l->n) {
            at = fid_text_ahead (text).p;
            fid_bpf_find_lines (l, fid_text_ahead (text), text->base + text->from);
        }
        call->ev.op = w->kind->op;
        if (!l->n || !quick (w->layout, at, l, call) || judge_values (w, call))
            return 0;
        size_t start = next_start (l), end = l->end[l->next];
        call->ev.line = (struct fid_span){at + start, end - start};
        fid_text_take (text, end + 1 - start);
        FID_TRY (emit_call (w, call));
    }
}

int fid_bpf_read (const struct fid_bpf_kind *kind, struct fid_input *in, struct fid_error *err)
{
    int64_t pid = kind->utc ? fid_name_pid (in->head.name) : -1; /* "bio_1234" */
    struct bpf_walk w = {.kind = kind,
                         .sink = in->sink,
                         .err = err,
                         .selects = kind->kind == FID_BPF_BIO || pid >= 0,
                         .only_pid = pid};
    struct fid_bpf_call call = {0};
    struct fid_bpf_lines lines;
    struct fid_span line, head;
    uint64_t lost_n = 0;
    bool data, plain = kind->parse == fid_bpf_columns;
    int rc = 0;
    lines.n = lines.next = lines.offset = 0;
    FID_TRY (fid_text_peek (in->text, HEAD_BYTES, &head, err));
    if (!(title_in_head (head, w.layout, &data) & kind->kind)) {
        const char *layout = guess_layout (kind, head, true);
        if (data && layout && !kind->utc)
            fid_put_note (in->sink, 0, FID_REMARK_TITLE_MISSING);
        snprintf (w.layout, sizeof w.layout, "%s", layout ? layout : kind->guesses[0]);
    }
    while (!rc && (!plain || !(rc = take_plain (&w, in->text, &lines, &call))) &&
           (rc = fid_text_next (in->text, &line, err)) > 0) {
        size_t line_n = in->text->line_n;
        line = fid_span_trim (line);
        if (take_other (&w, line_n, line, &lost_n)) {
            rc = 0;
            continue;
        }
        enum fid_remark_code why = understand_line (&w, line, &call);
        bool wants_name = strpbrk (w.layout, "nPF") || !w.layout[0];
        if (!in->text->line_ended && (why || (wants_name && !call.ev.file.n))) {
            fid_reject_line (in, FID_REMARK_LAST_LINE_CUT);
            rc = 0;
        } else if (!in->text->line_ended) { /* it counts only with all its columns */
            fid_note_line (in, FID_REMARK_LAST_LINE_KEPT);
            rc = emit_call (&w, &call);
        } else if (why || (call.ev.file.n && (strchr (w.layout, 'P') ||
                                              memchr (call.ev.file.p, ' ', call.ev.file.n))))
            rc = take_doubtful (&w, line_n, line, why, &call);
        else
            rc = emit_call (&w, &call);
    }
    if (rc == 0)
        fid_put_count (in->sink, FID_REMARK_LOST_EVENTS, lost_n);
    fid_put_count (in->sink, FID_REMARK_OTHER_PROCESSES, w.other_n);
    return rc;
}
