/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c - see choose.h */
#include "base/parallel.h"
#include "base/path_order.h"
#include "readers/choose.h"
#include "readers/reader.h"

#define GIVES_ONE (FID_GIVES_PHASES | FID_GIVES_STEPS)

/* --- what a file holds */

struct looks {
    struct fid_run *run;             /* borrowed */
    const struct fid_run_opts *opts; /* borrowed */
    struct fid_recording *rec;       /* borrowed; one for each source */
    size_t *source;                  /* owned; those to look into */
    size_t n;
};

static int look_into (void *ctx, size_t k, struct fid_error *err)
{
    const struct looks *looks = ctx;
    struct fid_source *s = &looks->run->source[looks->source[k]];
    struct fid_recording *rec = &looks->rec[looks->source[k]];
    FID_TRY (fid_recording_read (rec, looks->run->dir, s, looks->opts, err));
    if (!*s->failure && fid_recording_malformed (rec)) /* another log may be whole */
        fid_recording_reject (rec, s);
    s->gives &= rec->gives | FID_GIVES_FACTS | FID_GIVES_STAT;
    return 0;
}

/* --- who gives it */

/* dlio.log is the log, other *.log may be, the rest holds copies. */
static int name_class (const char *path)
{
    struct fid_span name = fid_file_name (path);
    return fid_span_is (name, "dlio.log") ? 2 : fid_span_ends (name, ".log") ? 1 : 0;
}

/* Whether a is the better of two files of one rank that hold a_n and b_n records. */
static bool is_better (const char *a, size_t a_n, const char *b, size_t b_n)
{
    if (a_n != b_n)
        return a_n > b_n;
    int by_class = name_class (a) - name_class (b);
    return by_class ? by_class > 0 : fid_path_order (a, b) < 0;
}

/* Whether a file logs requests to a store. */
static bool has_requests (const struct fid_source *s)
{
    const struct fid_reader *r = s->reader ? fid_reader_by_name (s->reader) : NULL;
    return r && r->requests;
}

/* The highest rank of the files that log requests, or of the others. */
static int best_rank (const struct fid_run *run, unsigned bit, bool requests)
{
    int best = 0;
    for (size_t i = 0; i < run->source_n; i++)
        if ((run->source[i].gives & bit) && run->source[i].rank > best &&
            has_requests (&run->source[i]) == requests)
            best = run->source[i].rank;
    return best;
}

/* Whether source i is of rank 1 or more, and the file of a lower rank is there. */
static bool has_lower (const struct fid_run *run, size_t i, unsigned bit)
{
    const struct fid_source *s = run->source;
    for (size_t k = 0; k < run->source_n; k++)
        if (k != i && (s[k].gives & bit) && s[k].rank == s[i].rank && s[k].host == s[i].host &&
            fid_path_alike (s[k].path, s[i].path) && fid_path_order (s[k].path, s[i].path) < 0)
            return true;
    return false;
}

/* The one file for `bit`, of the highest rank; SIZE_MAX for none.  host: of that host's own
 * files alone, unless SIZE_MAX. */
static size_t choose_one (const struct fid_run *run, const struct fid_recording *rec,
                          unsigned bit, size_t host)
{
    const struct fid_source *s = run->source;
    size_t best = SIZE_MAX, best_n = 0;
    int rank = best_rank (run, bit, false);
    for (size_t i = 0; i < run->source_n; i++) {
        size_t n = bit == FID_GIVES_PHASES ? rec[i].phase_n : rec[i].step_n;
        bool elsewhere = host != SIZE_MAX && (s[i].host != host || s[i].shared);
        if (!(s[i].gives & bit) || s[i].rank != rank || elsewhere || has_lower (run, i, bit))
            continue;
        if (best == SIZE_MAX || is_better (s[i].path, n, s[best].path, best_n)) {
            best = i;
            best_n = n;
        }
    }
    return best;
}

/* Whether the steps of source i count beside those of `one`: both have a part of them. */
static bool is_part (const struct fid_run *run, size_t one, size_t i)
{
    const struct fid_reader *r = one == SIZE_MAX || !run->source[one].reader
                                     ? NULL
                                     : fid_reader_by_name (run->source[one].reader);
    return r && r->parts && run->source[i].reader == run->source[one].reader;
}

/* The application's log of a host whose lines become anchors: one of phases, or
 * else the best of those that hold lines.  Other givers of anchors all count. */
static void choose_clocks (struct fid_run *run, const struct fid_recording *rec, size_t host)
{
    struct fid_source *s = run->source;
    size_t log = SIZE_MAX;
    for (size_t i = 0; i < run->source_n; i++) {
        if (!(s[i].gives & FID_GIVES_CLOCK) || s[i].host != host)
            continue;
        bool phases = s[i].used & FID_GIVES_PHASES;
        if (!rec[i].timed_line_n)
            s[i].used |= FID_GIVES_CLOCK;
        else if (log == SIZE_MAX || phases ||
                 (!(s[log].used & FID_GIVES_PHASES) &&
                  is_better (s[i].path, rec[i].timed_line_n, s[log].path,
                             rec[log].timed_line_n)))
            log = i;
    }
    if (log != SIZE_MAX)
        s[log].used |= FID_GIVES_CLOCK;
}

/* The logs of the other hosts: the instants of their phases compare the clocks. */
static void choose_other_logs (struct fid_run *run, const struct fid_recording *rec,
                               size_t phases)
{
    struct fid_source *s = run->source;
    for (size_t host = 0; phases != SIZE_MAX && host < run->hosts.n; host++) {
        size_t one = choose_one (run, rec, FID_GIVES_PHASES, host);
        if (one != SIZE_MAX && one != phases &&
            (s[one].host != s[phases].host || s[phases].shared)) {
            s[one].used |= FID_GIVES_PHASES;
            s[one].follows |= FID_GIVES_PHASES;
        }
    }
}

/* The steps of other ranks: in files of the format and the name of the one that was chosen, but
 * for numbers, or on other hosts. */
static void choose_other_steps (struct fid_run *run, size_t one)
{
    struct fid_source *s = run->source;
    for (size_t i = 0; one != SIZE_MAX && i < run->source_n; i++) {
        if (i == one || !(s[i].gives & FID_GIVES_STEPS) || s[i].reader != s[one].reader ||
            (s[i].used & FID_GIVES_STEPS))
            continue;
        struct fid_span a = fid_file_name (s[i].path), b = fid_file_name (s[one].path);
        bool same_name = a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
        if (fid_path_alike (s[i].path, s[one].path) ||
            (s[i].host != s[one].host && same_name)) {
            s[i].used |= FID_GIVES_STEPS;
            s[i].follows |= FID_GIVES_STEPS;
        }
    }
}

/* The path without the endings of copies, and how far from the original they make it. */
static struct fid_span original_path (const char *path, int *distance)
{
    struct fid_span s = fid_span_of (path);
    *distance = 0;
    size_t unpacked_n = (size_t)(fid_span_end (fid_file_name (path)) - path);
    *distance += unpacked_n < s.n;
    s.n = unpacked_n;
    if (fid_span_ends (s, ".bk")) { /* before the last filter, in processed trees */
        s.n -= 3;
        *distance += 2;
    }
    return s;
}

/* Whether source i is there in another file nearer to the original; an empty one is nearer to
 * nothing. */
static bool is_copy (const struct fid_run *run, size_t i)
{
    const struct fid_source *s = run->source;
    int mine, other;
    struct fid_span name = original_path (s[i].path, &mine);
    for (size_t k = 0; s[i].reader && k < run->source_n; k++) {
        struct fid_span o = original_path (s[k].path, &other);
        if (k == i || !s[k].reader || strcmp (s[k].reader, s[i].reader) != 0 || o.n != name.n ||
            memcmp (o.p, name.p, o.n) != 0 || s[k].empty)
            continue;
        if (other < mine || s[i].empty)
            return true;
    }
    return false;
}

/* Whether a file need not hold all that its reader can give: logs, tables, and monitors of
 * several kinds of resources. */
static bool gives_varies (unsigned gives)
{
    unsigned gauges = gives & (FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK);
    return (gives & GIVES_ONE) || (gives & FID_GIVES_VFS) == FID_GIVES_VFS ||
           (gauges & (gauges - 1));
}

/* Look into such files; copies give nothing. */
static int look_into_all (struct looks *looks, struct fid_error *err)
{
    struct fid_run *run = looks->run;
    FID_NEED (looks->source = malloc ((run->source_n + 1) * sizeof *looks->source), err);
    for (size_t i = 0; i < run->source_n; i++)
        if (is_copy (run, i))
            run->source[i].gives = 0;
        else if (gives_varies (run->source[i].gives))
            looks->source[looks->n++] = i;
    size_t thread_n = looks->opts->thread_n ? looks->opts->thread_n : 1;
    int rc = fid_parallel (looks->n, thread_n, look_into, looks, err);
    free (looks->source);
    return rc;
}

int fid_choose_sources (struct fid_run *run, const struct fid_run_opts *opts,
                        struct fid_recording *rec, struct fid_error *err)
{
    struct looks looks = {.run = run, .opts = opts, .rec = rec};
    FID_TRY (look_into_all (&looks, err));
    size_t phases = SIZE_MAX;
    for (unsigned bit = 1; bit <= FID_GIVES_FACTS; bit <<= 1) {
        if (bit == FID_GIVES_CLOCK)
            continue;
        int rank[2] = {best_rank (run, bit, false), best_rank (run, bit, true)};
        size_t one = bit & GIVES_ONE ? choose_one (run, rec, bit, SIZE_MAX) : SIZE_MAX;
        if (bit == FID_GIVES_PHASES)
            phases = one;
        else if (bit == FID_GIVES_STEPS && phases != SIZE_MAX && one != SIZE_MAX &&
                 (run->source[phases].gives & FID_GIVES_STEPS) &&
                 fid_path_alike (run->source[phases].path, run->source[one].path))
            one = phases; /* of many nodes' logs that of the first node */
        for (size_t i = 0; i < run->source_n; i++) {
            struct fid_source *s = &run->source[i];
            bool wins = bit & GIVES_ONE
                            ? i == one || is_part (run, one, i)
                            : s->rank == rank[has_requests (s)] || bit == FID_GIVES_FACTS;
            if ((s->gives & bit) && wins)
                s->used |= bit;
        }
        if (bit == FID_GIVES_STEPS)
            choose_other_steps (run, one);
        if (bit == FID_GIVES_PHASES) {
            choose_other_logs (run, rec, phases);
            for (size_t host = 0; host < run->hosts.n; host++)
                choose_clocks (run, rec, host);
        }
    }
    return 0;
}

/* What the run has from that file alone: of such, one was chosen. */
#define LEADS(s) ((s)->used & ~(s)->follows & (FID_GIVES_PHASES | FID_GIVES_STEPS))

/* Leaves out a file whose events another one has; `of' NULL: several others together. */
static int drop_copy (struct fid_run *run, struct fid_recording *rec, size_t i, const char *of,
                      struct fid_error *err)
{
    struct fid_run_finding f = {.code = FID_RUN_SAME_EVENTS,
                                .file = run->source[i].path,
                                .detail = (char *)(of ? of : "the other files of its format")};
    run->lost_n -= rec[i].lost_n;
    fid_recording_leave_out (&rec[i], &run->source[i]);
    return fid_run_findings_add (&run->findings, &f, err);
}

static bool has_events (const struct fid_run *run, const struct fid_recording *rec, size_t i)
{
    return (run->source[i].used & FID_GIVES_EVENTS) && rec[i].events.event_n > 1;
}

/* Whether two recordings have the same events of the same processes.  O(rows). */
static bool same_rows (const struct fid_events *a, const struct fid_events *b)
{
    for (size_t i = 0; i < a->process_n; i++)
        if (a->process[i].pid != b->process[i].pid)
            return false;
    for (size_t i = 0; i < a->row_n; i++) {
        struct fid_event_row x = fid_events_row (a, i), y = fid_events_row (b, i);
        if (x.start_ns != y.start_ns || x.dur_ns != y.dur_ns || x.byte_n != y.byte_n ||
            x.offset != y.offset || x.op != y.op || x.file != y.file || x.process != y.process)
            return false;
    }
    return true;
}

/* Whether two files of one format hold the same events. */
static bool are_copies (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                        size_t j)
{
    if (!has_events (run, rec, i) || !has_events (run, rec, j))
        return false;
    const struct fid_events *a = &rec[i].events, *b = &rec[j].events;
    return run->source[i].reader == run->source[j].reader && a->event_n == b->event_n &&
           a->row_n == b->row_n && a->process_n == b->process_n &&
           rec[i].first_ns == rec[j].first_ns && rec[i].last_ns == rec[j].last_ns &&
           same_rows (a, b);
}

static uint64_t row_hash (const struct fid_events *e, const struct fid_event_row *r)
{
    uint64_t hash = fid_hash_number ((uint64_t)r->start_ns, fid_events_file_hash (e, r->file));
    hash = fid_hash_number ((uint64_t)r->dur_ns, hash);
    hash = fid_hash_number (r->byte_n, hash);
    hash = fid_hash_number (r->offset, hash);
    hash = fid_hash_number (r->op, hash);
    return fid_hash_number ((uint64_t)e->process[r->process].pid, hash);
}

#define PARTS_MOST 16 /* files of a format: beside more, a part of one is not looked for */

/* Whether the rows of a file are some of another one's, in a row: a copy that was made while
 * the other one was written.  O(rows). */
static bool is_part_copy (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                          size_t j)
{
    const struct fid_events *a = &rec[i].events, *b = &rec[j].events;
    size_t files_n = 0, at = 0, same_n = 0;
    if (!has_events (run, rec, i) || !has_events (run, rec, j) || a->merged_ns ||
        b->merged_ns || run->source[i].reader != run->source[j].reader ||
        a->row_n >= b->row_n || rec[i].first_ns < rec[j].first_ns ||
        rec[i].last_ns > rec[j].last_ns)
        return false;
    for (size_t k = 0; k < run->source_n; k++)
        files_n += run->source[k].reader == run->source[i].reader;
    struct fid_event_row first = fid_events_row (a, 0);
    for (; at < b->row_n && same_n < a->row_n && files_n <= PARTS_MOST; at++) {
        struct fid_event_row x = fid_events_row (a, same_n), y = fid_events_row (b, at);
        if (x.start_ns == y.start_ns && row_hash (a, &x) == row_hash (b, &y))
            same_n++;
        else /* not one that comes twice: rows of a trace differ in their stamps */
            same_n = first.start_ns == y.start_ns && row_hash (a, &first) == row_hash (b, &y);
    }
    return same_n == a->row_n;
}

/* What rows add up to in any order: those of one file, or of several together. */
struct row_sum {
    uint64_t event_n, byte_n, dur_ns, hash;
};

/* Adds the rows; their hashes, unless some are several events in one.  O(rows). */
static void add_rows (struct row_sum *sum, const struct fid_events *e, bool hashed)
{
    sum->event_n += e->event_n;
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        sum->byte_n += r.byte_n;
        sum->dur_ns += (uint64_t)r.dur_ns;
        sum->hash += hashed ? row_hash (e, &r) : 0;
    }
}

/* Whether j is one of the files that a merged file i would be of. */
static bool is_piece (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                      size_t j)
{
    return j != i && has_events (run, rec, j) && run->source[j].reader == run->source[i].reader;
}

/* Whether a file holds what two or more others of its format hold together. */
static bool is_merged (const struct fid_run *run, const struct fid_recording *rec, size_t i)
{
    const struct fid_events *all = &rec[i].events;
    struct row_sum whole = {0}, pieces = {0};
    bool hashed = !all->merged_ns;
    uint64_t event_n = 0;
    size_t n = 0;
    for (size_t j = 0; j < run->source_n && has_events (run, rec, i); j++)
        if (is_piece (run, rec, i, j)) {
            n++;
            event_n += rec[j].events.event_n;
            hashed &= !rec[j].events.merged_ns;
        }
    if (n < 2 || event_n != all->event_n)
        return false;
    add_rows (&whole, all, hashed);
    for (size_t j = 0; j < run->source_n; j++)
        if (is_piece (run, rec, i, j))
            add_rows (&pieces, &rec[j].events, hashed);
    return memcmp (&whole, &pieces, sizeof whole) == 0;
}

/* Leaves out a merged file, or its pieces if it alone leads. */
static int drop_merged (struct fid_run *run, struct fid_recording *rec, size_t i,
                        struct fid_error *err)
{
    unsigned leads = LEADS (&run->source[i]);
    for (size_t j = 0; j < run->source_n; j++)
        if (is_piece (run, rec, i, j))
            leads &= ~LEADS (&run->source[j]);
    if (!leads)
        return drop_copy (run, rec, i, NULL, err);
    for (size_t j = 0; j < run->source_n; j++)
        FID_TRY (is_piece (run, rec, i, j) &&
                 drop_copy (run, rec, j, run->source[i].path, err));
    return 0;
}

int fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t j = 0; j < i; j++) {
            if (!are_copies (run, rec, i, j))
                continue;
            const struct fid_source *a = &run->source[i], *b = &run->source[j];
            bool last =
                LEADS (a) == LEADS (b) ? strlen (a->path) >= strlen (b->path) : !LEADS (a);
            FID_TRY (drop_copy (run, rec, last ? i : j, last ? b->path : a->path, err));
        }
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t j = 0; j < run->source_n; j++)
            FID_TRY (i != j && !LEADS (&run->source[i]) && is_part_copy (run, rec, i, j) &&
                     drop_copy (run, rec, i, run->source[j].path, err));
    for (size_t i = 0; i < run->source_n; i++)
        if (is_merged (run, rec, i))
            return drop_merged (run, rec, i, err);
    return 0;
}
