/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fields.c - see run_fields.h */
#include "run/event_fields.h"
#include "run/run_fields.h"

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

#define SKETCH(F, T)                                                                           \
    F (T, NUMBERS, count, FID_LENGTH (T, n), FID_POINTS_TO (T, count))                         \
    F (T, SIGNED, first)                                                                       \
    F (T, NUMBER, n)                                                                           \
    F (T, NUMBER, total)
FID_FIELDS (sketch, struct fid_sketch, SKETCH, .sane = sane_sketch);

static bool sane_sketch2 (const void *object)
{
    const struct fid_sketch2 *s = object;
    uint64_t sum = 0;
    for (size_t i = 0; i < s->n[0] * s->n[1]; i++)
        if (__builtin_add_overflow (sum, s->count[i], &sum))
            return false;
    for (int k = 0; k < 2; k++)
        if (s->n[k] > 2 * 0x7FF || s->first[k] < 0 || s->first[k] > 2 * 0x7FF - (int)s->n[k])
            return false;
    return sum == s->total && !s->n[0] == !s->n[1];
}

#define SKETCH2(F, T)                                                                          \
    F (T, NUMBERS, count, FID_LENGTHS (T, n[0], n[1]), FID_POINTS_TO (T, count))               \
    F (T, SIGNED_N, first, .element = sizeof (int))                                            \
    F (T, NUMBER_N, n, .element = sizeof (size_t))                                             \
    F (T, NUMBER, total)
FID_FIELDS (sketch2, struct fid_sketch2, SKETCH2, .sane = sane_sketch2);

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

#define GRID(F, T)                                                                             \
    F (T, NUMBER, bin_ns, FID_BELOW (INT64_MAX))                                               \
    F (T, SIGNED, first)                                                                       \
    F (T, NUMBERS, op_n, FID_LENGTH (T, n), FID_POINTS_TO (T, op_n))                           \
    F (T, NUMBERS, byte_n, FID_LENGTH (T, n), FID_POINTS_TO (T, byte_n))                       \
    F (T, NUMBER, n)                                                                           \
    F (T, ROOM, cap, FID_LENGTH (T, n))                                                        \
    F (T, SIGNED, last_ns)                                                                     \
    F (T, NUMBER, last)
FID_FIELDS (grid, struct fid_grid, GRID, .sane = sane_grid);

/* The rank only serves to choose among more places. */
#define PLACED(F, T)                                                                           \
    F (T, OUT, rank)                                                                           \
    F (T, SIGNED, t_ns)                                                                        \
    F (T, HASH, file)                                                                          \
    F (T, NUMBER, offset)
FID_FIELDS (placed, struct fid_placed, PLACED);

static bool sane_places (const void *object)
{
    const struct fid_places *p = object;
    for (size_t i = 1; i < p->n; i++)
        if (p->at[i].t_ns < p->at[i - 1].t_ns)
            return false;
    return p->n <= FID_PLACES && p->n <= p->total;
}

#define PLACES(F, T)                                                                           \
    F (T, LIST, at, FID_OF (placed), FID_LENGTH (T, n))                                        \
    F (T, NUMBER, n)                                                                           \
    F (T, ROOM, cap, FID_LENGTH (T, n))                                                        \
    F (T, OUT, limit)                                                                          \
    F (T, NUMBER, total)
FID_FIELDS (places, struct fid_places, PLACES, .sane = sane_places);

/* --- streams and gauges */

#define ACCESS(F, T)                                                                           \
    F (T, NUMBER, jump_n)                                                                      \
    F (T, NUMBER, sequential_n)                                                                \
    F (T, STRUCT, jump, FID_OF (sketch))                                                       \
    F (T, STRUCT, reuse, FID_OF (sketch))                                                      \
    F (T, NUMBER, first_use_n)                                                                 \
    F (T, STRUCT, file_bytes, FID_OF (sketch))                                                 \
    F (T, STRUCT, file_reads, FID_OF (sketch))                                                 \
    F (T, STRUCT, readers, FID_OF (sketch))                                                    \
    F (T, STRUCT, folder_files, FID_OF (sketch))                                               \
    F (T, STRUCT, open_files, FID_OF (sketch))                                                 \
    F (T, NUMBER, next_n)                                                                      \
    F (T, NUMBER, overlap_n)                                                                   \
    F (T, NUMBER, disordered_n)
FID_FIELDS (access_, struct fid_access, ACCESS);

#define TALLY(F, T)                                                                            \
    F (T, NUMBER, op_n)                                                                        \
    F (T, NUMBER, error_n)                                                                     \
    F (T, NUMBER, byte_n)                                                                      \
    F (T, NUMBER, sized_n)                                                                     \
    F (T, NUMBER, busy_ns)                                                                     \
    F (T, STRUCT, size, FID_OF (sketch))                                                       \
    F (T, STRUCT, latency, FID_OF (sketch))                                                    \
    F (T, STRUCT, gap, FID_OF (sketch))                                                        \
    F (T, STRUCT, size_latency, FID_OF (sketch2))                                              \
    F (T, STRUCT, access, FID_OF (access_))
FID_FIELDS (tally, struct fid_tally, TALLY);

#define STREAM(F, T)                                                                           \
    F (T, NUMBER, traced)                                                                      \
    F (T, NUMBER, sized)                                                                       \
    F (T, NUMBER, timed)                                                                       \
    F (T, NUMBER, incomplete)                                                                  \
    F (T, SIGNED, from_ns)                                                                     \
    F (T, NUMBER, file_n)                                                                      \
    F (T, STRUCT, part, FID_OF (tally))                                                        \
    F (T, STRUCT, grid, FID_OF (grid))                                                         \
    F (T, STRUCT, busy, FID_OF (grid))                                                         \
    F (T, STRUCT, places, FID_OF (places))                                                     \
    F (T, NUMBER_N, owner_op_n, .element = sizeof (uint64_t))                                  \
    F (T, NUMBER_N, owner_byte_n, .element = sizeof (uint64_t))                                \
    F (T, NUMBER, unplaced_n)                                                                  \
    F (T, SIGNED, first_ns)                                                                    \
    F (T, SIGNED, last_ns)
FID_FIELDS (stream, struct fid_stream, STREAM);

#define ROLE_USE(F, T)                                                                         \
    F (T, NUMBER, file_n)                                                                      \
    F (T, NUMBER, op_n)                                                                        \
    F (T, NUMBER, read_byte_n)                                                                 \
    F (T, NUMBER, write_byte_n)                                                                \
    F (T, CHARS, example)                                                                      \
    F (T, NUMBER, example_op_n)
FID_FIELDS (role_use, struct fid_role_use, ROLE_USE);

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

#define GAUGE(F, T)                                                                            \
    F (T, INSTANTS, t_ns, FID_LENGTH (T, n), FID_POINTS_TO (T, t_ns))                          \
    F (T, REALS, value, FID_LENGTHS (T, n, dim), FID_POINTS_TO (T, value))                     \
    F (T, NUMBER, n)                                                                           \
    F (T, NUMBER, dim)                                                                         \
    F (T, REAL, period_s)                                                                      \
    F (T, NUMBER, incomplete)                                                                  \
    F (T, SIGNED, from_ns)
FID_FIELDS (gauge, struct fid_gauge, GAUGE, .sane = sane_gauge);

/* --- the application's log */

#define STEP(F, T)                                                                             \
    F (T, SIGNED, end_ns)                                                                      \
    F (T, REAL, load_s)                                                                        \
    F (T, REAL, compute_s)                                                                     \
    F (T, REAL, step_s)                                                                        \
    F (T, SIGNED, epoch)                                                                       \
    F (T, NUMBER, eval)                                                                        \
    F (T, NUMBER, other)                                                                       \
    F (T, NUMBER, ranked)                                                                      \
    F (T, NUMBER, source)                                                                      \
    F (T, SIGNED, rank)                                                                        \
    F (T, SIGNED, pid)
FID_FIELDS (step, struct fid_step, STEP);

#define STEPS(F, T)                                                                            \
    F (T, LIST, step, FID_OF (step), FID_LENGTH (T, n))                                        \
    F (T, NUMBER, n)                                                                           \
    F (T, ROOM, cap, FID_LENGTH (T, n))                                                        \
    F (T, LIST, other, FID_OF (step), FID_LENGTH (T, other_n))                                 \
    F (T, NUMBER, other_n)                                                                     \
    F (T, ROOM, other_cap, FID_LENGTH (T, other_n))                                            \
    F (T, NUMBER, found)
FID_FIELDS (steps, struct fid_steps, STEPS);

#define PHASE(F, T)                                                                            \
    F (T, NUMBER, kind, FID_BELOW (FID_PHASE_N))                                               \
    F (T, NUMBER, name, FID_BELOW (FID_NAME_N))                                                \
    F (T, SIGNED, start_ns)                                                                    \
    F (T, SIGNED, end_ns)                                                                      \
    F (T, SIGNED, epoch)                                                                       \
    F (T, SIGNED, block)                                                                       \
    F (T, NUMBER, step_n)                                                                      \
    F (T, NUMBER, flags)
FID_FIELDS (phase, struct fid_phase, PHASE);

#define SEGMENT(F, T)                                                                          \
    F (T, NUMBER, part, FID_BELOW (FID_PART_N))                                                \
    F (T, SIGNED, start_ns)                                                                    \
    F (T, SIGNED, end_ns)                                                                      \
    F (T, SIGNED, epoch)
FID_FIELDS (segment, struct fid_segment, SEGMENT);

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

#define PHASES(F, T)                                                                           \
    F (T, NUMBER, known)                                                                       \
    F (T, LIST, phase, FID_OF (phase), FID_LENGTH (T, phase_n))                                \
    F (T, NUMBER, phase_n)                                                                     \
    F (T, ROOM, phase_cap, FID_LENGTH (T, phase_n))                                            \
    F (T, LIST, segment, FID_OF (segment), FID_LENGTH (T, segment_n))                          \
    F (T, NUMBER, segment_n)                                                                   \
    F (T, ROOM, segment_cap, FID_LENGTH (T, segment_n))                                        \
    F (T, SIGNED, origin_ns)                                                                   \
    F (T, SIGNED, first_ns)                                                                    \
    F (T, SIGNED, end_ns)                                                                      \
    F (T, NUMBER, truncated_n)
FID_FIELDS (phases, struct fid_phases, PHASES, .sane = sane_phases);

/* --- what was read, and what is wrong with it */

#define REMARK(F, T)                                                                           \
    F (T, NUMBER, code, FID_BELOW (FID_REMARK_N))                                              \
    F (T, NUMBER, line)                                                                        \
    F (T, NUMBER, number)                                                                      \
    F (T, WORD, name)
FID_FIELDS (remark, struct fid_remark, REMARK);

#define READLAG(F, T)                                                                          \
    F (T, NUMBER, known)                                                                       \
    F (T, NUMBER, certain)                                                                     \
    F (T, SIGNED, lag_ns)                                                                      \
    F (T, SIGNED, uncertainty_ns)                                                              \
    F (T, REAL, explained)                                                                     \
    F (T, NUMBER, reading_n)                                                                   \
    F (T, WORD, by)
FID_FIELDS (readlag, struct fid_readlag, READLAG);

static bool sane_source (const void *object)
{
    const struct fid_source *s = object;
    return s->path && s->note_n <= FID_REMARKS_MAX;
}

#define SOURCE(F, T)                                                                           \
    F (T, TEXT, path)                                                                          \
    F (T, WORD, reader)                                                                        \
    F (T, NUMBER, clock, FID_BELOW (FID_CLOCK_N))                                              \
    F (T, NUMBER, host)                                                                        \
    F (T, NUMBER, shared)                                                                      \
    F (T, NUMBER, part)                                                                        \
    F (T, SIGNED, rank)                                                                        \
    F (T, NUMBER, gives)                                                                       \
    F (T, NUMBER, used)                                                                        \
    F (T, NUMBER, follows)                                                                     \
    F (T, NUMBER, seen)                                                                        \
    F (T, OUT, stored_n)                                                                       \
    F (T, NUMBER, byte_n)                                                                      \
    F (T, HASH, hash)                                                                          \
    F (T, NUMBER, line_n)                                                                      \
    F (T, NUMBER, text_n)                                                                      \
    F (T, NUMBER, written_n)                                                                   \
    F (T, NUMBER, empty)                                                                       \
    F (T, NUMBER, more_n)                                                                      \
    F (T, NUMBER, open_end)                                                                    \
    F (T, NUMBER, unended)                                                                     \
    F (T, NUMBER, event_n)                                                                     \
    F (T, NUMBER, sample_n)                                                                    \
    F (T, NUMBER, phase_n)                                                                     \
    F (T, NUMBER, step_n)                                                                      \
    F (T, NUMBER, anchor_n)                                                                    \
    F (T, NUMBER, reject_n)                                                                    \
    F (T, STRUCT, reject, FID_OF (remark))                                                     \
    F (T, STRUCT, note, FID_OF (remark))                                                       \
    F (T, NUMBER, note_n)                                                                      \
    F (T, SIGNED, first_ns)                                                                    \
    F (T, SIGNED, last_ns)                                                                     \
    F (T, SIGNED, own_first_ns)                                                                \
    F (T, SIGNED, own_last_ns)                                                                 \
    F (T, NUMBER, far_n)                                                                       \
    F (T, NUMBER, lost_n)                                                                      \
    F (T, SIGNED, shift_ns)                                                                    \
    F (T, NUMBER, fractions)                                                                   \
    F (T, STRUCT, lag, FID_OF (readlag))                                                       \
    F (T, NUMBER, complete)                                                                    \
    F (T, OUT, refused)                                                                        \
    F (T, OUT, malformed)                                                                      \
    F (T, CHARS, failure)
FID_FIELDS (source, struct fid_source, SOURCE, .sane = sane_source);

#define FACT(F, T)                                                                             \
    F (T, CHARS, key)                                                                          \
    F (T, CHARS, value)                                                                        \
    F (T, NUMBER, host)
FID_FIELDS (fact, struct fid_run_fact, FACT);

#define FINDING(F, T)                                                                          \
    F (T, NUMBER, code, FID_BELOW (FID_RUN_FINDING_N))                                         \
    F (T, WORD, resource)                                                                      \
    F (T, TEXT, file)                                                                          \
    F (T, TEXT, detail)                                                                        \
    F (T, WORD, name)                                                                          \
    F (T, NUMBER_N, clock, .element = sizeof (enum fid_clock), FID_BELOW (FID_CLOCK_N))        \
    F (T, SIGNED_N, number, .element = sizeof (int64_t))                                       \
    F (T, REAL, value)                                                                         \
    F (T, SIGNED, shift_ns)                                                                    \
    F (T, NUMBER, zone_explains)                                                               \
    F (T, STRUCT, remark, FID_OF (remark))
FID_FIELDS (finding, struct fid_run_finding, FINDING);

#define FINDINGS(F, T)                                                                         \
    F (T, LIST, at, FID_OF (finding), FID_LENGTH (T, n))                                       \
    F (T, NUMBER, n)                                                                           \
    F (T, ROOM, cap, FID_LENGTH (T, n))
FID_FIELDS (findings, struct fid_run_findings, FINDINGS);

#define CLOCK_MAP(F, T)                                                                        \
    F (T, NUMBER, known)                                                                       \
    F (T, SIGNED, offset_ns)                                                                   \
    F (T, SIGNED, ref_ns)                                                                      \
    F (T, REAL, drift)                                                                         \
    F (T, SIGNED, uncertainty_ns)                                                              \
    F (T, NUMBER, anchor_n)                                                                    \
    F (T, SIGNED, residual_ns)                                                                 \
    F (T, CHARS, how)
FID_FIELDS (clock_map, struct fid_clock_map, CLOCK_MAP);

#define CLOCKS(F, T)                                                                           \
    F (T, NUMBER, axis, FID_BELOW (FID_CLOCK_N))                                               \
    F (T, STRUCT, map, FID_OF (clock_map))                                                     \
    F (T, NUMBER, zone_known)                                                                  \
    F (T, SIGNED, zone_ns)                                                                     \
    F (T, CHARS, zone_how)                                                                     \
    F (T, STRUCT, findings, FID_OF (findings))
FID_FIELDS (clocks, struct fid_clocks, CLOCKS);

#define HOST_USE(F, T)                                                                         \
    F (T, NUMBER, byte_n)                                                                      \
    F (T, NUMBER, busy_ns)
FID_FIELDS (host_use, struct fid_host_use, HOST_USE);

#define HOST(F, T)                                                                             \
    F (T, CHARS, name)                                                                         \
    F (T, TEXT, folder)                                                                        \
    F (T, NUMBER, listed)                                                                      \
    F (T, NUMBER, known)                                                                       \
    F (T, STRUCT, map, FID_OF (clock_map))                                                     \
    F (T, SIGNED, uncertainty_ns)                                                              \
    F (T, SIGNED, offset_ns)                                                                   \
    F (T, NUMBER, cpu_n)                                                                       \
    F (T, NUMBER, meeting_n)                                                                   \
    F (T, STRUCT, use, FID_OF (host_use))
FID_FIELDS (host, struct fid_host, HOST);

#define HOSTS(F, T)                                                                            \
    F (T, LIST, at, FID_OF (host), FID_LENGTH (T, n))                                          \
    F (T, NUMBER, n)                                                                           \
    F (T, ROOM, cap, FID_LENGTH (T, n))
FID_FIELDS (hosts, struct fid_hosts, HOSTS);

/* --- the run */

#define OPTS(F, T)                                                                             \
    F (T, NUMBER, all_processes)                                                               \
    F (T, NUMBER, day_first)                                                                   \
    F (T, NUMBER, has_zone)                                                                    \
    F (T, SIGNED, zone_ns)                                                                     \
    F (T, OUT, roles)                                                                          \
    F (T, HASH, roles_hash)                                                                    \
    F (T, OUT, thread_n)                                                                       \
    F (T, OUT, memory_n)                                                                       \
    F (T, OUT, keep_going)
FID_FIELDS (opts, struct fid_run_opts, OPTS);

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

#define RUN(F, T)                                                                              \
    F (T, TEXT, id)                                                                            \
    F (T, OUT, dir)                                                                            \
    F (T, OUT, path)                                                                           \
    F (T, STRUCT, opts, FID_OF (opts))                                                         \
    F (T, NUMBER, processed)                                                                   \
    F (T, NUMBER, raw)                                                                         \
    F (T, HASH, hash)                                                                          \
    F (T, NUMBER, emulation)                                                                   \
    F (T, OUT, digested)                                                                       \
    F (T, NUMBER, nameless)                                                                    \
    F (T, OUT_N, words)                                                                        \
    F (T, CHARS, workload)                                                                     \
    F (T, STRUCT, clocks, FID_OF (clocks))                                                     \
    F (T, NUMBER, axis_host)                                                                   \
    F (T, STRUCT, hosts, FID_OF (hosts))                                                       \
    F (T, LIST, source, FID_OF (source), FID_LENGTH (T, source_n))                             \
    F (T, NUMBER, source_n)                                                                    \
    F (T, ROOM, source_cap, FID_LENGTH (T, source_n))                                          \
    F (T, STRUCT, phases, FID_OF (phases))                                                     \
    F (T, STRUCT, steps, FID_OF (steps))                                                       \
    F (T, REAL, step_s)                                                                        \
    F (T, OUT_N, events)                                                                       \
    F (T, STRUCT, stream, FID_OF (stream))                                                     \
    F (T, STRUCT, role, FID_OF (role_use))                                                     \
    F (T, STRUCT, log_grid, FID_OF (grid))                                                     \
    F (T, STRUCT, code_grid, FID_OF (grid))                                                    \
    F (T, NUMBER, space_n)                                                                     \
    F (T, NUMBER, space_file_n)                                                                \
    F (T, NUMBER_N, block_byte_n, .element = sizeof (uint64_t))                                \
    F (T, STRUCT, gauge, FID_OF (gauge))                                                       \
    F (T, NUMBER, lost_n)                                                                      \
    F (T, STRUCT, findings, FID_OF (findings))                                                 \
    F (T, LIST, fact, FID_OF (fact), FID_LENGTH (T, fact_n))                                   \
    F (T, NUMBER, fact_n)                                                                      \
    F (T, ROOM, fact_cap, FID_LENGTH (T, fact_n))                                              \
    F (T, OUT_N, job)
FID_FIELDS (run, struct fid_run, RUN, .sane = sane_run);

const struct fid_fields *const fid_run_fields = &run;

/* Names of a vocabulary, in order. */
static uint64_t add_name (const char *name, uint64_t seed)
{
    return fid_hash_bytes (name, strlen (name), seed);
}

uint64_t fid_run_fields_hash (void)
{
    uint64_t hash = fid_fields_hash (&run, fid_event_fields_hash (FID_GRID_MAX));
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
