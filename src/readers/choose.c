/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c - which files of a run directory are used for what, so that nothing counts twice
 *
 * For each kind of content (FID_GIVES_...):
 * - A file is a copy, and gives nothing, if another file of the same format has its name
 *   without ".gz", ".zst", ".xz" or ".bk".
 * - Events and gauges come from all files of the highest rank; events of logs of requests to a
 *   store count beside those of traces of files.
 * - Phases, steps and the lines of the application's log come from one file each: the one with
 *   the highest rank; of files whose names differ only in a number, the one with the lowest
 *   number (rank 0); then the one with the most phases or steps; then dlio.log, other *.log, and
 *   the rest (stderr.txt). */
#include "base/listing.h"
#include "readers/reader.h"
#include "readers/recording.h"

#define GIVES_ONE (FID_GIVES_PHASES | FID_GIVES_STEPS)

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

static bool has_requests (const struct fid_source *s)
{
    return s->reader && fid_reader_by_name (s->reader)->requests;
}

/* The highest rank of the files that log requests, or of the others. */
static int best_rank (const struct fid_run *run, unsigned bit, bool requests)
{
    int best = 0;
    FID_EACH (const struct fid_source, s, run->source)
        if ((s->gives & bit) && s->rank > best && has_requests (s) == requests)
            best = s->rank;
    return best;
}

/* Whether a source is of rank 1 or more, and the file of a lower rank is there. */
static bool has_lower (const struct fid_run *run, const struct fid_source *of, unsigned bit)
{
    FID_EACH (const struct fid_source, s, run->source)
        if (s != of && (s->gives & bit) && s->rank == of->rank && s->host == of->host &&
            fid_path_alike (s->path, of->path) && fid_path_order (s->path, of->path) < 0)
            return true;
    return false;
}

/* The one file for `bit`, of the highest rank; SIZE_MAX for none.  host: of that host's own
 * files alone, unless SIZE_MAX. */
static size_t choose_one (const struct fid_run *run, const struct fid_recording *rec,
                          unsigned bit, size_t host)
{
    size_t best = SIZE_MAX, best_n = 0;
    int rank = best_rank (run, bit, false);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        size_t n = bit == FID_GIVES_PHASES ? rec[i].phase_n : rec[i].step_n;
        bool elsewhere = host != SIZE_MAX && (s->host != host || s->shared);
        if (!(s->gives & bit) || s->rank != rank || elsewhere)
            continue;
        if ((best == SIZE_MAX || is_better (s->path, n, run->source[best].path, best_n)) &&
            !has_lower (run, s, bit)) {
            best = i;
            best_n = n;
        }
    }
    return best;
}

/* The application's log of a host whose lines become anchors: one of phases, or
 * else the best of those that hold lines.  Other givers of anchors all count. */
static void choose_clocks (struct fid_run *run, const struct fid_recording *rec, size_t host)
{
    struct fid_source *s = run->source;
    size_t log = SIZE_MAX;
    for (size_t i = 0; i < run->source_n; i++) {
        size_t n = rec[i].timed_line_n;
        if (!(s[i].gives & FID_GIVES_CLOCK) || s[i].host != host)
            continue;
        if (!n)
            s[i].used |= FID_GIVES_CLOCK;
        else if (log == SIZE_MAX || (s[i].used & FID_GIVES_PHASES) ||
                 (!(s[log].used & FID_GIVES_PHASES) &&
                  is_better (s[i].path, n, s[log].path, rec[log].timed_line_n)))
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
 * for numbers, or on other hosts; PyTorch puts the host's name into that of its traces. */
static void choose_other_steps (struct fid_run *run, const struct fid_source *one)
{
    static const char torch[] = ".pt.trace.json";
    struct fid_span name = fid_file_name (one->path);
    FID_EACH (struct fid_source, s, run->source) {
        struct fid_span other = fid_file_name (s->path);
        bool traces = fid_span_ends (name, torch) && fid_span_ends (other, torch);
        bool same_name = other.n == name.n && memcmp (other.p, name.p, name.n) == 0;
        if (s != one && (s->gives & ~s->used & FID_GIVES_STEPS) && s->reader == one->reader &&
            (traces || fid_path_alike (s->path, one->path) ||
             (s->host != one->host && same_name))) {
            s->used |= FID_GIVES_STEPS;
            s->follows |= FID_GIVES_STEPS;
        }
    }
}

/* --- what a file holds */

/* The path without the endings of copies, and how far from the original they make it. */
static struct fid_span original_path (const char *path, int *distance)
{
    struct fid_span s = fid_span_of (path);
    size_t unpacked_n = (size_t)(fid_span_end (fid_file_name (path)) - path);
    *distance = unpacked_n < s.n;
    s.n = unpacked_n;
    if (fid_span_ends (s, ".bk")) { /* before the last filter, in processed trees */
        s.n -= 3;
        *distance += 2;
    }
    return s;
}

/* Whether a source is there in another file nearer to the original; an empty one is nearer to
 * nothing. */
static bool is_copy (const struct fid_run *run, const struct fid_source *of)
{
    int mine, other;
    struct fid_span name = original_path (of->path, &mine);
    FID_EACH (const struct fid_source, s, run->source) {
        if (s == of || !of->reader || s->reader != of->reader || s->empty ||
            strncmp (s->path, name.p, name.n) != 0)
            continue;
        struct fid_span o = original_path (s->path, &other);
        if (o.n == name.n && memcmp (o.p, name.p, o.n) == 0 && (other < mine || of->empty))
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
static int look_into_files (struct fid_run *run, struct fid_recording *rec,
                            struct fid_error *err)
{
    size_t n = 0;
    FID_FREED size_t *which = calloc (run->source_n + 1, sizeof *which);
    FID_NEED (which, err);
    for (size_t i = 0; i < run->source_n; i++)
        if (is_copy (run, &run->source[i]))
            run->source[i].gives = 0;
        else if (gives_varies (run->source[i].gives))
            which[n++] = i;
    FID_TRY (fid_recordings_read (run, rec, which, n, err));
    for (size_t k = 0; k < n; k++) {
        struct fid_source *s = &run->source[which[k]];
        fid_recording_judge (&rec[which[k]], s); /* another log may be whole */
        s->gives &= rec[which[k]].gives | FID_GIVES_FACTS | FID_GIVES_STAT;
    }
    return 0;
}

int fid_choose_sources (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    FID_TRY (look_into_files (run, rec, err));
    struct fid_source *s = run->source;
    size_t phases = choose_one (run, rec, FID_GIVES_PHASES, SIZE_MAX);
    size_t steps = choose_one (run, rec, FID_GIVES_STEPS, SIZE_MAX);
    if (phases != SIZE_MAX && steps != SIZE_MAX && (s[phases].gives & FID_GIVES_STEPS) &&
        fid_path_alike (s[phases].path, s[steps].path))
        steps = phases; /* of many nodes' logs that of the first node */
    for (unsigned bit = 1; bit <= FID_GIVES_FACTS; bit <<= 1) {
        int rank[2] = {best_rank (run, bit, false), best_rank (run, bit, true)};
        size_t one = bit == FID_GIVES_PHASES ? phases : steps;
        /* of some formats each file has a part of the steps */
        bool parts = one != SIZE_MAX && fid_reader_by_name (s[one].reader)->parts;
        for (size_t i = 0; i < run->source_n && bit != FID_GIVES_CLOCK; i++) {
            bool wins = bit & GIVES_ONE
                            ? i == one || (parts && s[i].reader == s[one].reader)
                            : s[i].rank == rank[has_requests (&s[i])] || bit == FID_GIVES_FACTS;
            s[i].used |= wins ? s[i].gives & bit : 0;
        }
    }
    if (steps != SIZE_MAX)
        choose_other_steps (run, &s[steps]);
    choose_other_logs (run, rec, phases);
    for (size_t host = 0; host < run->hosts.n; host++)
        choose_clocks (run, rec, host);
    return 0;
}

/* --- files of a run that hold the same events */

/* What the run has from that file alone: of such, one was chosen. */
#define LEADS(s) ((s)->used & ~(s)->follows & GIVES_ONE)

/* Leaves out a file whose events another one has; `of' NULL: several others together. */
static int drop_copy (struct fid_run *run, struct fid_recording *rec, size_t i, const char *of,
                      struct fid_error *err)
{
    run->lost_n -= run->source[i].lost_n;
    fid_recording_leave_out (&rec[i], &run->source[i]);
    return FID_FIND (&run->findings, err, .code = FID_RUN_SAME_EVENTS,
                     .file = run->source[i].path,
                     .detail = (char *)(of ? of : "the other files of its format"));
}

/* Whether two files of one format have events, so that one may be a copy of the other. */
static bool are_alike (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                       size_t j)
{
    const struct fid_source *a = &run->source[i], *b = &run->source[j];
    return i != j && a->reader == b->reader && (a->used & b->used & FID_GIVES_EVENTS) &&
           rec[i].events.event_n > 1 && rec[j].events.event_n > 1;
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

/* What rows add up to in any order: those of one file, or of several together. */
struct row_sum {
    uint64_t event_n, byte_n, dur_ns, hash;
};

/* Adds the rows; hashed: and their hashes, which rows of several events in one do not have in
 * common with those in another file.  O(rows). */
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

/* sum: of each file; zero: not added up yet. */
static bool are_copies (const struct fid_run *run, const struct fid_recording *rec,
                        struct row_sum *sum, size_t i, size_t j)
{
    const struct fid_events *a = &rec[i].events, *b = &rec[j].events;
    if (!are_alike (run, rec, i, j) || a->event_n != b->event_n || a->row_n != b->row_n ||
        a->process_n != b->process_n || rec[i].first_ns != rec[j].first_ns ||
        rec[i].last_ns != rec[j].last_ns)
        return false;
    if (!sum[i].event_n)
        add_rows (&sum[i], a, true);
    if (!sum[j].event_n)
        add_rows (&sum[j], b, true);
    return memcmp (&sum[i], &sum[j], sizeof *sum) == 0;
}

#define PARTS_MOST 16 /* files of a format: beside more, a part of one is not looked for */

/* Whether the rows of a file are some of another one's, in a row: a copy that was made while
 * the other one was written.  O(rows). */
static bool is_part_copy (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                          size_t j)
{
    const struct fid_events *a = &rec[i].events, *b = &rec[j].events;
    size_t same_n = 0;
    if (!are_alike (run, rec, i, j) || a->merged_ns || b->merged_ns || a->row_n >= b->row_n ||
        rec[i].first_ns < rec[j].first_ns || rec[i].last_ns > rec[j].last_ns)
        return false;
    struct fid_event_row first = fid_events_row (a, 0);
    for (size_t at = 0; at < b->row_n && same_n < a->row_n; at++) {
        struct fid_event_row x = fid_events_row (a, same_n), y = fid_events_row (b, at);
        if (x.start_ns == y.start_ns && row_hash (a, &x) == row_hash (b, &y))
            same_n++;
        else /* not one that comes twice: rows of a trace differ in their stamps */
            same_n = first.start_ns == y.start_ns && row_hash (a, &first) == row_hash (b, &y);
    }
    return same_n == a->row_n;
}

/* Whether a file holds what two or more others of its format hold together; *leads: what the run
 * has from it, and from none of these. */
static bool is_merged (const struct fid_run *run, const struct fid_recording *rec, size_t i,
                       unsigned *leads)
{
    struct row_sum whole = {0}, pieces = {0};
    bool hashed = !rec[i].events.merged_ns;
    uint64_t event_n = 0;
    size_t n = 0;
    *leads = LEADS (&run->source[i]);
    for (size_t j = 0; j < run->source_n; j++)
        if (are_alike (run, rec, i, j)) {
            n++;
            event_n += rec[j].events.event_n;
            hashed &= !rec[j].events.merged_ns;
            *leads &= ~LEADS (&run->source[j]);
        }
    if (n < 2 || event_n != rec[i].events.event_n)
        return false;
    add_rows (&whole, &rec[i].events, hashed);
    for (size_t j = 0; j < run->source_n; j++)
        if (are_alike (run, rec, i, j))
            add_rows (&pieces, &rec[j].events, hashed);
    return memcmp (&whole, &pieces, sizeof whole) == 0;
}

int fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    const struct fid_source *s = run->source;
    FID_FREED struct row_sum *sum = calloc (run->source_n + 1, sizeof *sum);
    FID_NEED (sum, err);
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t j = 0; j < i; j++) {
            if (!are_copies (run, rec, sum, i, j))
                continue;
            bool last = LEADS (&s[i]) == LEADS (&s[j])
                            ? strlen (s[i].path) >= strlen (s[j].path)
                            : !LEADS (&s[i]);
            FID_TRY (drop_copy (run, rec, last ? i : j, s[last ? j : i].path, err));
        }
    for (size_t i = 0; i < run->source_n; i++) {
        size_t files_n = 0;
        for (size_t j = 0; j < run->source_n; j++)
            files_n += s[j].reader == s[i].reader;
        for (size_t j = 0; j < run->source_n && files_n <= PARTS_MOST; j++)
            if (!LEADS (&s[i]) && is_part_copy (run, rec, i, j))
                FID_TRY (drop_copy (run, rec, i, s[j].path, err));
    }
    for (size_t i = 0; i < run->source_n; i++) {
        unsigned leads;
        if (!is_merged (run, rec, i, &leads))
            continue;
        for (size_t j = 0; leads && j < run->source_n; j++) /* its pieces, if it alone leads */
            if (are_alike (run, rec, i, j))
                FID_TRY (drop_copy (run, rec, j, s[i].path, err));
        return leads ? 0 : drop_copy (run, rec, i, NULL, err);
    }
    return 0;
}
