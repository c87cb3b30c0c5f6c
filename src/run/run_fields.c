/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fields.c - see run_fields.h */
#include "run/run_fields.h"
#include "run/zone.h"

#define SPAN_MAX_NS (INT64_C (10) * 366 * 86400 * 1000000000) /* no job takes ten years */

/* --- histograms and series */

#define BINS_END ((int64_t)0x7FF << 7) /* of positive, finite numbers: sketch.h */

static bool sane_sketch (const void *object)
{
    const struct fid_sketch *s = object;
    uint64_t sum = 0;
    for (size_t i = 0; i < s->n; i++)
        if (__builtin_add_overflow (sum, s->count[i], &sum))
            return false;
    return sum == s->total && s->n <= (size_t)BINS_END && s->first >= 0 &&
           s->first <= BINS_END - (int64_t)s->n;
}

#define SKETCH(F, A, T)                                                                        \
    F (T, COUNTS, count, FID_COUNTED (T, count, n)), F (T, INT, first), F (T, COUNT, n),       \
        F (T, COUNT, total)
FID_WHOLE_RECORD (sketch, struct fid_sketch, SKETCH, .sane = sane_sketch);

static bool sane_grid (const void *object)
{
    const struct fid_grid *g = object;
    int64_t from_ns, to_ns;
    if (!g->n)
        return !g->bin_ns;
    return g->bin_ns > 0 && g->n <= FID_GRID_MAX && g->last < g->n &&
           !__builtin_mul_overflow (g->first, g->bin_ns, &from_ns) &&
           !__builtin_mul_overflow ((int64_t)g->n + 1, g->bin_ns, &to_ns) &&
           to_ns <= SPAN_MAX_NS && !__builtin_add_overflow (from_ns, to_ns, &to_ns);
}

#define GRID(F, A, T)                                                                          \
    F (T, COUNT, bin_ns, FID_BELOW (INT64_MAX)), F (T, INT, first),                            \
        F (T, COUNTS, op_n, FID_COUNTED (T, op_n, n)),                                         \
        F (T, COUNTS, byte_n, FID_COUNTED (T, byte_n, n)), F (T, COUNT, n),                    \
        F (T, ROOM, cap, FID_LENGTH (T, n)), F (T, INT, last_ns), F (T, COUNT, last)
FID_WHOLE_RECORD (grid, struct fid_grid, GRID, .sane = sane_grid);

/* --- streams and gauges */

#define ACCESS(F, A, T)                                                                        \
    F (T, COUNT, jump_n), F (T, COUNT, sequential_n), A (T, OBJECT, jump, FID_OF (sketch)),    \
        A (T, OBJECT, reuse, FID_OF (sketch)), F (T, COUNT, first_use_n),                      \
        A (T, OBJECT, file_bytes, FID_OF (sketch)),                                            \
        A (T, OBJECT, file_reads, FID_OF (sketch)), A (T, OBJECT, readers, FID_OF (sketch)),   \
        A (T, OBJECT, folder_files, FID_OF (sketch)),                                          \
        A (T, OBJECT, open_files, FID_OF (sketch)), F (T, COUNT, next_n),                      \
        F (T, COUNT, overlap_n), F (T, COUNT, disordered_n)
FID_WHOLE_RECORD (access_, struct fid_access, ACCESS);

#define TALLY(F, A, T)                                                                         \
    F (T, COUNT, op_n), F (T, COUNT, error_n), F (T, COUNT, byte_n), F (T, COUNT, sized_n),    \
        F (T, COUNT, busy_ns), A (T, OBJECT, size, FID_OF (sketch)),                           \
        A (T, OBJECT, latency, FID_OF (sketch)), A (T, OBJECT, gap, FID_OF (sketch)),          \
        A (T, OBJECT, access, FID_OF (access_))
FID_WHOLE_RECORD (tally, struct fid_tally, TALLY);

#define STREAM(F, A, T)                                                                        \
    F (T, COUNT, traced), F (T, COUNT, sized), F (T, COUNT, timed), F (T, COUNT, incomplete),  \
        F (T, INT, from_ns), F (T, COUNT, file_n), A (T, OBJECT, part, FID_OF (tally)),        \
        A (T, OBJECT, grid, FID_OF (grid)), A (T, OBJECT, busy, FID_OF (grid)),                \
        A (T, COUNT, owner_op_n, .element = sizeof (uint64_t)),                                \
        A (T, COUNT, owner_byte_n, .element = sizeof (uint64_t)), F (T, COUNT, unplaced_n),    \
        F (T, INT, first_ns), F (T, INT, last_ns)
FID_WHOLE_RECORD (stream, struct fid_stream, STREAM);

#define ROLE_USE(F, A, T)                                                                      \
    F (T, COUNT, file_n), F (T, COUNT, op_n), F (T, COUNT, read_byte_n),                       \
        F (T, COUNT, write_byte_n), A (T, CHARS, example), F (T, COUNT, example_op_n)
FID_WHOLE_RECORD (role_use, struct fid_role_use, ROLE_USE);

static bool sane_gauge (const void *object)
{
    const struct fid_gauge *g = object;
    for (size_t i = 1; i < g->n; i++)
        if (g->t_ns[i] < g->t_ns[i - 1])
            return false;
    int64_t span_ns;
    if (g->n && (__builtin_sub_overflow (g->t_ns[g->n - 1], g->t_ns[0], &span_ns) ||
                 span_ns > SPAN_MAX_NS))
        return false;
    return g->period_s >= 0 && (g->n ? g->dim == 1 || g->dim == FID_CPU_DIM : true);
}

#define GAUGE(F, A, T)                                                                         \
    F (T, INSTANTS, t_ns, FID_COUNTED (T, t_ns, n)),                                           \
        F (T, REALS, value, FID_COUNTED (T, value, n), .times_at = offsetof (T, dim)),         \
        F (T, COUNT, n), F (T, COUNT, dim), F (T, NUMBER, period_s), F (T, COUNT, incomplete), \
        F (T, INT, from_ns)
FID_WHOLE_RECORD (gauge, struct fid_gauge, GAUGE, .sane = sane_gauge);

/* --- the application's log */

#define STEP(F, A, T)                                                                          \
    F (T, INT, end_ns), F (T, NUMBER, load_s), F (T, NUMBER, compute_s),                       \
        F (T, NUMBER, step_s), F (T, INT, epoch), F (T, COUNT, eval), F (T, COUNT, other),     \
        F (T, COUNT, ranked), F (T, COUNT, source), F (T, INT, rank), F (T, INT, pid)
FID_WHOLE_RECORD (step, struct fid_step, STEP);

#define STEPS(F, A, T)                                                                         \
    F (T, LIST, step, FID_OF (step), FID_COUNTED (T, step, n)), F (T, COUNT, n),               \
        F (T, ROOM, cap, FID_LENGTH (T, n)),                                                   \
        F (T, LIST, other, FID_OF (step), FID_COUNTED (T, other, other_n)),                    \
        F (T, COUNT, other_n), F (T, ROOM, other_cap, FID_LENGTH (T, other_n)),                \
        F (T, COUNT, found)
FID_WHOLE_RECORD (steps, struct fid_steps, STEPS);

#define PHASE(F, A, T)                                                                         \
    F (T, COUNT, kind, FID_BELOW (FID_PHASE_N)), F (T, COUNT, name, FID_BELOW (FID_NAME_N)),   \
        F (T, INT, start_ns), F (T, INT, end_ns), F (T, INT, epoch), F (T, INT, block),        \
        F (T, COUNT, step_n), F (T, COUNT, flags), F (T, NUMBER, byte_n)
FID_WHOLE_RECORD (phase, struct fid_phase, PHASE);

#define SEGMENT(F, A, T)                                                                       \
    F (T, COUNT, part, FID_BELOW (FID_PART_N)), F (T, INT, start_ns), F (T, INT, end_ns),      \
        F (T, INT, epoch)
FID_WHOLE_RECORD (segment, struct fid_segment, SEGMENT);

static bool sane_phases (const void *object)
{
    const struct fid_phases *p = object;
    int64_t span_ns;
    for (size_t i = 0; i < p->phase_n; i++)
        if (p->phase[i].end_ns < p->phase[i].start_ns ||
            (i && p->phase[i].start_ns < p->phase[i - 1].start_ns))
            return false;
    for (size_t i = 0; i < p->segment_n; i++)
        if (p->segment[i].end_ns < p->segment[i].start_ns ||
            (i && p->segment[i].start_ns < p->segment[i - 1].end_ns))
            return false;
    if (p->known != (p->segment_n > 0) || p->known != (p->phase_n > 0))
        return false;
    return !p->known ||
           (!__builtin_sub_overflow (p->end_ns, p->first_ns, &span_ns) && span_ns >= 0 &&
            span_ns <= SPAN_MAX_NS && p->segment[0].start_ns >= p->first_ns &&
            p->segment[p->segment_n - 1].end_ns <= p->end_ns && p->origin_ns >= p->first_ns &&
            p->origin_ns <= p->end_ns);
}

#define PHASES(F, A, T)                                                                        \
    F (T, COUNT, known), F (T, LIST, phase, FID_OF (phase), FID_COUNTED (T, phase, phase_n)),  \
        F (T, COUNT, phase_n), F (T, ROOM, phase_cap, FID_LENGTH (T, phase_n)),                \
        F (T, LIST, segment, FID_OF (segment), FID_COUNTED (T, segment, segment_n)),           \
        F (T, COUNT, segment_n), F (T, ROOM, segment_cap, FID_LENGTH (T, segment_n)),          \
        F (T, INT, origin_ns), F (T, INT, first_ns), F (T, INT, end_ns),                       \
        F (T, COUNT, truncated_n)
FID_WHOLE_RECORD (phases, struct fid_phases, PHASES, .sane = sane_phases);

/* --- what was read, and what is wrong with it */

#define REMARK(F, A, T)                                                                        \
    F (T, COUNT, code, FID_BELOW (FID_REMARK_N)), F (T, COUNT, line), F (T, COUNT, number),    \
        F (T, TEXT, name)
FID_WHOLE_RECORD (remark, struct fid_remark, REMARK);

#define READLAG(F, A, T)                                                                       \
    F (T, COUNT, known), F (T, COUNT, certain), F (T, INT, lag_ns),                            \
        F (T, INT, uncertainty_ns), F (T, NUMBER, explained), F (T, COUNT, reading_n),         \
        F (T, TEXT, by)
FID_WHOLE_RECORD (readlag, struct fid_readlag, READLAG);

static bool sane_source (const void *object)
{
    const struct fid_source *s = object;
    return s->path && s->note_n <= FID_REMARKS_MAX;
}

#define SOURCE(F, A, T)                                                                        \
    F (T, OWNED, path), F (T, TEXT, reader), F (T, COUNT, clock, FID_BELOW (FID_CLOCK_N)),     \
        F (T, COUNT, host), F (T, COUNT, shared), F (T, COUNT, part), F (T, INT, rank),        \
        F (T, COUNT, gives), F (T, COUNT, used), F (T, COUNT, follows), F (T, COUNT, seen),    \
        F (T, OUT, stored_n), F (T, COUNT, byte_n), F (T, HASH, hash), F (T, COUNT, line_n),   \
        F (T, COUNT, text_n), F (T, COUNT, written_n), F (T, COUNT, empty),                    \
        F (T, COUNT, more_n), F (T, COUNT, open_end), F (T, COUNT, unended),                   \
        F (T, COUNT, event_n), F (T, COUNT, sample_n), F (T, COUNT, phase_n),                  \
        F (T, COUNT, step_n), F (T, COUNT, anchor_n), F (T, COUNT, reject_n),                  \
        A (T, OBJECT, reject, FID_OF (remark)), A (T, OBJECT, note, FID_OF (remark)),          \
        F (T, COUNT, note_n), F (T, INT, first_ns), F (T, INT, last_ns),                       \
        F (T, INT, own_first_ns), F (T, INT, own_last_ns), F (T, COUNT, far_n),                \
        F (T, COUNT, lost_n), F (T, INT, shift_ns), F (T, COUNT, fractions),                   \
        A (T, OBJECT, lag, FID_OF (readlag)), F (T, COUNT, complete), F (T, OUT, refused),     \
        F (T, OUT, malformed), A (T, CHARS, failure)
FID_WHOLE_RECORD (source, struct fid_source, SOURCE, .sane = sane_source);

#define FACT(F, A, T) A (T, CHARS, key), A (T, CHARS, value), F (T, COUNT, host)
FID_WHOLE_RECORD (fact, struct fid_run_fact, FACT);

#define FINDING(F, A, T)                                                                       \
    F (T, COUNT, code, FID_BELOW (FID_RUN_FINDING_N)), F (T, TEXT, resource),                  \
        F (T, OWNED, file), F (T, OWNED, detail), F (T, TEXT, name),                           \
        A (T, COUNT, clock, .element = sizeof (enum fid_clock), FID_BELOW (FID_CLOCK_N)),      \
        A (T, INT, number, .element = sizeof (int64_t)), F (T, NUMBER, value),                 \
        F (T, INT, shift_ns), F (T, COUNT, zone_explains),                                     \
        A (T, OBJECT, remark, FID_OF (remark))
FID_WHOLE_RECORD (finding, struct fid_run_finding, FINDING);

#define FINDINGS(F, A, T)                                                                      \
    F (T, LIST, at, FID_OF (finding), FID_COUNTED (T, at, n)), F (T, COUNT, n),                \
        F (T, ROOM, cap, FID_LENGTH (T, n))
FID_WHOLE_RECORD (findings, struct fid_run_findings, FINDINGS);

#define CLOCK_MAP(F, A, T)                                                                     \
    F (T, COUNT, known), F (T, INT, offset_ns), F (T, INT, ref_ns), F (T, NUMBER, drift),      \
        F (T, INT, uncertainty_ns), F (T, COUNT, anchor_n), F (T, INT, residual_ns),           \
        A (T, CHARS, how)
FID_WHOLE_RECORD (clock_map, struct fid_clock_map, CLOCK_MAP);

#define CLOCKS(F, A, T)                                                                        \
    F (T, COUNT, axis, FID_BELOW (FID_CLOCK_N)), A (T, OBJECT, map, FID_OF (clock_map)),       \
        F (T, COUNT, zone_known), F (T, INT, zone_ns), A (T, CHARS, zone_how),                 \
        A (T, OBJECT, findings, FID_OF (findings))
FID_WHOLE_RECORD (clocks, struct fid_clocks, CLOCKS);

#define HOST_USE(F, A, T) F (T, COUNT, byte_n), F (T, COUNT, busy_ns)
FID_WHOLE_RECORD (host_use, struct fid_host_use, HOST_USE);

#define HOST(F, A, T)                                                                          \
    A (T, CHARS, name), F (T, OWNED, folder), F (T, COUNT, listed), F (T, COUNT, known),       \
        A (T, OBJECT, map, FID_OF (clock_map)), F (T, INT, uncertainty_ns),                    \
        F (T, INT, offset_ns), F (T, COUNT, cpu_n), F (T, COUNT, meeting_n),                   \
        A (T, OBJECT, use, FID_OF (host_use))
FID_WHOLE_RECORD (host, struct fid_host, HOST);

#define HOSTS(F, A, T)                                                                         \
    F (T, LIST, at, FID_OF (host), FID_COUNTED (T, at, n)), F (T, COUNT, n),                   \
        F (T, ROOM, cap, FID_LENGTH (T, n))
FID_WHOLE_RECORD (hosts, struct fid_hosts, HOSTS);

/* --- events */

#define EVENT_FILE(F, A, T)                                                                    \
    F (T, COUNT, path_at), F (T, COUNT, name_at), F (T, COUNT, path_n), F (T, COUNT, name_n),  \
        F (T, COUNT, kind, FID_BELOW (FID_FILE_UNNAMED_READ + 1)),                             \
        F (T, COUNT, role, FID_BELOW (FID_ROLE_N))
FID_WHOLE_RECORD (event_file, struct fid_event_file, EVENT_FILE);

#define EVENT_PROCESS(F, A, T)                                                                 \
    F (T, INT, pid), F (T, INT, tid), F (T, COUNT, host),                                      \
        A (T, COUNT, comm, .element = 1, FID_BELOW (256)),                                     \
        F (T, COUNT, comm_n, FID_BELOW (17))
FID_WHOLE_RECORD (event_process, struct fid_event_process, EVENT_PROCESS);

static bool sane_names (const void *object)
{
    const struct fid_events *e = object;
    FID_EACH (const struct fid_event_file, f, e->file)
        if (f->path_n > e->text_n || f->path_at > e->text_n - f->path_n ||
            f->name_n > e->text_n || f->name_at > e->text_n - f->name_n)
            return false;
    return e->merged_ns >= 0;
}

#define EVENT_NAMES(F, A, T)                                                                   \
    F (T, LIST, file, FID_OF (event_file), FID_COUNTED (T, file, file_n)),                     \
        F (T, LIST, process, FID_OF (event_process), FID_COUNTED (T, process, process_n)),     \
        F (T, COUNTS, text, FID_BELOW (256), FID_COUNTED (T, text, text_n)),                   \
        F (T, COUNT, file_n), F (T, ROOM, file_cap, FID_LENGTH (T, file_n)),                   \
        F (T, COUNT, process_n), F (T, ROOM, process_cap, FID_LENGTH (T, process_n)),          \
        F (T, COUNT, text_n), F (T, ROOM, text_cap, FID_LENGTH (T, text_n)),                   \
        F (T, INT, merged_ns), F (T, COUNT, merged, FID_BELOW (FID_MERGE_FILES + 1))
FID_BYTES_RECORD (event_names, struct fid_events, EVENT_NAMES, .sane = sane_names);
const struct fid_record *const fid_event_names_record = &event_names;

FID_WHOLE_RECORD (event_row, struct fid_event_row, FID_EVENT_ROW);

struct event_rows {
    struct fid_event_row *row;
    size_t n;
};

#define EVENT_ROWS(F, A, T)                                                                    \
    F (T, LIST, row, FID_OF (event_row), FID_COUNTED (T, row, n)), F (T, COUNT, n)
FID_WHOLE_RECORD (event_rows, struct event_rows, EVENT_ROWS);

int fid_events_write_rows (const struct fid_events *e, size_t from, size_t n,
                           struct fid_bytes *out, struct fid_error *err)
{
    struct event_rows rows = {.row = malloc ((n + 1) * sizeof *rows.row), .n = n};
    FID_NEED (rows.row, err);
    for (size_t i = 0; i < n; i++) {
        rows.row[i] = fid_events_row (e, from + i);
        rows.row[i].span_ns -= rows.row[i].dur_ns; /* 0 of single events */
    }
    int rc = fid_record_pack (&event_rows, &rows, out, err);
    free (rows.row);
    return rc;
}

#define AMOUNT_MAX (INT64_C (1) << 61)

/* Whether sums and differences of a row's numbers stay in range, and its names are there. */
static bool sane_row (const struct fid_events *e, const struct fid_event_row *r)
{
    return r->start_ns > -FID_EXTENT_MAX && r->start_ns < FID_EXTENT_MAX && r->dur_ns >= 0 &&
           r->dur_ns < AMOUNT_MAX && r->span_ns >= 0 && r->span_ns < FID_EXTENT_MAX &&
           r->byte_n < AMOUNT_MAX && r->event_n > 0 && r->event_n < AMOUNT_MAX &&
           r->file < e->file_n && r->process < e->process_n;
}

int fid_events_read_rows (struct fid_events *e, struct fid_packed_in *in, struct fid_error *err)
{
    struct event_rows rows = {0};
    int rc = fid_record_unpack (&event_rows, &rows, in, err);
    for (size_t i = 0; i < rows.n && !rc; i++) {
        struct fid_event_row *r = &rows.row[i];
        if (__builtin_add_overflow (r->span_ns, r->dur_ns, &r->span_ns) || !sane_row (e, r))
            rc = fid_errorf (err, FID_EINPUT, "%s: damaged: row %zu of its events", in->path,
                             e->row_n);
        rc = rc ? rc : fid_events_add_row (e, r, err);
    }
    free (rows.row);
    return rc;
}

/* --- the run */

#define OPTS(F, A, T)                                                                          \
    F (T, COUNT, all_processes), F (T, COUNT, day_first), F (T, COUNT, has_zone),              \
        F (T, INT, zone_ns), F (T, OUT, roles), F (T, HASH, roles_hash), F (T, OUT, patterns), \
        F (T, OUT, patterns_hash), F (T, OUT, thread_n), F (T, OUT, memory_n),                 \
        F (T, OUT, keep_going)
FID_WHOLE_RECORD (opts, struct fid_run_opts, OPTS);

static bool sane_run (const void *object)
{
    const struct fid_run *run = object;
    for (int i = 0; i < FID_GAUGE_N; i++)
        if (run->gauge[i].n && run->gauge[i].dim != (i == FID_GAUGE_CPU ? FID_CPU_DIM : 1))
            return false;
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].host && run->source[i].host >= run->hosts.n)
            return false;
    return run->id && run->step_s >= 0 && run->fact_n <= FID_RUN_FACTS_MAX;
}

#define RUN(F, A, T)                                                                           \
    F (T, OWNED, id), F (T, OUT, dir), F (T, OUT, path), A (T, OBJECT, opts, FID_OF (opts)),   \
        F (T, COUNT, processed), F (T, COUNT, raw), F (T, HASH, hash),                         \
        F (T, COUNT, emulation), F (T, OUT, digested), F (T, COUNT, nameless),                 \
        A (T, OUT, words), A (T, CHARS, workload), A (T, OBJECT, clocks, FID_OF (clocks)),     \
        F (T, COUNT, axis_host), A (T, OBJECT, hosts, FID_OF (hosts)),                         \
        F (T, LIST, source, FID_OF (source), FID_COUNTED (T, source, source_n)),               \
        F (T, COUNT, source_n), F (T, ROOM, source_cap, FID_LENGTH (T, source_n)),             \
        A (T, OBJECT, phases, FID_OF (phases)), A (T, OBJECT, steps, FID_OF (steps)),          \
        F (T, NUMBER, step_s), A (T, OUT, events), A (T, OBJECT, stream, FID_OF (stream)),     \
        A (T, OBJECT, role, FID_OF (role_use)),                                                \
        A (T, COUNT, block_byte_n, .element = sizeof (uint64_t)),                              \
        A (T, OBJECT, gauge, FID_OF (gauge)), F (T, COUNT, lost_n),                            \
        A (T, OBJECT, findings, FID_OF (findings)),                                            \
        F (T, LIST, fact, FID_OF (fact), FID_COUNTED (T, fact, fact_n)), F (T, COUNT, fact_n), \
        F (T, ROOM, fact_cap, FID_LENGTH (T, fact_n)), A (T, OUT, job)
FID_WHOLE_RECORD (run, struct fid_run, RUN, .sane = sane_run);

const struct fid_record *const fid_run_record = &run;

/* Names of a vocabulary, in order. */
static uint64_t add_name (const char *name, uint64_t seed)
{
    return fid_hash_bytes (name, strlen (name), seed);
}

uint64_t fid_run_fields_hash (void)
{
    uint64_t hash = fid_record_hash (
        &run, fid_record_hash (&event_rows, fid_record_hash (&event_names, FID_GRID_MAX)));
    for (int i = 0; i < FID_RESOURCE_N; i++)
        hash = add_name (fid_resources[i].name, hash);
    for (int i = 0; i < FID_PART_N; i++)
        hash = add_name (fid_part_name (i), hash);
    for (int i = 0; i < FID_ROLE_N; i++)
        hash = add_name (fid_roles[i].name, hash);
    for (int i = 0; i < FID_ROLE_RULE_N; i++)
        hash = add_name (fid_role_rules[i].name, hash);
    for (int i = 0; i < FID_REMARK_N; i++)
        hash = add_name (fid_remark_name (i), hash);
    for (int i = 0; i < FID_RUN_FINDING_N; i++)
        hash = add_name (fid_run_finding_name (i), hash);
    return hash;
}
