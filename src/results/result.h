/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.h - one result (schema fidlio.pair/4): made by compare/, written, read and checked
 *
 * doc/result.md describes the layout, result_record.c has the table.  A number that is null in
 * the file is FID_ABSENT here, FID_GAP where it may be negative; all others are finite. */
#pragma once

#include "model/similarity.h"
#include "results/answer.h"

#define FID_SCHEMA_PAIR "fidlio.pair/4"

/* --- the members of a result: below each struct is its table (base/record.h), which
 * result_record.c writes, reads and checks by; what the rows say beside the kind is there */

/* A file that was read. */
struct fid_result_input {
    const char *file, *reader;
    uint64_t byte_n, hash;
};
#define FID_RESULT_INPUT(F, T)                                                                 \
    F (T, TEXT, "file", file, NOT_EMPTY)                                                       \
    F (T, TEXT, "reader", reader, NOT_EMPTY)                                                   \
    F (T, COUNT, "bytes", byte_n)                                                              \
    F (T, HASH, "hash", hash)

struct fid_result_side {
    const char *id;
    const char *workload; /* "" where not known */
    const char *hash;
    const char *shown; /* what people read: the id, or of several runs "UNET3D_real (r2, r4)" */
    const char *configuration; /* runs with the same one repeat each other: the id without "_r"
                                  and a number at its end */
    struct fid_texts run;      /* runs it stands for, usually 1 */
    struct fid_result_input *input;
    size_t input_n; /* 0 in a head that was read alone */
};
#define FID_RESULT_SIDE(F, T)                                                                  \
    F (T, TEXT, "id", id, NOT_EMPTY)                                                           \
    F (T, TEXT, "workload", workload, MAYBE)                                                   \
    F (T, TEXT, "hash", hash, NOT_EMPTY)                                                       \
    F (T, TEXTS, "runs", run)                                                                  \
    F (T, LIST, "inputs", input, FID_ROWS (T, input, input_n, input), ASIDE)

/* What the runs were compared with: as named on the command line, else what was chosen. */
struct fid_result_options {
    int window, per; /* enum fid_window, fid_per */
    bool all_processes, day_first;
    uint64_t roles;        /* hash of the file; 0: none */
    double utc_offset_s;   /* FID_GAP: not given */
    double step_s, band_s; /* FID_ABSENT: none */
    double dt_s, rhythm_dt_s, penalty, tolerance_s;
    const char *profile;
    uint64_t profile_hash, calibration; /* 0: none */
    unsigned excluded;                  /* bit g: group g */
};
#define FID_RESULT_OPTIONS(F, T)                                                               \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, ID, "per", per, FID_IDS (per))                                                       \
    F (T, BOOL, "all_processes", all_processes)                                                \
    F (T, BOOL, "day_first", day_first)                                                        \
    F (T, HASH, "roles", roles, MAYBE)                                                         \
    F (T, NUMBER, "utc_offset_s", utc_offset_s, MAYBE, FID_ANY)                                \
    F (T, NUMBER, "step_s", step_s, MAYBE)                                                     \
    F (T, NUMBER, "dt_s", dt_s)                                                                \
    F (T, NUMBER, "rhythm_dt_s", rhythm_dt_s)                                                  \
    F (T, NUMBER, "band_s", band_s, MAYBE)                                                     \
    F (T, NUMBER, "penalty", penalty)                                                          \
    F (T, NUMBER, "tolerance_s", tolerance_s)                                                  \
    F (T, TEXT, "profile", profile, NOT_EMPTY)                                                 \
    F (T, HASH, "profile_hash", profile_hash)                                                  \
    F (T, HASH, "calibration", calibration, MAYBE)                                             \
    F (T, SET, "exclude_groups", excluded, FID_IDS (group))

struct fid_result_clock {
    const char *axis, *how;           /* how: NULL: not related */
    double uncertainty_s, residual_s; /* FID_ABSENT: not known */
    double drift_ppm;                 /* FID_GAP: not known */
};
#define FID_RESULT_CLOCK(F, T)                                                                 \
    F (T, TEXT, "axis", axis, NOT_EMPTY)                                                       \
    F (T, NUMBER, "uncertainty_s", uncertainty_s, MAYBE)                                       \
    F (T, NUMBER, "residual_s", residual_s, MAYBE)                                             \
    F (T, NUMBER, "drift_ppm", drift_ppm, MAYBE, FID_ANY)                                      \
    F (T, TEXT, "how", how, MAYBE)

/* [0] real, [1] emulation */
struct fid_result_alignment {
    struct fid_result_clock clock[2];
    double origin_s[2];
    const char *lag_of;     /* resource; NULL: no lag is known */
    double lag_s, lag_peak; /* FID_GAP: not known */
    bool lag_ambiguous;
    double warp_mean_s, warp_max_s, uncertainty_s; /* FID_ABSENT: not known */
};
#define FID_RESULT_CLOCKS(F, T)                                                                \
    F (T, OBJECT, "real", clock[0], .of = &side_clock)                                         \
    F (T, OBJECT, "emulation", clock[1], .of = &side_clock)
#define FID_RESULT_ORIGINS(F, T)                                                               \
    F (T, NUMBER, "real", origin_s[0], FID_ANY)                                                \
    F (T, NUMBER, "emulation", origin_s[1], FID_ANY)
#define FID_RESULT_ALIGNMENT(F, T)                                                             \
    F (T, OBJECT, "clock", clock, FLAT (clocks))                                               \
    F (T, OBJECT, "origin_s", origin_s, FLAT (origins))                                        \
    F (T, TEXT, "lag_of", lag_of, MAYBE)                                                       \
    F (T, NUMBER, "lag_s", lag_s, MAYBE, FID_ANY)                                              \
    F (T, NUMBER, "lag_peak", lag_peak, MAYBE, FID_ANY)                                        \
    F (T, BOOL, "lag_ambiguous", lag_ambiguous)                                                \
    F (T, NUMBER, "warp_mean_s", warp_mean_s, MAYBE)                                           \
    F (T, NUMBER, "warp_max_s", warp_max_s, MAYBE)                                             \
    F (T, NUMBER, "uncertainty_s", uncertainty_s, MAYBE)

/* A part of the runs. */
struct fid_result_window {
    int window; /* enum fid_window */
    bool headline;
    double length_s[2]; /* real, emulation; FID_ABSENT: not in it */
    const char *reason; /* NULL: compared */
};
#define FID_RESULT_WINDOW(F, T)                                                                \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, BOOL, "headline", headline)                                                          \
    F (T, NUMBER, "real_s", length_s[0], MAYBE)                                                \
    F (T, NUMBER, "emulation_s", length_s[1], MAYBE)                                           \
    F (T, TEXT, "reason", reason, MAYBE)

/* One measure of a resource. */
struct fid_result_measure {
    const char *name; /* "data.read.bytes" */
    enum fid_facet_id facet;
    int quantity_id; /* enum fid_quantity_id; -1: this version does not know it */
    int unit;        /* enum fid_unit_id */
    const char *metric, *quantity;
    const char *reason;                       /* NULL: compared */
    double distance, noise, tolerance, grade; /* grade: 0..1, 1 is as near as a repeat */
    FID_INTERVAL (distance_ci, distance_low, distance_high);
    int clause; /* enum fid_clause_status; -1: the profile has none */
    bool key;   /* a key clause of the profile */
    struct fid_amount
        *detail; /* what the metric found: "real", "emulation", "p50_ratio", ... */
    size_t detail_n;
};
#define FID_RESULT_MEASURE(F, T)                                                               \
    F (T, TEXT, "name", name, NOT_EMPTY)                                                       \
    F (T, ID, "facet", facet, FID_IDS (facet))                                                 \
    F (T, TEXT, "metric", metric, NOT_EMPTY)                                                   \
    F (T, TEXT, "quantity", quantity, NOT_EMPTY)                                               \
    F (T, NUMBER, "distance", distance, MAYBE)                                                 \
    F (T, INTERVAL, "distance_ci", distance_ci, MAYBE)                                         \
    F (T, ID, "unit", unit, FID_IDS (unit))                                                    \
    F (T, NUMBER, "noise", noise, MAYBE)                                                       \
    F (T, NUMBER, "tolerance", tolerance, MAYBE)                                               \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, ID, "clause", clause, MAYBE, FID_IDS (clause))                                       \
    F (T, BOOL, "key", key)                                                                    \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, AMOUNTS, "detail", detail, .n_at = offsetof (T, detail_n))

struct fid_result_resource {
    enum fid_resource_id id;
    enum fid_group_id group;
    enum fid_resource_status status;
    const char *resource; /* its name in files */
    int window;           /* the part of the runs the numbers are from: enum fid_window */
    const char *reason;   /* NULL: compared */
    double weight;        /* in its group; FID_ABSENT: none */
    double grade;         /* FID_ABSENT: the profile does not grade it, or not compared */
    FID_INTERVAL (grade_ci, low, high);
    struct fid_result_measure *measure;
    size_t measure_n;
    struct fid_result_resource *other; /* in other windows: not graded */
    size_t other_n;                    /* 0 in a head that was read alone */
};
#define FID_RESULT_OF_WINDOW(F, T)                                                             \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, ID, "status", status, FID_IDS (status))                                              \
    F (T, TEXT, "reason", reason, MAYBE)
#define FID_RESULT_MEASURES(F, T)                                                              \
    F (T, LIST, "measures", measure, FID_ROWS (T, measure, measure_n, measure))
#define FID_RESULT_OTHER(F, T) FID_RESULT_OF_WINDOW (F, T) FID_RESULT_MEASURES (F, T)
#define FID_RESULT_RESOURCE(F, T)                                                              \
    F (T, ID, "resource", id, FID_IDS (resource))                                              \
    F (T, ID, "group", group, FID_IDS (group))                                                 \
    FID_RESULT_OF_WINDOW (F, T)                                                                \
    F (T, NUMBER, "weight", weight, MAYBE)                                                     \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, INTERVAL, "grade_ci", grade_ci, MAYBE, FRACTION)                                     \
    FID_RESULT_MEASURES (F, T)                                                                 \
    F (T, LIST, "windows", other, FID_ROWS (T, other, other_n, other))

/* The columns of the breakdown.  C (ID, name, facet, the metric begins with)  */
#define FID_BREAKDOWN(C)                                                                       \
    C (AMOUNT, "amount", VOLUME, "")                                                           \
    C (DTW, "dtw", SHAPE, "dtw")                                                               \
    C (SPECTRUM, "spectrum", RHYTHM, "spectral")                                               \
    C (DISTRIBUTION, "distribution", MARGINAL, "")                                             \
    C (TIMING, "timing", TIMING, "")
#define FID_ENUM_BREAKDOWN(id, ...) FID_BREAKDOWN_##id,
enum fid_breakdown_column { FID_BREAKDOWN (FID_ENUM_BREAKDOWN) FID_BREAKDOWN_N };

/* A cell of it: the measure of the resource that the column shows. */
struct fid_breakdown_cell {
    const char *quantity; /* NULL: the resource has no such measure */
    const char *metric;
    int unit; /* enum fid_unit_id */
    double distance, grade;
    double ratio;       /* of amounts: emulation over real; FID_ABSENT: it is none */
    const char *reason; /* NULL: compared */
};
#define FID_RESULT_CELL(F, T)                                                                  \
    F (T, TEXT, "quantity", quantity, NOT_EMPTY)                                               \
    F (T, TEXT, "metric", metric, NOT_EMPTY)                                                   \
    F (T, NUMBER, "distance", distance, MAYBE)                                                 \
    F (T, ID, "unit", unit, FID_IDS (unit))                                                    \
    F (T, NUMBER, "ratio", ratio, MAYBE)                                                       \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, TEXT, "reason", reason, MAYBE)

/* A resource in the breakdown: how alike it is, by each column. */
struct fid_breakdown_row {
    const struct fid_result_resource *of; /* borrowed */
    int resource, status;
    double similarity; /* its grade */
    const char *reason;
    struct fid_breakdown_cell cell[FID_BREAKDOWN_N];
};
#define FID_RESULT_BREAKDOWN(F, T)                                                             \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, ID, "status", status, FID_IDS (status))                                              \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, OBJECT, "amount", cell[FID_BREAKDOWN_AMOUNT], .of = &cell, MAYBE)                    \
    F (T, OBJECT, "dtw", cell[FID_BREAKDOWN_DTW], .of = &cell, MAYBE)                          \
    F (T, OBJECT, "spectrum", cell[FID_BREAKDOWN_SPECTRUM], .of = &cell, MAYBE)                \
    F (T, OBJECT, "distribution", cell[FID_BREAKDOWN_DISTRIBUTION], .of = &cell, MAYBE)        \
    F (T, OBJECT, "timing", cell[FID_BREAKDOWN_TIMING], .of = &cell, MAYBE)

/* A group as the file has it. */
struct fid_result_grouped {
    int id; /* enum fid_group_id */
    double grade;
    size_t resource_n; /* graded ones */
};
#define FID_RESULT_GROUP(F, T)                                                                 \
    F (T, ID, "group", id, FID_IDS (group))                                                    \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, COUNT, "resources", resource_n)

struct fid_result_group {
    bool known;    /* the file has it */
    bool excluded; /* declared out of scope: no part in the similarity */
    double grade;  /* FID_ABSENT: nothing of it is graded */
};

/* A clause of a profile. */
struct fid_result_clause {
    const char *name; /* "data.read.bytes" */
    int status;       /* enum fid_clause_status */
    bool key;
    double grade, share; /* share: of what the similarity lacks to 1 */
    const char *text;    /* "reads 0.50x the bytes, x1.10 allowed" */
};
#define FID_RESULT_CLAUSE(F, T)                                                                \
    F (T, TEXT, "name", name, NOT_EMPTY)                                                       \
    F (T, ID, "status", status, FID_IDS (clause))                                              \
    F (T, BOOL, "key", key)                                                                    \
    F (T, NUMBER, "grade", grade, FRACTION)                                                    \
    F (T, NUMBER, "share", share, FRACTION)                                                    \
    F (T, TEXT, "text", text, NOT_EMPTY)

/* The verdict for one profile. */
struct fid_result_profile {
    const char *name; /* "storage" */
    enum fid_validity verdict;
    double similarity; /* FID_ABSENT: nothing it grades was compared */
    FID_INTERVAL (similarity_ci, low, high);
    bool by_answer;     /* the answer decides, not clauses */
    bool says_answer;   /* text says what the answer of both is, or how much they do */
    int met_n, of_n;    /* clauses */
    const char *reason; /* why one cannot tell; NULL */
    const char *text;   /* "not valid for checkpoint (2 of 5): writes 5.1x larger, ..." */
    struct fid_result_clause *clauses; /* largest share first; NULL in a head that is alone */
    size_t clause_n;
    const char *clause; /* the most important that is not met; NULL */
};
#define FID_RESULT_PROFILE(F, T)                                                               \
    F (T, TEXT, "profile", name, NOT_EMPTY)                                                    \
    F (T, ID, "verdict", verdict, FID_IDS (validity))                                          \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, INTERVAL, "similarity_ci", similarity_ci, MAYBE, FRACTION)                           \
    F (T, BOOL, "by_answer", by_answer)                                                        \
    F (T, BOOL, "says_answer", says_answer, .need = FID_SINCE)                                 \
    F (T, INT, "met", met_n)                                                                   \
    F (T, INT, "of", of_n)                                                                     \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, TEXT, "text", text, NOT_EMPTY)                                                       \
    F (T, LIST, "clauses", clauses, FID_ROWS (T, clauses, clause_n, clause), ASIDE)

struct fid_result_setting {
    const char *key, *from, *to; /* of the emulator; NULL: none, not known */
};
#define FID_RESULT_SETTING(F, T)                                                               \
    F (T, TEXT, "key", key, MAYBE)                                                             \
    F (T, TEXT, "from", from, MAYBE)                                                           \
    F (T, TEXT, "to", to, MAYBE)

/* What the emulation does otherwise. */
struct fid_result_cause {
    const char *code;       /* "computation" */
    const char *what;       /* in words: "computation of a training step" */
    int resource, quantity; /* of the clause that costs most; -1: none */
    double side[2];         /* real, emulation; FID_ABSENT: it is no number of the jobs */
    int unit;               /* enum fid_unit_id, of both; -1: not known */
    double share;
    const char *key, *from, *to;     /* the emulator's setting; NULL: none */
    struct fid_result_setting *also; /* settings that must change with it */
    size_t also_n;
    double error_after;      /* of the answer without it; FID_ABSENT: not known */
    const char *with;        /* code of another that it hides, and is hidden by; NULL */
    double error_with;       /* of the answer without both; FID_ABSENT */
    double similarity_after; /* FID_ABSENT: not known */
    const char *text;
};
#define FID_RESULT_CHANGE(F, T)                                                                \
    FID_RESULT_SETTING (F, T)                                                                  \
    F (T, LIST, "also", also, FID_ROWS (T, also, also_n, setting))                             \
    F (T, NUMBER, "error_after", error_after, MAYBE)                                           \
    F (T, TEXT, "with", with, MAYBE)                                                           \
    F (T, NUMBER, "error_with", error_with, MAYBE)                                             \
    F (T, NUMBER, "similarity_after", similarity_after, MAYBE, FRACTION)
#define FID_RESULT_CAUSE(F, T)                                                                 \
    F (T, TEXT, "code", code, NOT_EMPTY)                                                       \
    F (T, TEXT, "what", what, NOT_EMPTY)                                                       \
    F (T, NUMBER, "real", side[0], MAYBE)                                                      \
    F (T, NUMBER, "emulation", side[1], MAYBE)                                                 \
    F (T, ID, "unit", unit, FID_IDS (unit), .need = FID_SINCE)                                 \
    F (T, ID, "resource", resource, MAYBE, FID_IDS (resource))                                 \
    F (T, ID, "quantity", quantity, MAYBE, FID_IDS (quantity))                                 \
    F (T, NUMBER, "share", share, FRACTION)                                                    \
    FID_RESULT_CHANGE (F, T)                                                                   \
    F (T, TEXT, "text", text, NOT_EMPTY)

struct fid_result_finding {
    enum fid_severity severity;
    int resource;              /* enum fid_resource_id; -1: none */
    const char *facet, *phase; /* NULL: none */
    const char *text;
};
#define FID_RESULT_FINDING(F, T)                                                               \
    F (T, ID, "severity", severity, FID_IDS (severity))                                        \
    F (T, ID, "resource", resource, MAYBE, FID_IDS (resource))                                 \
    F (T, TEXT, "facet", facet, MAYBE)                                                         \
    F (T, TEXT, "phase", phase, MAYBE)                                                         \
    F (T, TEXT, "text", text, NOT_EMPTY)

/* Where in time most of a stream's difference is. */
struct fid_result_where {
    enum fid_resource_id resource;
    double from_s, to_s;
    int part; /* enum fid_part */
};
#define FID_RESULT_WHERE(F, T)                                                                 \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, NUMBER, "from_s", from_s)                                                            \
    F (T, NUMBER, "to_s", to_s)                                                                \
    F (T, ID, "phase", part, FID_IDS (part))

/* Several runs on a side; real_n 0: one on each. */
struct fid_result_repeats {
    size_t real_n, emulation_n, pair_n;
    const char *middle[2]; /* the runs of the pair in the middle */
};
#define FID_RESULT_MIDDLE(F, T)                                                                \
    F (T, TEXT, "real", middle[0], NOT_EMPTY)                                                  \
    F (T, TEXT, "emulation", middle[1], NOT_EMPTY)
#define FID_RESULT_REPEATS(F, T)                                                               \
    F (T, COUNT, "real", real_n, .least = 1)                                                   \
    F (T, COUNT, "emulation", emulation_n, .least = 1)                                         \
    F (T, COUNT, "pairs", pair_n, .least = 2)                                                  \
    F (T, OBJECT, "middle", middle, FLAT (middle))

/* Operator traces: what a side has, and a role of operators. */
struct fid_result_traces {
    size_t trace_n; /* 0: there are none */
    uint64_t span_n;
    double length_s;
};
#define FID_RESULT_TRACES(F, T)                                                                \
    F (T, COUNT, "traces", trace_n, .least = 1)                                                \
    F (T, COUNT, "spans", span_n, .least = 1)                                                  \
    F (T, NUMBER, "length_s", length_s)
struct fid_result_role_time {
    uint64_t n;           /* 0: not in this side */
    double busy_s, share; /* share: FID_ABSENT: not known */
};
#define FID_RESULT_ROLE_TIME(F, T)                                                             \
    F (T, COUNT, "count", n, .least = 1)                                                       \
    F (T, NUMBER, "busy_s", busy_s)                                                            \
    F (T, NUMBER, "share", share, MAYBE, FRACTION)
struct fid_result_role {
    const char *role;
    struct fid_result_role_time side[2]; /* real, emulation */
};
#define FID_RESULT_ROLE(F, T)                                                                  \
    F (T, TEXT, "role", role, NOT_EMPTY)                                                       \
    F (T, OBJECT, "real", side[0], .of = &role_time, MAYBE)                                    \
    F (T, OBJECT, "emulation", side[1], .of = &role_time, MAYBE)

#define FID_RESULT_CAUSES 2 /* of a result, that overviews show */

/* What rankings, overviews and gates need of a result.  A few kilobytes, while the
 * document takes most of a megabyte: of many results only heads are kept. */
struct fid_result_head {
    const char *path;          /* as opened */
    const char *key, *version; /* of the tool */
    struct fid_result_side real, emulation;
    const char *window;  /* of the headline */
    const char *profile; /* that the similarity is of */
    enum fid_validity verdict;
    struct fid_result_answer
        answer;        /* of the profile; of storage if that is judged by clauses */
    double similarity; /* 0..1 */
    FID_INTERVAL (similarity_ci, similarity_low, similarity_high);
    const char *similarity_ci_of;  /* NULL: no interval */
    const char *similarity_reason; /* why there is no similarity; NULL */
    const char *noise;             /* where the noise is from; NULL: not known */
    const char *incomplete;        /* files that the system did not let be read; NULL */
    struct fid_result_group group[FID_GROUP_N];
    struct fid_graded graded[FID_RESOURCE_N];
    struct fid_result_profile *profile_of;
    size_t profile_n;
    struct fid_result_cause *cause;
    size_t cause_n;
    int compared_n, of_n;       /* groups: coverage */
    unsigned missing, excluded; /* groups that the profile grades: not compared; declared out of
                                   scope */
    const char *out_of_scope;   /* "cpu, gpu": groups declared so; "": none */
    size_t finding_n[FID_SEVERITY_N];
    const char *serious;    /* texts of the serious findings; each ends with a newline */
    struct fid_arena arena; /* all of the above */
};

/* A whole result. */
struct fid_result {
    struct fid_result_head head;
    struct fid_result_options options;
    struct fid_result_alignment alignment;
    struct fid_result_window *window;
    size_t window_n;
    struct fid_result_resource *resource;
    size_t resource_n;
    struct fid_result_grouped *group;
    size_t group_n;
    struct fid_result_repeats repeats;
    struct fid_result_where *where;
    size_t where_n;
    struct fid_result_finding *finding;
    size_t finding_n;
    struct fid_texts warning;
    struct fid_result_traces traces[2];
    struct fid_result_role *role;
    size_t role_n;
    struct fid_result_clause
        *unmet; /* clauses of the similarity's profile that are not met, largest
                                        share first */
    size_t unmet_n;
    struct fid_arena arena; /* all that is not of the head */
};
#define FID_RESULT_TOOL(F, T)                                                                  \
    F (T, CONST, "name", head, .text = "fidlio")                                               \
    F (T, TEXT, "version", head.version, NOT_EMPTY)                                            \
    F (T, TEXT, "key", head.key, NOT_EMPTY)                                                    \
    F (T, OBJECT, "options", options, .of = &fid_result_options_record, ASIDE)
#define FID_RESULT_COVERAGE(F, T)                                                              \
    F (T, INT, "compared", head.compared_n)                                                    \
    F (T, INT, "of", head.of_n)                                                                \
    F (T, SET, "missing", head.missing, FID_IDS (group))                                       \
    F (T, SET, "out_of_scope", head.excluded, FID_IDS (group))
#define FID_RESULT_OVERALL(F, T)                                                               \
    F (T, TEXT, "profile", head.profile, NOT_EMPTY)                                            \
    F (T, ID, "verdict", head.verdict, FID_IDS (validity))                                     \
    F (T, NUMBER, "similarity", head.similarity, MAYBE, FRACTION)                              \
    F (T, INTERVAL, "similarity_ci", head.similarity_ci, MAYBE, FRACTION)                      \
    F (T, TEXT, "similarity_ci_of", head.similarity_ci_of, MAYBE)                              \
    F (T, TEXT, "similarity_reason", head.similarity_reason, MAYBE)                            \
    F (T, TEXT, "noise", head.noise, MAYBE)                                                    \
    F (T, OBJECT, "coverage", head, FLAT (coverage))
#define FID_RESULT_OPERATORS(F, T)                                                             \
    F (T, OBJECT, "real", traces[0], .of = &operator_traces)                                   \
    F (T, OBJECT, "emulation", traces[1], .of = &operator_traces)                              \
    F (T, LIST, "roles", role, FID_ROWS (T, role, role_n, role))
#define FID_RESULT_RESULT(F, T)                                                                \
    F (T, CONST, "schema", head, .text = FID_SCHEMA_PAIR)                                      \
    F (T, OBJECT, "tool", head, FLAT (tool))                                                   \
    F (T, OBJECT, "real", head.real, .of = &real)                                              \
    F (T, OBJECT, "emulation", head.emulation, .of = &emulation)                               \
    F (T, TEXT, "incomplete", head.incomplete, .need = FID_LEFT_OUT)                           \
    F (T, OBJECT, "answer", head.answer, .of = &fid_answer_record)                             \
    F (T, OBJECT, "alignment", alignment, .of = &alignment, ASIDE)                             \
    F (T, LIST, "windows", window, FID_ROWS (T, window, window_n, window), ASIDE)              \
    F (T, LIST, "resources", resource, FID_ROWS (T, resource, resource_n, resource), ASIDE)    \
    F (T, LIST, "breakdown", head,                                                             \
       FID_MADE (struct fid_breakdown_row, make_breakdown, breakdown), .need = FID_SINCE,      \
       ASIDE)                                                                                  \
    F (T, LIST, "groups", group, FID_ROWS (T, group, group_n, group), ASIDE)                   \
    F (T, OBJECT, "overall", head, FLAT (overall))                                             \
    F (T, LIST, "profiles", head.profile_of,                                                   \
       FID_ROWS (T, head.profile_of, head.profile_n, profile), NOT_EMPTY)                      \
    F (T, OBJECT, "repeats", repeats, .of = &repeats, MAYBE, ASIDE)                            \
    F (T, LIST, "where", where, FID_ROWS (T, where, where_n, where), ASIDE)                    \
    F (T, LIST, "causes", head.cause, FID_ROWS (T, head.cause, head.cause_n, cause))           \
    F (T, LIST, "findings", finding, FID_ROWS (T, finding, finding_n, finding), ASIDE)         \
    F (T, TEXTS, "warnings", warning, ASIDE)                                                   \
    F (T, OBJECT, "operators", head, FLAT (operators), .need = FID_LEFT_OUT, ASIDE)

/* The table of the document, and of its options: fid_record_text, fid_record_save, ... */
extern const struct fid_record *const fid_result_record;
extern const struct fid_record fid_result_options_record;

/* Computes what is not in the document from what is, and verdicts again.  path: where it is from, or a name of it.
 * Whoever fills a result calls this at the end.  -1 with FID_EINTERNAL. */
int fid_result_settle (struct fid_result *r, const char *path, struct fid_error *err);

/* Read the file at path.  Returns NULL with FID_EINPUT "path: reason" if it cannot be
 * read, is not JSON, is cut short, is of an older fidlio, or does not have the layout;
 * FID_EINTERNAL if memory runs out. */
struct fid_result *fid_result_load (const char *path, struct fid_error *err);

/* The same for a document, which is deleted even after a failure.  path is for messages. */
struct fid_result *fid_result_of (cJSON *doc, const char *path, struct fid_error *err);

void fid_result_destroy (struct fid_result *r);

/* Read only the head of the result at path; errors as fid_result_load. */
int fid_result_head_load (struct fid_result_head *head, const char *path,
                          struct fid_error *err);
void fid_result_head_clear (struct fid_result_head *head);

/* A head as bytes for the same build (fid_record_pack).  path becomes the head's. */
int fid_result_head_pack (const struct fid_result_head *head, struct fid_bytes *out,
                          struct fid_error *err);
int fid_result_head_unpack (struct fid_result_head *head, const char *path,
                            struct fid_span bytes, struct fid_error *err);

/* The length of a run's name without "_r2", "_run2", "+run2", "-run_2" or the like at its end, or
 * a stamp "+20260724_100000": what the repeats of one configuration have in common. */
size_t fid_configuration_length (const char *id);

/* "<real>__<emulation><suffix>", the name of a file of the pair; freed by the caller. Different
 * pairs have different names, none of which is hidden or leaves its folder: a '_' of the real
 * run that would look like a part of the "__", a '.' at its start, a ".series" at the end of
 * the emulation, '/' and what looks like such a code are written as %XX.  Of very long ids 60
 * bytes and a hash remain.  NULL without memory, or with FID_EINPUT if an id is empty. */
char *fid_pair_name (const char *real_id, const char *emulation_id, const char *suffix,
                     struct fid_error *err);

/* The same with ".json": the name of the result. */
char *fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err);

/* How many clauses the similarity is of; 0 if nothing was comparable. */
int fid_clauses_compared (const struct fid_result_head *r);

/* The verdict for the profile of that name; NULL. */
const struct fid_result_profile *fid_profile_named (const struct fid_result_head *r,
                                                    const char *name);

/* The k-th verdict as people read them: that of the similarity's profile first, then the others
 * in the order of the file.  NULL if k is too large. */
const struct fid_result_profile *fid_profile_at (const struct fid_result_head *r, size_t k);

/* The resource of that id, or of that name; NULL if the result has none. */
const struct fid_result_resource *fid_result_resource (const struct fid_result *r, int id);
const struct fid_result_resource *fid_result_resource_named (const struct fid_result *r,
                                                             const char *name);

/* Its measure with the lowest grade among those that the profile has clauses for; NULL. */
const struct fid_result_measure *fid_result_worst (const struct fid_result_resource *r);

/* Whether a measure has an amount of that name: "real", "emulation". */
bool fid_measure_amount (const struct fid_result_measure *m, const char *name, double *x);

/* "+" where the emulation's amount is larger, "-" where it is smaller, "0"; NULL: the measure has
 * no amounts of both sides. */
const char *fid_measure_sign (const struct fid_result_measure *m);

/* The breakdown of a resource: of each column the measure that says most plainly what it is about:
 * bytes and sizes before other quantities, then what the profile has a clause for. */
struct fid_breakdown_row fid_breakdown_of (const struct fid_result_resource *r);

/* Writes the resources that were compared into row, as people read them: those that are graded,
 * the lowest similarity first, then the others.  Returns how many there are. */
size_t fid_breakdown_sorted (const struct fid_result *r,
                             struct fid_breakdown_row row[FID_RESOURCE_N]);

/* "x1.26", "0.57", "0.37 oct"; "-": not measurable; "": the resource has no such measure. */
#define FID_BREAKDOWN_TEXT 32
const char *fid_breakdown_text (const struct fid_breakdown_cell *cell,
                                char out[FID_BREAKDOWN_TEXT]);

/* --- the verdicts that follow from the numbers of a result
 *
 * Files state verdicts, too.  Whoever reads one (reports, the gate, libfidlio, Python) has the
 * verdicts that its numbers allow: fid_result_settle sees to that. */

/* Of an error that lies between low and high, and of that of the storage where it is largest, at
 * least `least', where limit is allowed of the first and twice that of the second; all ln. */
struct fid_error_range {
    double low, high, worst, least;
};
enum fid_validity fid_validity_of (const struct fid_error_range *e, double limit);

/* That of an answer whose error is known. */
struct fid_error_range fid_answer_range (const struct fid_result_answer *a);

/* The first number or size of checkpoints in which two sides differ by more than the tolerance
 * (0.1: 10 %); NOTHING: they agree. */
enum fid_answer_quantity fid_checkpoints_apart (const double real[FID_ANSWER_QUANTITY_N],
                                                const double emulation[FID_ANSWER_QUANTITY_N],
                                                double tolerance);

/* Whether it is known how far the answer is off. */
bool fid_answer_known (const struct fid_result_answer *a);

/* Of an answer, where that tolerance is allowed instead of its own.  FID_VALIDITY_N of one that
 * has no emulation. */
enum fid_validity fid_answer_validity (const struct fid_result_answer *a, double tolerance);

/* Replaces verdicts that do not follow from the numbers of the result, or from all that should
 * have been read, by "cannot tell" with the reason.  -1 without memory. */
int fid_result_judge (struct fid_result_head *h, struct fid_error *err);

/* Makes all its verdicts "cannot tell", for that reason.  -1 without memory. */
int fid_result_doubt (struct fid_result_head *h, const char *why, struct fid_error *err);
