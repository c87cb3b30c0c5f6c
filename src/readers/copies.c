/* copies.c - see copies.h */
#include <string.h>
#include "base/hash.h"
#include "readers/copies.h"

/* What the run has from that file alone: of such, one was chosen. */
#define LEADS(s) ((s)->used & ~(s)->follows & (FID_GIVES_PHASES | FID_GIVES_STEPS))

/* Leaves out a file whose events another one has; `of' NULL: several others together. */
static int
drop_copy (struct fid_run *run, struct fid_recording *rec, size_t i, const char *of,
           struct fid_error *err)
{
    struct fid_run_finding f = {.code = FID_RUN_SAME_EVENTS,
                                .file = run->source[i].path,
                                .detail = (char *)(of ? of : "the other files of its format")};
    run->lost_n -= rec[i].lost_n;
    fid_recording_leave_out (&rec[i], &run->source[i]);
    return fid_run_findings_add (&run->findings, &f, err);
}

static bool
has_events (const struct fid_run *run, const struct fid_recording *rec, size_t i)
{
    return (run->source[i].used & FID_GIVES_EVENTS) && rec[i].events.event_n > 1;
}

/* Whether two recordings have the same events of the same processes.  O(rows). */
static bool
same_rows (const struct fid_events *a, const struct fid_events *b)
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
static bool
are_copies (const struct fid_run *run, const struct fid_recording *rec, size_t i, size_t j)
{
    if (!has_events (run, rec, i) || !has_events (run, rec, j))
        return false;
    const struct fid_events *a = &rec[i].events, *b = &rec[j].events;
    return run->source[i].reader == run->source[j].reader && a->event_n == b->event_n &&
           a->row_n == b->row_n && a->process_n == b->process_n &&
           rec[i].first_ns == rec[j].first_ns && rec[i].last_ns == rec[j].last_ns &&
           same_rows (a, b);
}

/* What rows add up to in any order: those of one file, or of several together. */
struct row_sum {
    uint64_t event_n, byte_n, dur_ns, hash;
};

/* Adds the rows; their hashes, unless some are several events in one.  O(rows). */
static void
add_rows (struct row_sum *sum, const struct fid_events *e, bool hashed)
{
    sum->event_n += e->event_n;
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        sum->byte_n += r.byte_n;
        sum->dur_ns += (uint64_t)r.dur_ns;
        if (!hashed)
            continue;
        uint64_t hash =
            fid_hash_number ((uint64_t)r.start_ns, fid_events_file_hash (e, r.file));
        hash = fid_hash_number ((uint64_t)r.dur_ns, hash);
        hash = fid_hash_number (r.byte_n, hash);
        hash = fid_hash_number (r.offset, hash);
        hash = fid_hash_number (r.op, hash);
        sum->hash += fid_hash_number ((uint64_t)e->process[r.process].pid, hash);
    }
}

/* Whether j is one of the files that a merged file i would be of. */
static bool
is_piece (const struct fid_run *run, const struct fid_recording *rec, size_t i, size_t j)
{
    return j != i && has_events (run, rec, j) &&
           run->source[j].reader == run->source[i].reader;
}

/* Whether a file holds what two or more others of its format hold together. */
static bool
is_merged (const struct fid_run *run, const struct fid_recording *rec, size_t i)
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
static int
drop_merged (struct fid_run *run, struct fid_recording *rec, size_t i, struct fid_error *err)
{
    unsigned leads = LEADS (&run->source[i]);
    for (size_t j = 0; j < run->source_n; j++)
        if (is_piece (run, rec, i, j))
            leads &= ~LEADS (&run->source[j]);
    if (!leads)
        return drop_copy (run, rec, i, NULL, err);
    for (size_t j = 0; j < run->source_n; j++)
        if (is_piece (run, rec, i, j) && drop_copy (run, rec, j, run->source[i].path, err))
            return -1;
    return 0;
}

int
fid_copies_drop (struct fid_run *run, struct fid_recording *rec, struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t j = 0; j < i; j++) {
            if (!are_copies (run, rec, i, j))
                continue;
            const struct fid_source *a = &run->source[i], *b = &run->source[j];
            bool last = LEADS (a) == LEADS (b) ? strlen (a->path) >= strlen (b->path)
                                               : !LEADS (a);
            if (drop_copy (run, rec, last ? i : j, last ? b->path : a->path, err))
                return -1;
        }
    for (size_t i = 0; i < run->source_n; i++)
        if (is_merged (run, rec, i))
            return drop_merged (run, rec, i, err);
    return 0;
}
