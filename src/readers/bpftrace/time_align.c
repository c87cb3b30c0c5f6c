/* SPDX-License-Identifier: GPL-3.0-or-later */
/* time_align.c - pairs of boot clock and time of day that trace_time_align.bt printed
 *
 *     TIMESTAMP       TIME
 *     2572525100316     00:18:50        <- boot clock ns, local time of day
 *
 * Each change of TIME to the next second is an anchor: the second began
 * between the newest stamp of the old one and the oldest of the new one.
 * The two halves of a line are printed by two calls, so a line may hold two
 * stamps and the next none; lines of several CPUs are some ms out of order. */
#include "readers/bpftrace/bpf_line.h"

#define OLDEST_N 64
#define JUMPS_N  64
#define DAY_S    INT64_C (86400)
#define S_MAX    INT64_C (1000000000)

/* What is kept of the lines of one second. */
struct second {
    int64_t s;                   /* since the first midnight; unset while n is 0 */
    size_t n;                    /* lines */
    int64_t newest_ns;           /* stamp */
    int64_t oldest_ns[OLDEST_N]; /* smallest stamps, ascending */
};

struct align_walk {
    const struct fid_sink *sink;
    struct second old, now;
    struct fid_anchor jump[JUMPS_N]; /* steps of other than one second */
    size_t jump_n, step_n;
};

static int probe_time_align (const struct fid_head *head)
{
    struct fid_span rest = head->text, line, word[3];
    bool named = fid_span_find (head->name, "time_align") >= 0, data = false;
    size_t line_n = 0;
    while (rest.n && line_n++ < 200 && fid_span_field (&rest, '\n', &line)) {
        uint64_t lost_n = 0, v;
        int64_t t;
        while (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (fid_bpf_chatter (line, &lost_n))
            continue;
        if (fid_span_words (line, word, 3) != 2)
            data = true;
        else if (fid_span_is (word[0], "TIMESTAMP"))
            return fid_span_is (word[1], "TIME") ? 95 : 0;
        else if (fid_span_u64 (word[0], &v) && fid_time_of_day (word[1], &t))
            return 60;
    }
    return !data && named ? 30 : 0;
}

static void second_add (struct second *sec, int64_t ts_ns)
{
    size_t kept = sec->n < OLDEST_N ? sec->n : OLDEST_N;
    if (!sec->n || ts_ns > sec->newest_ns)
        sec->newest_ns = ts_ns;
    sec->n++;
    if (kept == OLDEST_N && ts_ns >= sec->oldest_ns[OLDEST_N - 1])
        return;
    size_t i = kept < OLDEST_N ? kept : OLDEST_N - 1;
    for (; i > 0 && sec->oldest_ns[i - 1] > ts_ns; i--)
        sec->oldest_ns[i] = sec->oldest_ns[i - 1];
    sec->oldest_ns[i] = ts_ns;
}

/* The second `now` is over: its beginning gives an anchor.  TIME is printed after the stamp was
 * taken, so the newest stamp of the old second lies before it.  Stamps of the new second up to
 * there were printed late; the next is the first that can lie after it.  How late TIME itself is
 * remains unknown. */
static int end_second (struct align_walk *w, struct fid_error *err)
{
    size_t kept = w->now.n < OLDEST_N ? w->now.n : OLDEST_N, i = 0;
    while (i < kept && w->now.oldest_ns[i] <= w->old.newest_ns)
        i++;
    if (!w->old.n || i == kept)
        return 0;
    /* TIME is cut to the second: it cannot be more than one late */
    int64_t gap_ns = w->now.oldest_ns[i] - w->old.newest_ns;
    const struct fid_anchor a = {.from = FID_CLOCK_BOOT,
                                 .to = FID_CLOCK_TOD,
                                 .from_ns = w->now.oldest_ns[i],
                                 .to_min_ns = w->now.s * FID_S,
                                 .to_max_ns =
                                     w->now.s * FID_S + (gap_ns < FID_S ? gap_ns : FID_S)};
    if (w->now.s - w->old.s == 1) {
        w->step_n++;
        return fid_put_anchor (w->sink, &a, err);
    }
    if (w->jump_n < JUMPS_N)
        w->jump[w->jump_n++] = a;
    return 0;
}

/* Sort a line's stamp into its second. */
static int take_stamp (struct align_walk *w, int64_t ts_ns, int64_t tod_s,
                       struct fid_error *err)
{
    if (!w->now.n)
        w->now.s = tod_s;
    int64_t step = tod_s - (w->now.s % DAY_S + DAY_S) % DAY_S;
    step += step < -DAY_S / 2 ? DAY_S : step > DAY_S / 2 ? -DAY_S : 0; /* midnight passed */
    int64_t s = w->now.s + step;
    if (step && (s > S_MAX || s < -S_MAX))
        return 0;                            /* no file spans thirty years: midnights made up */
    if (step && w->old.n && s == w->old.s) { /* a straggler */
        second_add (&w->old, ts_ns);
        return 0;
    }
    if (step) {
        FID_TRY (end_second (w, err));
        w->old = w->now;
        w->now = (struct second){.s = s};
    }
    second_add (&w->now, ts_ns);
    return 0;
}

static enum fid_remark_code parse_line (struct fid_span line, int64_t *ts_ns, int64_t *tod_s)
{
    struct fid_span word[3];
    int64_t other, tod_ns;
    size_t n = fid_span_words (line, word, 3);
    if (n == 1 && fid_time_of_day (word[0], &tod_ns))
        return FID_REMARK_TIME_WITHOUT_STAMP;
    if (n == 3 && fid_span_i64 (word[1], &other) && fid_time_of_day (word[2], &tod_ns))
        return FID_REMARK_TWO_STAMPS;
    if (n < 1 || !fid_span_i64 (word[0], ts_ns) || *ts_ns < 0)
        return FID_REMARK_TIMESTAMP_NOT_NUMBER;
    if (n != 2 || word[1].n != 8 || !fid_time_of_day (word[1], &tod_ns))
        return FID_REMARK_TIME_NOT_HMS;
    *tod_s = tod_ns / FID_S;
    return FID_REMARK_NONE;
}

static int read_time_align (struct fid_input *in, struct fid_error *err)
{
    struct align_walk w = {.sink = in->sink};
    struct fid_span line, word;
    int64_t ts_ns = 0, tod_s = 0, newest_ns = 0;
    uint64_t lost_n = 0;
    bool any = false;
    int rc;
    while ((rc = fid_text_next (in->text, &line, err)) > 0) {
        struct fid_span rest = line;
        if (fid_bpf_chatter (line, &lost_n) ||
            (fid_span_word (&rest, &word) && fid_span_is (word, "TIMESTAMP")))
            continue;
        enum fid_remark_code why = parse_line (line, &ts_ns, &tod_s);
        if (!why && any && !fid_bpf_follows (ts_ns, newest_ns))
            why = FID_REMARK_TIMESTAMP_FAR;
        if (why) {
            fid_put_reject (in->sink, in->text->line_n,
                            in->text->line_ended ? why : FID_REMARK_LAST_LINE_CUT);
            continue;
        }
        newest_ns = any && newest_ns > ts_ns ? newest_ns : ts_ns;
        any = true;
        FID_TRY (take_stamp (&w, ts_ns, tod_s, err));
    }
    FID_TRY (rc);
    fid_put_count (in->sink, FID_REMARK_LOST_EVENTS, lost_n);
    FID_TRY (end_second (&w, err));
    if (any && !w.step_n)
        fid_put_note (in->sink, 0,
                      w.jump_n ? FID_REMARK_LARGER_STEPS : FID_REMARK_NO_SECOND_BOUNDARY);
    for (size_t i = 0; !w.step_n && i < w.jump_n; i++)
        FID_TRY (fid_put_anchor (in->sink, &w.jump[i], err));
    return 0;
}

FID_READER_IS (time_align, BOOT, FID_GIVES_CLOCK, 20,
               "boot clock against time of day, traced by trace_time_align.bt", .once = true)
